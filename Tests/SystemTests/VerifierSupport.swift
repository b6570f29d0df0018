import Glibc
import TestSupport
import Testing
import WatchwordSecrets

@testable import WatchwordSystem

/// Bytes that are no secret, in the memory of one.
func secretBuffer(_ bytes: some Collection<UInt8>) throws -> SecretBuffer {
  var buffer = try SecretBuffer(capacity: bytes.count, locking: .ifPossible)
  try buffer.append(Array(bytes).span)
  return buffer
}

/// The time of the system's monotonic clock, in nanoseconds.
func monotonicTime() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Whether `condition` comes to hold within 30 s.
func holds(_ condition: () -> Bool) -> Bool {
  let end = monotonicTime() + 30_000_000_000
  while monotonicTime() < end {
    if condition() { return true }
    _ = poll(nil, 0, 5)
  }
  return condition()
}

/// How a run of a verifier ended.
enum VerifierEnd: Equatable {
  case accepted
  case refused(VerifierMessage?)
  case failed(VerifierFailure)
}

extension Verifier {
  /// Starts the verifier.
  func start(input: String = "secret\n", fields: [String] = []) throws -> VerifierRun {
    var run = try VerifierRun(locking: .ifPossible)
    try run.start(self, fields: fields, input: secretBuffer(input.utf8))
    return run
  }

  /// Asks the verifier, for which no time goes by.
  func ask(input: String = "secret\n", fields: [String] = [], hiding secrets: [String] = []) throws
    -> VerifierEnd?
  {
    var run = try start(input: input, fields: fields)
    return run.end(hiding: secrets)
  }
}

extension VerifierRun {
  /// Waits for the end, while the time that the run is given stands still.
  mutating func end(hiding secrets: [String] = []) -> VerifierEnd? {
    let end = monotonicTime() + 30_000_000_000
    while monotonicTime() < end {
      if let end = proceed(after: .zero, hiding: secrets) { return end }
      _ = poll(nil, 0, 5)
    }
    return nil
  }

  mutating func proceed(after elapsed: Duration, hiding secrets: [String]) -> VerifierEnd? {
    do throws(VerifierFailure) {
      let answer = try proceed(after: elapsed) { hide in for secret in secrets { hide(secret.utf8Span) } }
      return switch answer {
      case nil: nil
      case .accepted: .accepted
      case .refused(let message): .refused(message)
      }
    } catch {
      return .failed(error)
    }
  }
}

extension TemporaryFolder {
  /// What is in a file, `nil` without one.
  func read(_ name: String) -> String? {
    let descriptor = unsafe open(path + "/" + name, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += bytes[..<count]
    }
  }

  /// The number that a script has written to a file, with a newline behind it.
  func number(in name: String) -> Int32? {
    guard let text = read(name), text.last == "\n" else { return nil }
    return Int32(text.dropLast())
  }
}

/// Whether a process runs; a zombie does not.
func isRunning(_ process: Int32) -> Bool {
  let descriptor = unsafe open("/proc/\(process)/stat", O_RDONLY)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 1024)
  let count = unsafe read(descriptor, &bytes, bytes.count)
  guard count > 0 else { return false }
  return !String(decoding: bytes[..<count], as: UTF8.self).contains(") Z ")
}
