extension Catalogue {
  /// What the dialogs for gpg-agent say where it sets no text of its own.
  public struct Passphrase: Equatable, Sendable {
    /// The labels of the field, and of the one in which a new passphrase is typed again.
    public var label = "PIN",
      repeatLabel = "Repeat"
    /// The error where the two differ.
    public var differs = "The passphrases do not match."
    /// Stands after the number of the agent's own measure of quality, and after that where the passphrase is too weak
    /// for it.
    public var percent = " %",
      tooWeak = ", too weak"
    /// The error where the agent does not allow a passphrase, and its reason is not shown, since it quotes that.
    public var refused = "This passphrase is not allowed."
    /// The notice where the agent makes no passphrase that the form takes.
    public var noneMade = "The agent has made no passphrase."

    /// Makes the English texts.
    public init() {}
  }
}
