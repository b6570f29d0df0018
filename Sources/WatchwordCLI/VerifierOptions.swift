internal import System
internal import Watchword

/// What the command line asks of the check before a form is accepted.
struct VerifierOptions: Equatable, Sendable {
  /// The command, `nil` for no check.
  var command: String?
  /// Whether the shell carries the command out.
  var usesShell = false
  /// What the command finds on its standard input; `nil` takes JSON.
  var input: SubmissionCheck.Input?
  /// How long the command may take, in milliseconds; `nil` takes the program's own time.
  var timeout: Int64?
  /// How many refusals end the form; `nil` for no end.
  var attempts: Int?

  /// The option that asks for something without a command to ask it of.
  var orphan: Option? {
    if command != nil { return nil }
    if usesShell { return .checkShell }
    if input != nil { return .checkInput }
    if timeout != nil { return .checkTimeout }
    return attempts == nil ? nil : .attempts
  }

  /// The check; `nil` where there is no command, or nothing in it.
  var submissionCheck: SubmissionCheck? {
    guard let command else { return nil }
    let timeout = timeout.map { Int($0) } ?? System.CheckCommand.defaultTimeout
    let checkCommand =
      usesShell
      ? System.CheckCommand(shell: command, timeout: timeout) : System.CheckCommand(command, timeout: timeout)
    guard var check = checkCommand.map({ SubmissionCheck($0) }) else { return nil }
    check.input = input ?? check.input
    check.attempts = attempts
    return check
  }
}
