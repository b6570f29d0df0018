extension Catalogue {
  /// What the dialogs for gpg-agent say where it sets no text of its own.
  package struct Passphrase: Equatable, Sendable {
    var texts: Texts

    /// The labels of the field, and of the one in which a new passphrase is typed again.
    package var label: String { texts("PIN") }
    package var repeatLabel: String { texts("Repeat") }
    /// The buttons that say yes, and that cancel.
    package var ok: String { texts("OK") }
    package var cancel: String { texts("Cancel") }
    /// The error where the two differ.
    package var differs: String { texts("The passphrases do not match.") }
    /// The words beside the bars at the highest level.
    package var strong: String { texts("Strong passphrase") }
    /// The word for the agent's own measure of quality, where the agent has none.
    package var qualityLabel: String { texts("Quality:") }
    /// That measure, behind its word, or where the passphrase is too weak for the agent.
    package func quality(_ label: String, _ percent: Int) -> String {
      texts("{label} {percent} %", ["label": label, "percent": "\(percent)"])
    }
    package func tooWeak(_ percent: Int) -> String {
      texts("Too weak: {percent} %", ["percent": "\(percent)"])
    }
    /// The error where the agent does not allow a passphrase, and its reason is not shown, since it quotes that.
    package var refused: String { texts("This passphrase is not allowed.") }
    /// The notice where the agent makes no passphrase that the form takes.
    package var noneMade: String { texts("The agent has made no passphrase.") }
  }
}
