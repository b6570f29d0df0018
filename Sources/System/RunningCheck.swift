import CSystem
import Glibc
import Secrets

/// A command that is being asked, see ``CheckCommand``.
///
/// It has no thread and no clock: who has started it calls ``proceed(at:hiding:)`` now and then, some thirty times a
/// second, until there is a result. When it goes out of use, the command has ended, and is no zombie.
public struct RunningCheck: ~Copyable {
  private enum Phase {
    case running(until: Int64)
    /// It has been asked to end and will be killed.
    case ending(until: Int64)
    case ended(CheckResult)
  }

  private var phase: Phase
  private var child: ChildProcess
  private var input: SecretBuffer
  private var written = 0
  private var chunk: SecretBuffer
  private var lastLine: LastLine
  private let fields: [String]
  private let timeout: Int

  init(
    _ command: CheckCommand, input: consuming SecretBuffer, fields: [String], at now: Int64,
    locking: SecretBuffer.Locking
  ) throws(CheckFailure) {
    let chunk = try RunningCheck.memory { () throws(SecretError) in
      try SecretBuffer(capacity: RunningCheck.chunkSize, locking: locking)
    }
    let lastLine = try RunningCheck.memory { () throws(SecretError) in try LastLine(locking: locking) }
    child = try ChildProcess(command.arguments)
    self.chunk = chunk
    self.lastLine = lastLine
    self.input = input
    self.fields = fields
    timeout = command.timeout
    phase = .running(until: now + Int64(min(timeout, RunningCheck.longestTimeout)) * 1_000_000)
  }

  /// Gives the command what it takes of the input, reads what it has written, and looks whether it has ended. Never
  /// waits.
  ///
  /// A command that has taken too long gets SIGTERM with its process group, and SIGKILL a quarter of a second
  /// later; the result comes when it is gone, or then. What a command leaves behind in the background when it ends
  /// by itself is left alone and not waited for.
  ///
  /// - Parameters:
  ///   - now: The time, in nanoseconds of the clock that it was started by.
  ///   - secrets: Lends each of the secret texts in turn, so that they can be found in what was written. It is
  ///     called only for a refusal, before there is any String of the line.
  /// - Returns: The result, from then on always the same; `nil` while the command runs.
  public mutating func proceed(
    at now: Int64, hiding secrets: (_ hide: (UTF8Span) -> Void) -> Void
  ) -> CheckResult? {
    if case .ended(let result) = phase { return result }
    written += child.write(input, from: written)
    // Asked for before the pipe is emptied: what was written before the end is in it by now.
    let state = child.state
    readOutput()
    let result =
      switch phase {
      case .running(let end): advance(state, at: now, end: end, hiding: secrets)
      case .ending(let end): awaitEnd(state, at: now, end: end)
      case .ended(let result): Optional(result)
      }
    if let result { finish(result) }
    return result
  }

  /// Ends the command with its process group, within a fifth of a second, and before it returns. From then on the
  /// result is ``CheckFailure/cancelled``, unless there was one already.
  public mutating func cancel() {
    child.end()
    if case .ended = phase { return }
    finish(.failed(.cancelled))
  }

  /// Reads what is in the pipe, and no more than a pipe can hold, so that a command that writes without end is left
  /// too.
  private mutating func readOutput() {
    for _ in 0..<RunningCheck.chunksOfPipe {
      guard child.read(into: &chunk) else { return }
      lastLine.take(chunk)
      chunk.removeAll()
    }
  }

  private mutating func advance(
    _ state: ChildProcess.State, at now: Int64, end: Int64, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> CheckResult? {
    switch state {
    case .ended: return result(ofStatus: child.reap(), hiding: secrets)
    case .lost: return .failed(.statusLost)
    case .runs: break
    }
    guard now >= end else { return nil }
    child.closeInput()
    child.terminate()
    phase = .ending(until: now + RunningCheck.grace)
    return nil
  }

  private mutating func awaitEnd(_ state: ChildProcess.State, at now: Int64, end: Int64) -> CheckResult? {
    let isGone = state != .runs && child.isOutputEnded
    guard isGone || now >= end else { return nil }
    child.send(SIGKILL)
    if state == .ended { _ = child.reap() }
    return .failed(.timedOut(timeout))
  }

  private mutating func result(
    ofStatus status: Int32, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> CheckResult {
    switch status {
    case 0: return .accepted
    case 1..<WW_STATUS_UNKNOWN:
      return .refused(lastLine.message(fields: fields, in: &chunk, hiding: secrets))
    case WW_STATUS_UNKNOWN: return .failed(.statusLost)
    default: return .failed(.signalled(-status))
    }
  }

  private mutating func finish(_ result: CheckResult) {
    phase = .ended(result)
    child.closeInput()
    child.closeOutput()
    input.removeAll()
    lastLine.removeAll()
  }

  private static func memory<Part: ~Copyable>(
    _ make: () throws(SecretError) -> Part
  ) throws(CheckFailure) -> Part {
    do throws(SecretError) {
      return try make()
    } catch {
      throw .memory(error)
    }
  }

  /// The capacities of the secret memory that a check takes beside its input.
  package static let capacities = [chunkSize, KeptLine.capacity, KeptLine.capacity]

  /// Enough for ``KeptLine/messageCapacity``, and two pages with the byte that a buffer keeps for itself.
  private static let chunkSize = 8_191
  /// A pipe that was made roomy holds a mebibyte.
  private static let chunksOfPipe = 129
  /// Between SIGTERM and SIGKILL, in nanoseconds.
  private static let grace: Int64 = 250_000_000
  /// About thirty years, in milliseconds: what the sum with a clock's time has room for.
  private static let longestTimeout = 1_000_000_000_000
}
