
/// A part of a text as the meter guesses it, for a person who tests policies. Of the text it holds nothing but how long
/// the part is.
package struct GuessedPart: Equatable, Sendable {
  package var kind: Kind
  /// The number of code points.
  package var count: Int
  /// What it adds to the bits of the text.
  package var bits: Double

  package enum Kind: Equatable, Sendable {
    /// What is easy to guess. A repetition of the whole text adds as many bits as there are numbers of times to try.
    case found(Reason)
    /// Code points of which each is guessed by itself.
    case characters
    /// All of the text, as a word of a list that libzxcvbn does not have.
    case listed
    /// What is not looked at, since it repeats what stands there, or stands far behind.
    case uncounted
  }
}
