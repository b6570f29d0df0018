package import WatchwordSystem

/// The verifier's options.
package struct Verifying: Equatable, Sendable {
  /// The command to ask about everything typed; `nil` for none.
  package var command: String?
  /// The command to ask about the old password; `nil` for none.
  package var oldCommand: String?
  package var input = Verifier.Input.json
  package var timeLimit = Verifier.defaultTimeLimit
  /// How many refusals end the form; `nil` for no limit.
  package var attempts: Int?

  package var verifier: Verifier? { verifier(command) }
  package var oldVerifier: Verifier? { verifier(oldCommand) }

  private func verifier(_ command: String?) -> Verifier? {
    guard let command, var verifier = Verifier(command) else { return nil }
    (verifier.input, verifier.timeLimit, verifier.attempts) = (input, timeLimit, attempts)
    return verifier
  }
}
