import CWatchwordSystem
import Glibc
internal import WatchwordMessages
package import WatchwordSecrets

/// One verifier at a time at work, with the memory for its output.
///
/// It has no thread and no clock: who has started the program calls ``proceed(after:hiding:)`` now and then, some
/// thirty times a second, until there is an answer. When the run goes out of use, the program has ended, and is no
/// zombie.
package struct VerifierRun: ~Copyable {
  private var timeout = Verifier.defaultTimeout
  private var fields: [String] = []
  private var child = ww_child(process: 0, output: -1)
  private var output: VerifierOutput

  /// Makes a run that has not started.
  ///
  /// - Parameter locking: What happens when the memory for the output cannot be guarded.
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package init(locking: SecretMemory.Locking = .required) throws(SecretError) {
    output = try VerifierOutput(locking: locking)
  }

  deinit {
    var child = child
    unsafe ww_child_end(&child)
  }

  /// Starts the program of `verifier`.
  ///
  /// It gets the environment and the working folder of this process, and a session of its own: without a
  /// controlling terminal `/dev/tty` cannot be opened, where a process group in the background could still write
  /// over the form, and would be stopped, without a word, as soon as it read.
  ///
  /// - Parameters:
  ///   - verifier: Who is asked.
  ///   - fields: The names of the fields that the last line may begin with.
  ///   - input: What it finds on its standard input. It waits there when this returns.
  /// - Throws: ``VerifierFailure/cannotStart(_:)``, with EMSGSIZE where the input is longer than a pipe can hold,
  ///   mostly a mebibyte.
  package mutating func start(
    _ verifier: Verifier, fields: [String] = [], input: borrowing SecretBuffer
  ) throws(VerifierFailure) {
    end()
    (timeout, self.fields) = (verifier.timeout, fields)
    var arguments = unsafe verifier.arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let error = unsafe input.bytes.withUnsafeBufferPointer { bytes in
      unsafe ww_child_start(&arguments, bytes.baseAddress, bytes.count, &child)
    }
    guard error == 0 else { throw .cannotStart(SystemError(number: error)) }
  }

  /// Reads what the program has written, and looks whether it has ended. Never waits, but when the time is up.
  ///
  /// A program that takes too long is ended with its process group: SIGTERM asks for it, and a tenth of a second later
  /// SIGKILL makes sure. What a program leaves behind in the background when it ends by itself is left alone and not
  /// waited for.
  ///
  /// - Parameters:
  ///   - elapsed: The time since the start.
  ///   - secrets: Calls its argument with each of the secret texts, so that they can be found in what was written. It
  ///     is called only for a refusal, before there is any String of the line.
  /// - Returns: The answer; `nil` while the program runs.
  /// - Throws: Why there will be no answer.
  package mutating func proceed(
    after elapsed: Duration, hiding secrets: (_ hide: (UTF8Span) -> Void) -> Void
  ) throws(VerifierFailure) -> VerifierAnswer? {
    // Asked for before the pipe is emptied: what was written before the end is in it by now.
    let status = Int(unsafe ww_child_status(&child))
    if status == WW_CHILD_RUNS, elapsed < timeout {
      output.read(from: child.output)
      return nil
    }
    defer { end() }
    switch status {
    case 0: return .accepted
    case 1..<WW_CHILD_SIGNALLED:
      output.read(from: child.output)
      return .refused(output.message(fields: fields, hiding: secrets))
    case WW_CHILD_RUNS: throw .timedOut(timeout)
    case WW_CHILD_LOST: throw .statusLost
    default: throw .signalled(Int32(status - WW_CHILD_SIGNALLED))
    }
  }

  private mutating func end() {
    unsafe ww_child_end(&child)
    output.removeAll()
  }
}
