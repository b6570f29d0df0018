internal import CWatchwordSystem
internal import Glibc
package import WatchwordMessages
package import WatchwordSecrets

/// A program that is asked before a form is accepted: it is given what was typed, and says whether it may stand.
///
/// It reads the answer of the form from its standard input. With the exit status 0 it accepts. With any other one it
/// refuses, and the last line that it wrote says why.
package struct Verifier: Equatable, Sendable {
  package enum Input: String, CaseIterable, Sendable {
    /// The values of the form as a JSON object and a newline, see ``AnswerFormat/Kind/json``.
    case json
    /// The password, or else the first text, and a newline, in the character set of the locale.
    case text
  }

  /// The program, searched for in PATH where its name has no solidus, and its arguments; never empty.
  package let arguments: [String]
  /// What it finds on its standard input.
  package var input = Input.json
  package var timeout = defaultTimeout
  /// How many refusals end the form; `nil` for no end. A verifier that gave no answer has not refused. Less than 1 is
  /// the same as 1.
  package var attempts: Int?

  /// How long a verifier may take unless something else is asked for.
  package static let defaultTimeout = Duration.seconds(10)

  /// Makes a verifier of a program and its arguments, separated by spaces, tabs or newlines. There is no quoting, and
  /// no shell.
  ///
  /// - Returns: `nil` when `text` has nothing but blanks.
  package init?(_ text: String) {
    self.init(arguments: text.split(whereSeparator: " \t\n".contains).map(String.init))
  }

  /// Makes a verifier of a command that the shell carries out, `sh -c`.
  ///
  /// - Returns: `nil` when `text` has nothing but blanks.
  package init?(shell text: String) {
    guard !text.allSatisfy(" \t\n".contains) else { return nil }
    self.init(arguments: ["/bin/sh", "-c", text])
  }

  /// - Returns: `nil` when there is no program.
  package init?(arguments: [String]) {
    guard !arguments.isEmpty else { return nil }
    self.arguments = arguments
  }
}

package enum VerifierAnswer: Equatable, Sendable {
  case accepted
  /// It may not, for the reason that the verifier gives, if it gives one.
  case refused(VerifierMessage?)
}

/// The reason of a refusal: the last line of a verifier's output that is not blank.
package struct VerifierMessage: Equatable, Sendable {
  /// The name of the field that the reason is about, `nil` when the line names none.
  package var field: String?
  /// The reason: one line, never empty, without control characters; `nil` where it quotes a secret.
  package let text: String?

  /// The most grapheme clusters that ``text`` has; the last one of a longer line is an ellipsis.
  package static let longestText = 240
}

extension Double {
  /// The number as JSON has it and people write it, without a zero that stands alone behind the point.
  package var decimal: String { description.hasSuffix(".0") ? String(description.dropLast(2)) : description }
}

package enum VerifierFailure: Error, Equatable, Sendable {
  /// It cannot be started, for instance with ENOENT, EACCES or ENOEXEC.
  case cannotStart(SystemError)
  /// There is no locked memory for its input.
  case noMemory
  /// What was typed cannot be written for it.
  case unwritable
  case signalled(Int32)
  case timedOut(Duration)
  /// Its exit status is unknown, since another part of this process has waited for it.
  case statusLost

  /// What there is to say beside the kind of the failure, in the words of the operating system; `nil` where there is
  /// nothing.
  package var detail: String? {
    switch self {
    case .cannotStart(let error): return "\(error)"
    case .signalled(let number): return signalName(number)
    case .noMemory, .unwritable, .timedOut, .statusLost: return nil
    }
  }
}

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
  /// The exit status of the last program that refused.
  package private(set) var refusalStatus: Int?

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
      refusalStatus = status
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
