internal import CWatchwordSystem
internal import Glibc
import WatchwordBase
package import WatchwordSecrets

package enum VerifierAnswer: Equatable, Sendable {
  case accepted
  /// The program refused, with its reason if it gives one.
  case refused(VerifierMessage?)
}

/// Runs one verifier at a time, and has the memory for its output.
///
/// A run has no thread and no clock: after starting the program, call ``proceed(after:hiding:)`` about thirty times a
/// second until there is an answer. Deinitializing the run ends the program and reaps it.
package struct VerifierRun: ~Copyable {
  private var timeLimit = Verifier.defaultTimeLimit
  private var fields: [String] = []
  private var child = ww_child(process: 0, output: -1)
  private var output: VerifierOutput
  /// The exit status of the last program that refused.
  package private(set) var refusalStatus: Int?

  /// - Parameter locking: What to do if the memory for the output cannot be guarded.
  /// - Throws: The errors of ``SecretBuffer/init(capacity:locking:)``.
  package init(locking: SecretMemory.Locking = .required) throws(SecretError) {
    output = try VerifierOutput(locking: locking)
  }

  deinit {
    var child = child
    unsafe ww_child_end(&child)
  }

  /// Starts the program of `verifier`, with the environment and working folder of this process and its own session.
  /// Without a controlling terminal it cannot open `/dev/tty`; a mere background process group could write over the
  /// form, and would silently stop if it read.
  ///
  /// - Parameters:
  ///   - verifier: The verifier to ask.
  ///   - fields: The names of the fields that the last line may begin with.
  ///   - input: The program's standard input. The pipe holds all of it when this returns.
  /// - Throws: ``VerifierFailure/cannotStart(_:)``, with EMSGSIZE if the input exceeds a pipe, usually one mebibyte.
  package mutating func start(
    _ verifier: Verifier, fields: [String] = [], input: borrowing SecretBuffer
  ) throws(VerifierFailure) {
    end()
    (timeLimit, self.fields) = (verifier.timeLimit, fields)
    let path = try rethrow(try findProgram(verifier.arguments[0]), as: { VerifierFailure.cannotStart($0) })
    var arguments = unsafe verifier.arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let error = unsafe input.bytes.withUnsafeBufferPointer { bytes in
      unsafe ww_child_start(path, &arguments, bytes.baseAddress, bytes.count, &child)
    }
    guard error == 0 else { throw .cannotStart(SystemError(number: error)) }
  }

  /// Reads the program's output, and checks whether it has ended. Never waits unless the time is up.
  ///
  /// A program that takes too long is ended with its process group by SIGTERM, and a tenth of a second later by
  /// SIGKILL. What it leaves in the background when it ends is neither ended nor waited for.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - secrets: Calls its argument with each secret text, to find quotations in the output. Called only for a
  ///     refusal, before any String of the line exists.
  /// - Returns: The answer; `nil` while the program runs.
  /// - Throws: Why there will be no answer.
  package mutating func proceed(
    after elapsed: Duration, hiding secrets: (_ hide: (UTF8Span) -> Void) -> Void
  ) throws(VerifierFailure) -> VerifierAnswer? {
    // The status is asked for before the pipe is emptied, so that the pipe has everything written before the end.
    let status = Int(unsafe ww_child_status(&child))
    if status == WW_CHILD_RUNS, elapsed < timeLimit {
      output.read(from: child.output)
      return nil
    }
    defer { end() }
    switch status {
    case 0: return .accepted
    case 1..<WW_CHILD_SIGNALLED:
      refusalStatus = status
      output.read(from: child.output)
      return .refused(output.message(fields: fields, hiding: secrets))
    case WW_CHILD_RUNS: throw .timedOut(timeLimit)
    case WW_CHILD_LOST: throw .statusLost
    default: throw .signalled(Int32(status - WW_CHILD_SIGNALLED))
    }
  }

  private mutating func end() {
    unsafe ww_child_end(&child)
    output.removeAll()
  }
}
