/// A chain of words that are among the commonest of one language.
struct Phrase {
  var range: Range<Int>
  var bits: Double
  /// The bits of capitals. One is enough if each word begins with one.
  var capitals: Double
  var isTitle: Bool
  let language: UInt8
  /// How many words it has; 3 for more.
  var count = 1
  /// Where its last word begins.
  let last: Int
}

extension GuessableText {
  static let phraseLengths = 2...14
  /// The fewest letters of a phrase. Chance makes shorter ones.
  static let leastPhrase = 8
  /// The bits of the language of a phrase.
  static let bitsOfLanguage = 4.0

  /// Adds to `phrases` the chains of words that end with the word at `range`, and to `found` those of three or more. Words
  /// have to come in the order of their starts. Each has its rank in the language, and the whole takes the choice of that.
  func findPhrases(
    endingWith letters: LetterHash, at range: Range<Int>, _ common: CommonWords.Table,
    _ phrases: inout [Phrase],
    _ found: inout [Piece]
  ) {
    let others = phrases.indices.last
    let capitals = bitsOfCapitals(in: range)
    let isTitle = unsafe (0x41...0x5A).contains(bytes[range.lowerBound])
    var number = 0
    while let (language, bits) = common.phrase(of: letters, number) {
      number += 1
      let word = Phrase(
        range: range, bits: bits, capitals: capitals, isTitle: isTitle, language: language,
        last: range.lowerBound)
      var best = word
      for index in stride(from: others ?? -1, through: 0, by: -1) {
        let before = phrases[index]
        if before.last + Self.phraseLengths.upperBound < range.lowerBound { break }
        guard before.language == language, before.range.upperBound == range.lowerBound else { continue }
        var chain = word
        (chain.range, chain.bits) = (before.range.lowerBound..<range.upperBound, before.bits + bits)
        (chain.capitals, chain.isTitle) = (before.capitals + capitals, before.isTitle && isTitle)
        chain.count = min(3, before.count + 1)
        if (chain.count, chain.range.count, best.bits) > (best.count, best.range.count, chain.bits) {
          best = chain
        }
      }
      phrases.append(best)
      guard best.count == 3, best.range.count >= Self.leastPhrase else { continue }
      let bits = best.bits + Self.bitsOfLanguage + (best.isTitle ? min(best.capitals, 1) : best.capitals)
      found.append(Piece(range: best.range, bits: bits, kind: .listed, isWord: true, isPhrase: true))
    }
  }

  /// Adds the whole text if it is an example that is published as a good password: in any case, with other separators or
  /// none, and with some digits or signs behind.
  func findExample(_ common: CommonWords.Table, _ found: inout [Piece]) {
    var hash = LetterHash()
    for end in 1...max(1, count) where end <= count && kind(at: end - 1) != .sign {
      hash.add(UInt64(lower(at: end - 1)))
      let behind = count - end
      guard end >= 8, behind < 8, (end..<count).allSatisfy({ kind(at: $0) != .letter }),
        common.bits(of: hash, as: .example) != nil
      else { continue }
      found.append(
        Piece(range: 0..<count, bits: 6 + 2.5 * Double(behind), kind: .listed, isWord: true))
    }
  }
}
