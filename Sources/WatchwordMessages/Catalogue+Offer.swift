extension Catalogue {
  /// What is said of a password that the form has drawn and offers.
  package struct Offer: Equatable, Sendable {
    var texts: Texts

    /// In the key line: what a key does.
    package var make: String { texts("make") }
    package var take: String { texts("take it") }
    package var another: String { texts("another") }
    package var words: String { texts("words") }
    package var characters: String { texts("characters") }
    package var back: String { texts("back") }
    /// How hard the password is to guess.
    package func bits(_ count: Int) -> String { texts("{count} bits", ["count": "\(count)"]) }
    /// Why nothing is offered: no password that is strong fits the rules.
    package var none: String { texts("No strong password fits the rules.") }
    /// Why no words are offered: as many as are strong do not fit the rules, the system has no list of words, the list
    /// has none to draw from, or it cannot be read.
    package var noStrongWords: String { texts("Too few words fit to be strong.") }
    package var noWordList: String { texts("No word list: install wamerican.") }
    package var noPlainWords: String { texts("The word list has no plain words.") }
    package func unreadable(_ reason: String) -> String {
      texts("The word list cannot be read: {reason}.", ["reason": reason])
    }
    /// Why nothing is offered: the system has no random bytes.
    package func noRandomBytes(_ reason: String) -> String {
      texts("There are no random bytes: {reason}.", ["reason": reason])
    }
  }
}
