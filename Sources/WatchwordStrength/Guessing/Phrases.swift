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
  /// The bits of a word of one letter, such as the t of "t'aime".
  private static let bitsOfLetter = 5.0
  /// The bits of the language of a phrase.
  static let bitsOfLanguage = 4.0

  /// Adds to `phrases` the chains of words that end with the word at `range`, and to `found` those of three or more. Words
  /// have to come in the order of their starts. Each has its rank in the language, and the whole takes the choice of that.
  /// A letter between two signs is a word in any language, beside one that no sign divides.
  func findPhrases(
    endingWith letters: LetterHash, at range: Range<Int>, _ common: CommonWords.Table,
    _ phrases: inout [Phrase],
    _ found: inout [Piece]
  ) {
    let others = phrases.indices.last
    var (first, end, number) = (range.lowerBound, range.upperBound, 0)
    if !isWhole, unsafe places[end - 1] - places[first] < range.count {
      while isAlone(at: first - 1) { first -= 1 }
      while isAlone(at: end) { end += 1 }
    }
    let capitals = bitsOfCapitals(in: first..<end)
    let isTitle = isCapital(at: first)
    let (ahead, behind) = (range.lowerBound - first, end - range.upperBound)
    while let (language, bits) = common.phrase(of: letters, number) {
      number += 1
      let bits = bits + Self.bitsOfLetter * Double(behind)
      let word = Phrase(
        range: first..<end, bits: bits + Self.bitsOfLetter * Double(ahead), capitals: capitals,
        isTitle: isTitle, language: language, count: 1 + min(1, ahead + behind), last: range.lowerBound)
      var best = word
      for index in stride(from: others ?? -1, through: 0, by: -1) {
        let before = phrases[index]
        if before.last + Self.phraseLengths.upperBound < range.lowerBound { break }
        guard before.language == language, before.range.upperBound == range.lowerBound else { continue }
        var chain = word
        (chain.range, chain.bits) = (before.range.lowerBound..<end, before.bits + bits)
        (chain.capitals, chain.isTitle) = (before.capitals + capitals, before.isTitle && isTitle)
        chain.count = min(3, before.count + 1 + min(1, behind))
        if (chain.count, chain.range.count, best.bits) > (best.count, best.range.count, chain.bits) {
          best = chain
        }
      }
      phrases.append(best)
      guard best.count == 3, best.range.count >= Self.leastPhrase else { continue }
      let all = best.bits + Self.bitsOfLanguage + (best.isTitle ? min(best.capitals, 1) : best.capitals)
      found.append(Piece(range: best.range, bits: all, kind: .listed, isWord: true, isPhrase: true))
    }
  }

  /// Whether a letter is at `index` that signs or an end of the text surround, where signs were left out.
  private func isAlone(at index: Int) -> Bool {
    guard 0..<count ~= index, kind(at: index) == .letter else { return false }
    return unsafe (index == 0 || places[index] - places[index - 1] > 1)
      && (index + 1 == count || places[index + 1] - places[index] > 1)
  }

  /// Adds the whole text if it is an example that is published as a good password: in any case, with other separators or
  /// none, and with some digits or signs behind.
  func findExample(_ common: CommonWords.Table, _ found: inout [Piece]) {
    var hash = LetterHash()
    for last in 0..<count where kind(at: last) != .sign {
      hash.add(UInt64(lower(at: last)))
      let end = last + 1
      let behind = count - end
      guard end >= 8, behind < 8, (end..<count).allSatisfy({ kind(at: $0) != .letter }),
        common.bits(of: hash, as: .example) != nil
      else { continue }
      found.append(
        Piece(range: 0..<count, bits: 6 + 2.5 * Double(behind), kind: .listed, isWord: true))
    }
  }
}
