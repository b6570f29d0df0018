/// Phrases of the commonest words of one language, and the best-known examples of good passwords.
extension GuessableText {
  private static let wordLengths = 2...14
  private static let leastWords = 3
  /// The fewest code points of a phrase. Chance makes shorter ones.
  private static let leastPhrase = 8

  /// Adds chains of three or more words that are among the commonest of one language. Each has its rank there, and the
  /// whole takes the choice of the language. `end` is the number of letters.
  func findPhrases(_ common: CommonWords.Table, in end: Int, _ found: inout [Piece]) {
    var (words, languages): ([Piece], UInt32) = ([], 0)
    for start in 0..<end where begins(at: start, 1) {
      var hash = LetterHash()
      for index in start..<min(end, start + Self.wordLengths.upperBound) {
        guard unsafe CommonWords.has(letters[index]) else { break }
        unsafe hash.add(UInt64(letters[index]))
        let length = index - start + 1
        if length < Self.wordLengths.lowerBound { continue }
        if length <= Self.innerLengths.lowerBound, !common.mayBegin(with: hash.value) {
          guard length < Self.innerLengths.lowerBound else { break }
          continue
        }
        guard begins(at: index, -1) else { continue }
        var number = 0
        while let (language, bits) = common.phrase(of: hash, number) {
          let range = range(ofLettersFrom: start, to: index)
          words.append(Piece(range: range, bits: bits, kind: .listed, isWord: true, language: language))
          languages |= 1 << UInt32(language)
          number += 1
        }
      }
    }
    guard words.count >= Self.leastWords else { return }
    for language in 0..<UInt8(32) where languages & 1 << UInt32(language) != 0 {
      // The places where words end, and where a second and a third one in a row do, a bit each.
      var (one, two, three): (UInt128, UInt128, UInt128) = (0, 0, 0)
      for word in words where word.language == language {
        let (start, end) = (
          UInt128(1) << UInt128(word.range.lowerBound), UInt128(1) << UInt128(word.range.upperBound)
        )
        if two & start != 0 { three |= end }
        if one & start != 0 { two |= end }
        one |= end
      }
      if three != 0 { addPhrases(of: words.filter { $0.language == language }, &found) }
    }
  }

  /// Adds the longest phrase of `words` that ends at each place. They are in the order of their starts.
  private func addPhrases(of words: [Piece], _ found: inout [Piece]) {
    // For each place, the longest chains of one, two, and three or more words that end there.
    let none = Piece(range: 0..<0, bits: .infinity, kind: .listed)
    var chains = [Piece](repeating: none, count: (count + 1) * Self.leastWords)
    for word in words {
      for number in -1..<Self.leastWords {
        var chain = number < 0 ? word : chains[word.range.lowerBound * Self.leastWords + number]
        if number >= 0 { chain.bits += word.bits }
        chain.range = chain.range.lowerBound..<word.range.upperBound
        chain.ends |= 1 << UInt128(chain.range.count)
        let index = word.range.upperBound * Self.leastWords + min(number + 1, Self.leastWords - 1)
        let (new, old) = (chain.range.count, chains[index].range.count)
        if chain.bits < .infinity, new > old || new == old && chain.bits < chains[index].bits {
          chains[index] = chain
        }
      }
    }
    for var phrase in chains where phrase.ends.nonzeroBitCount >= Self.leastWords {
      guard phrase.range.count >= Self.leastPhrase else { continue }
      var (capitals, areAll) = (0.0, true)
      phrase.forEachWord { word in
        capitals += bitsOfCapitals(in: word.range)
        areAll = unsafe areAll && (0x41...0x5A).contains(bytes[word.range.lowerBound])
      }
      phrase.bits += Piece.bitsOfLanguage + (areAll ? min(capitals, 1) : capitals)
      found.append(phrase)
    }
  }
}

extension Piece {
  /// The bits of the language of a phrase.
  static let bitsOfLanguage = 4.0

  func endsWord(at place: Int) -> Bool { ends & 1 << UInt128(place - range.lowerBound) != 0 }

  /// Calls `body` with the words of a phrase, from the last to the first; with the part itself if it is no phrase.
  func forEachWord(_ body: (Piece) -> Void) {
    if ends == 0 { return body(self) }
    var end = range.upperBound
    for start in range.reversed() where start == range.lowerBound || endsWord(at: start) {
      var word = self
      word.range = start..<end
      word.bits = bits * Double(word.range.count) / Double(range.count)
      body(word)
      end = start
    }
  }
}

extension GuessableText {
  private static let leastExample = 8
  private static let mostBehind = 4
  private static let bitsOfExample = 6.0

  /// Adds the whole text if it is an example that is published as a good password: in any case, with other separators or
  /// none, and with up to four digits or signs behind.
  func findExample(_ common: CommonWords.Table, _ found: inout [Piece]) {
    var lastLetter = count
    while lastLetter > 0, kind(at: lastLetter - 1) != .letter { lastLetter -= 1 }
    var hash = LetterHash()
    for end in stride(from: 1, through: count, by: 1) where kind(at: end - 1) != .sign {
      let byte = unsafe bytes[end - 1]
      hash.add(UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte))
      guard end >= max(lastLetter, count - 2 * Self.mostBehind, Self.leastExample),
        let own = common.signs(behindExample: hash), count - end <= own + Self.mostBehind
      else { continue }
      let behind = count - min(count - end, Self.mostBehind)
      let bits = (behind..<count).reduce(Self.bitsOfExample) { $0 + (kind(at: $1) == .digit ? 3.3 : 4.5) }
      found.append(Piece(range: 0..<count, bits: bits, kind: .listed, isWord: true))
    }
  }
}
