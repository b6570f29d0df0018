extension Catalogue {
  /// What a form says of the verifier, the program that is asked before the form is accepted.
  package struct Verifier: Equatable, Sendable {
    var texts: Texts

    /// Stands in the place of the button while the verifier runs.
    package var running: String { texts("Checking…") }
    /// The error of a refusal that gives no reason.
    package var refused: String { texts("This was not accepted") }
    /// The error of a refusal whose reason is not shown, since it quotes a secret.
    package var withheld: String { texts("Not accepted here. Try a different password.") }
    /// The error where the verifier cannot be started.
    package func cannotStart(_ reason: String) -> String {
      texts("The check cannot be started: {reason}", ["reason": reason])
    }
    /// The reason where there is no locked memory for what was typed.
    package var noMemory: String { texts("there is no locked memory for it") }
    /// The reason where what was typed cannot be written for the verifier.
    package var unwritable: String { texts("it cannot be given what was typed") }
    /// The error where a signal ended the verifier.
    package func signalled(_ signal: String) -> String {
      texts("The check was ended by a signal: {signal}", ["signal": signal])
    }
    /// The error where the verifier took longer than it may.
    package func timedOut(_ time: String) -> String {
      texts("The check took longer than {time}", ["time": time])
    }
    /// The error where another part of the program took the exit status of the verifier.
    package var statusLost: String { texts("The check ended, but its exit status is unknown") }
  }
}
