extension Catalogue {
  /// What a form says of the verifier, the program that is asked before the form is accepted.
  public struct Verifier: Equatable, Sendable {
    /// Stands in the place of the button while the verifier runs.
    public var running = "Checking…"
    /// The error of a refusal that gives no reason.
    public var refused = "This was not accepted"
    /// The error of a refusal whose reason is not shown, since it quotes a secret.
    public var withheld = "The command refused."
    /// The error where the verifier cannot be started, before a colon and the reason.
    public var cannotStart = "The check cannot be started"
    /// The reason where there is no locked memory for what was typed.
    public var noMemory = "there is no locked memory for it"
    /// The reason where what was typed cannot be written for the verifier.
    public var unwritable = "it cannot be given what was typed"
    /// The error where a signal ended the verifier, before a colon and the signal.
    public var signalled = "The check was ended by a signal"
    /// The error where the verifier took too long, before the time that it had.
    public var timedOut = "The check took longer than"
    /// The error where another part of the program took the exit status of the verifier.
    public var statusLost = "The check ended, but its exit status is unknown"

    /// Makes the English texts.
    public init() {}
  }
}
