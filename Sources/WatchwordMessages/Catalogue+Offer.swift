extension Catalogue {
  /// What is said of a password that the form has drawn and offers.
  public struct Offer: Equatable, Sendable {
    /// In the key line: what a key does.
    public var make = "make", take = "take it", another = "another", words = "words",
      characters = "characters", back = "back"
    /// Stands after the number of bits.
    public var bits = "bits"
    /// Why nothing is offered: no password that is strong fits the rules.
    public var none = "No strong password fits the rules."
    /// Why no words are offered: as many as are strong do not fit the rules, the system has no list of words, the list
    /// has none to draw from, or it cannot be read, before a colon and the reason.
    public var noStrongWords = "Too few words fit to be strong.",
      noWordList = "No word list: install wamerican.",
      noPlainWords = "The word list has no plain words.",
      unreadable = "The word list cannot be read"
    /// Why nothing is offered: the system has no random bytes, before a colon and the reason.
    public var noRandomBytes = "There are no random bytes"

    /// Makes the English texts.
    public init() {}
  }
}
