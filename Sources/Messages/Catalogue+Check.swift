extension Catalogue {
  /// What a form says of the check that a submission goes through.
  public struct Check: Equatable, Sendable {
    /// Stands in the place of the button while the check runs.
    public var checking = "Checking…"
    /// The error of a refusal that gives no reason.
    public var refused = "This was not accepted"
    /// The error of a refusal whose reason is not shown, since it quotes a secret.
    public var withheld = "The command refused."
    /// The error where what was typed cannot be written for the check.
    public var unwritable = "The check cannot be started: it cannot be given what was typed"

    /// Makes the English texts.
    public init() {}
  }
}
