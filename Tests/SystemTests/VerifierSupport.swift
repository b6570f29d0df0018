import Glibc
import TestSupport
import Testing
import WatchwordSecrets

@testable import WatchwordSystem

/// Bytes that are no secret, in memory for one.
func secretBuffer(_ bytes: some Collection<UInt8>) throws -> SecretBuffer {
  var buffer = try SecretBuffer(capacity: bytes.count, locking: .ifPossible)
  try buffer.append(Array(bytes).span)
  return buffer
}

/// Whether `condition` becomes true within 30 s.
func holds(_ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now.advanced(by: .seconds(30))
  while ContinuousClock.now < end {
    if condition() { return true }
    _ = poll(nil, 0, 2)
  }
  return false
}

/// How a run of a verifier ended.
enum VerifierEnd: Equatable {
  case accepted
  case refused(VerifierMessage?)
  case failed(VerifierFailure)

  var isRefusal: Bool { if case .refused = self { true } else { false } }
  var message: VerifierMessage? { if case .refused(let message) = self { message } else { nil } }
}

extension Verifier {
  /// Makes a verifier of a script for the shell.
  init?(shell script: String) { self.init(arguments: ["/bin/sh", "-c", script]) }

  /// Starts the verifier.
  func start(input: String = "secret\n", fields: [String] = []) throws -> VerifierRun {
    var run = try VerifierRun(locking: .ifPossible)
    try run.start(self, fields: fields, input: secretBuffer(input.utf8))
    return run
  }

  /// Asks the verifier. No time passes for it.
  func ask(input: String = "secret\n", fields: [String] = [], hiding secrets: [String] = []) throws
    -> VerifierEnd?
  {
    var run = try start(input: input, fields: fields)
    return run.end(hiding: secrets)
  }
}

extension VerifierRun {
  /// Waits for the end, while the run's time stands still.
  mutating func end(hiding secrets: [String] = []) -> VerifierEnd? {
    var end: VerifierEnd?
    _ = holds {
      end = proceed(after: .zero, hiding: secrets)
      return end != nil
    }
    return end
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

/// Whether a process runs; a zombie does not.
func isRunning(_ process: Int32) -> Bool { (ProcessState(process).letter ?? "Z") != "Z" }
