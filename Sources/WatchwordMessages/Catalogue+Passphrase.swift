extension Catalogue {
  /// What the dialogs for gpg-agent say where it sets no text of its own.
  public struct Passphrase: Equatable, Sendable {
    /// The labels of the field, and of the one in which a new passphrase is typed again.
    public var label = "PIN",
      repeatLabel = "Repeat"
    /// The error where the two differ.
    public var differs = "The passphrases do not match."
    /// The words beside the bars at the highest level.
    public var strong = "Strong passphrase"
    /// Stands after the number of the agent's own measure of quality, and before it where the passphrase is too weak for
    /// the agent.
    public var percent = " %",
      tooWeak = "Too weak:"
    /// The error where the agent does not allow a passphrase, and its reason is not shown, since it quotes that.
    public var refused = "This passphrase is not allowed."
    /// The notice where the agent makes no passphrase that the form takes.
    public var noneMade = "The agent has made no passphrase."

    /// Makes the English texts.
    public init() {}
  }
}
