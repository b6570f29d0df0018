/// A part of a guessable text, and one way to guess it.
struct Piece {
  var range: Range<Int>
  /// The binary logarithm of the number of guesses, without the bits for the place in the text.
  var bits: Double
  var kind: GuessedPart.Kind
  /// Whether the part is a word without changes, from a list or the library.
  var isWord = false
  /// The lists from which passphrases are drawn that have this word, one bit for each.
  var lists: UInt8 = 0
  /// Whether the word is so short that it counts only between other words and the ends of the text or signs.
  var isShort = false
  /// Whether the part stood in the text before.
  var isCopy = false
  /// Whether the part is several words.
  var isPhrase = false

  var isCharacter: Bool { kind == .characters && range.count == 1 }

  /// Whether the part is a word of at least three letters, beside which a short word may stand.
  var isWholeWord: Bool { isWord && range.count >= 3 }

  /// The fewest code points of a part that tells. Random texts have shorter parts by chance.
  static let leastTelling = 3
  /// Whether the part has clearly fewer bits than as many random letters or digits. One in twenty random passwords has
  /// such a part by chance.
  var isTelling: Bool {
    kind != .characters && range.count >= Self.leastTelling && bits <= 3.5 * Double(range.count)
  }

  static func endsBefore(_ one: Piece, _ other: Piece) -> Bool {
    one.range.upperBound < other.range.upperBound
  }

  /// The bits for the place of a part in `whole`: a part that is not at the start takes more, as in the library.
  static func bitsOfPlace(at range: Range<Int>, in whole: Range<Int>) -> Double {
    range.lowerBound == whole.lowerBound ? 0 : range.upperBound == whole.upperBound ? 1 : 1.75
  }
}
