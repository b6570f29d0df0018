public import Secrets

/// A command that is asked whether what was entered may be accepted.
///
/// It reads the answer of the form from its standard input. Its exit status 0 accepts; after any other one, the last
/// line that it wrote says why not.
public struct CheckCommand: Equatable, Sendable {
  /// The program, searched for in PATH where its name has no solidus, and its arguments; never empty.
  public let arguments: [String]
  /// How long it may take, in milliseconds.
  public let timeout: Int

  /// How long a command may take unless something else is asked for, in milliseconds.
  public static let defaultTimeout = 10_000

  /// Makes a command of a program and its arguments, which stand apart by spaces, tabs or newlines. There is no
  /// quoting, and no shell.
  ///
  /// - Returns: `nil` when `text` has nothing but blanks.
  public init?(_ text: String, timeout: Int = defaultTimeout) {
    self.init(arguments: text.split(whereSeparator: " \t\n".contains).map(String.init), timeout: timeout)
  }

  /// Makes a command that the shell carries out, `sh -c`.
  ///
  /// - Returns: `nil` when `text` has nothing but blanks.
  public init?(shell text: String, timeout: Int = defaultTimeout) {
    guard !text.allSatisfy(" \t\n".contains) else { return nil }
    self.init(arguments: ["/bin/sh", "-c", text], timeout: timeout)
  }

  /// Makes a command of a program and its arguments.
  ///
  /// - Returns: `nil` when there is no program.
  public init?(arguments: [String], timeout: Int = defaultTimeout) {
    guard !arguments.isEmpty else { return nil }
    self.arguments = arguments
    self.timeout = timeout
  }

  /// Starts the command.
  ///
  /// It gets the environment and the working folder of this process, and a session of its own: without a
  /// controlling terminal `/dev/tty` cannot be opened, where a process group in the background could still write
  /// over the form, and would be stopped, without a word, as soon as it read.
  ///
  /// - Parameters:
  ///   - input: What it finds on its standard input. A newline at its end is not part of the secret.
  ///   - fields: The names of the fields that its last line may begin with.
  ///   - now: The time, in nanoseconds of a monotonic clock.
  ///   - locking: What happens when the memory for its output cannot be guarded.
  /// - Returns: The command as it runs.
  /// - Throws: ``CheckFailure/cannotStart(_:)`` and ``CheckFailure/memory(_:)``.
  public func start(
    input: consuming SecretBuffer, fields: [String] = [], at now: Int64,
    locking: SecretBuffer.Locking = .required
  ) throws(CheckFailure) -> RunningCheck {
    try RunningCheck(self, input: input, fields: fields, at: now, locking: locking)
  }
}
