internal import WatchwordSystem

/// What the command line says of the verifier.
struct VerifierOptions: Equatable, Sendable {
  /// The command, `nil` for no verifier.
  var command: String?
  /// Whether the shell carries the command out.
  var usesShell = false
  /// What the command finds on its standard input; `nil` takes JSON.
  var input: Verifier.Input?
  /// How long the command may take; `nil` takes ``Verifier/defaultTimeout``.
  var timeout: Duration?
  /// How many refusals end the form; `nil` for no end.
  var attempts: Int?

  /// The option that asks for something without a command to ask it of.
  var orphan: Option? {
    if command != nil { return nil }
    if usesShell { return .verifyShell }
    if input != nil { return .verifyInput }
    if timeout != nil { return .verifyTimeout }
    return attempts == nil ? nil : .attempts
  }

  /// The verifier; `nil` where there is no command, or nothing in it.
  var verifier: Verifier? {
    guard let command, var verifier = usesShell ? Verifier(shell: command) : Verifier(command) else {
      return nil
    }
    verifier.input = input ?? verifier.input
    verifier.timeout = timeout ?? verifier.timeout
    verifier.attempts = attempts
    return verifier
  }
}
