internal import Glibc

/// A part of a guessable text in one of the ways to guess it. Its place is that in the guessable text.
struct Piece {
  var range: Range<Int>
  /// The binary logarithm of the number of guesses, wherever it stands.
  var bits: Double
  var kind: GuessedPart.Kind
  /// Whether it is a word as it stands there, of a list or of the library.
  var isWord = false
  /// Whether it is of a list that the library does not have.
  var isOfList = false

  /// What it takes in a text of `count` code points, where more is to be guessed than the part: as much as the library
  /// adds for that.
  func placedBits(in count: Int) -> Double {
    switch range {
    case _ where range.lowerBound == 0: bits
    case _ where range.upperBound == count: bits + 1
    default: bits + Self.bitsOfPlace
    }
  }

  static let bitsOfPlace = 1.75
}

/// The lists whose words count inside a text, beside those of the library, for one estimate.
struct InnerLists {
  private let common: CommonWords.Table?
  private let other: (index: WordIndex, bits: Double)?

  init(_ common: CommonWords?, _ other: (any WordList)?) {
    common?.open()
    (self.common, self.other) = (common?.table, other?.innerWords)
  }

  var isEmpty: Bool { common == nil && other == nil }

  /// Whether there are other lists than that of common words.
  var hasOthers: Bool { other != nil }

  /// The least bits of the word with `fingerprint`; `nil` where no list has it. `isCommon` says whether it has no other signs
  /// than the common words.
  @inline(__always)
  func bits(of fingerprint: UInt64, isCommon: Bool) -> Double? {
    let rank = isCommon ? common?.bits(of: fingerprint) : nil
    guard let other, other.index.contains(fingerprint) else { return rank }
    return min(rank ?? other.bits, other.bits)
  }
}

/// What a character stands for in a word of a list, beside itself.
enum InnerReading: CaseIterable {
  case plain
  /// Signs for letters that they look like; of those that look like two, the first.
  case first
  /// The same; of those that look like two, the second.
  case second

  /// Whether any of `count` letters reads otherwise than in the reading before this one.
  func isOther(for letters: UnsafePointer<UInt32>, _ count: Int) -> Bool {
    let before = self == .second ? InnerReading.first : .plain
    return self == .plain
      || (0..<count).contains { unsafe letter(for: letters[$0]) != before.letter(for: letters[$0]) }
  }

  func letter(for sign: UInt32) -> Unicode.Scalar? {
    if self == .plain || sign >= 0x61 { return nil }
    return switch Unicode.Scalar(UInt8(truncatingIfNeeded: sign)) {
    case "1", "!": self == .first ? "i" : "l"
    case "7": self == .first ? "t" : "l"
    case "4", "@": "a"
    case "8": "b"
    case "(": "c"
    case "3": "e"
    case "6", "9": "g"
    case "0": "o"
    case "5", "$": "s"
    case "+": "t"
    case "%": "x"
    case "2": "z"
    default: nil
    }
  }
}

extension GuessableText {
  /// The letters of a word that is looked for inside: shorter ones stand in too many texts by chance.
  static let innerLengths = 5...24

  /// The cheapest way to guess the text with words of `lists` in it, as its parts; `nil` where it has none. The library is
  /// asked once more, about what lies between them.
  ///
  /// - Parameters:
  ///   - pieces: The parts of the text without these words.
  ///   - context: Words that count as the most likely ones.
  func pieces(with lists: InnerLists, besides pieces: [Piece], context: ContextWords) -> [Piece]? {
    let words = lists.isEmpty ? [] : words(of: lists)
    let chosen = words.isEmpty ? [] : cheapest(of: words, besides: pieces)
    if chosen.isEmpty { return nil }
    let places = readGaps(between: chosen)
    // In less than three characters the library finds nothing that would have a name.
    let isWorthAsking = places.split(separator: nil).contains { $0.count > 2 }
    let others =
      isWorthAsking ? ask(about: .gaps(at: places), context: context).pieces : characters(at: places)
    return (chosen + others).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Those of `words` with which the text takes the fewest guesses, where all else is guessed one by one or as one of
  /// `pieces`.
  private func cheapest(of words: [Piece], besides pieces: [Piece]) -> [Piece] {
    let all = words + pieces.filter { $0.kind != .characters }
    let bitsOfCharacter = bitsOfCharacter
    var ways: [(bits: Double, last: Piece?)] = [(0, nil)]
    for end in 1...count {
      var best: (bits: Double, last: Piece?) = (ways[end - 1].bits + bitsOfCharacter, nil)
      for piece in all where piece.range.upperBound == end {
        // What follows a word has a place of its own.
        let following = piece.isOfList && end < count ? Piece.bitsOfPlace : 0
        let bits = ways[piece.range.lowerBound].bits + piece.placedBits(in: count) + following
        if bits < best.bits { best = (bits, piece) }
      }
      ways.append(best)
    }
    var chosen: [Piece] = []
    var end = count
    while end > 0 {
      let last = ways[end].last
      if let last, last.isOfList { chosen.insert(last, at: 0) }
      end = last?.range.lowerBound ?? end - 1
    }
    return chosen
  }

  /// The words of `lists` in the text, forwards and backwards.
  private func words(of lists: InnerLists) -> [Piece] {
    let count = readLetters()
    var found: [Piece] = []
    for reading in InnerReading.allCases where unsafe reading.isOther(for: letters, count) {
      for start in 0..<count {
        find(from: start, step: 1, reading, in: count, lists, &found)
        // Who swaps letters and turns the word round besides, does more than is usual, and chance does it more often.
        if reading == .plain { find(from: start, step: -1, reading, in: count, lists, &found) }
      }
    }
    return found
  }

  /// Adds the words of `lists` to `found` that begin with the letter at `start`, of `count` letters, and go on in the
  /// direction of `step`.
  private func find(
    from start: Int, step: Int, _ reading: InnerReading, in count: Int, _ lists: InnerLists,
    _ found: inout [Piece]
  ) {
    let last = step > 0 ? count - 1 : 0
    guard (last - start) * step >= Self.innerLengths.lowerBound - 1, begins(at: start, step) else { return }
    var hash = WordHash()
    var swaps = 0
    // Whether the letters so far are others than in the reading before.
    var isNew = reading == .plain
    var isCommon = true
    var index = start
    while hash.count < Self.innerLengths.upperBound {
      let letter = unsafe letters[index]
      if let other = reading.letter(for: letter) {
        swaps += 1
        isNew = isNew || reading == .first || other != InnerReading.first.letter(for: letter)
        hash.add(letter: other.value)
      } else {
        hash.add(letter: letter)
        isCommon = isCommon && CommonWords.has(letter)
        if !isCommon, !lists.hasOthers { return }
      }
      if isNew, hash.count >= Self.innerLengths.lowerBound, begins(at: index, -step),
        let bits = lists.bits(of: hash.value, isCommon: isCommon)
      {
        let ends = unsafe (letterPlaces[min(start, index)], letterPlaces[max(start, index) + 1])
        let range = Int(ends.0)..<Int(ends.1)
        found.append(
          Piece(
            range: range, bits: bits + bitsOfCapitals(in: range) + Double(swaps) + (step > 0 ? 0 : 1),
            kind: swaps == 0 ? .listed : .found(.substitution), isWord: swaps == 0, isOfList: true))
      }
      if index == last { return }
      index += step
    }
  }

  /// Whether the letter at `index` is the first one of its character for somebody who reads in the direction of `step`.
  private func begins(at index: Int, _ step: Int) -> Bool {
    let place = unsafe letterPlaces[index]
    if step < 0 { return unsafe letterPlaces[index + 1] != place }
    return unsafe index == 0 || letterPlaces[index - 1] != place
  }

  /// What capitals add to a word, as the library counts them: a bit for the usual ways, else as many as there are ways to
  /// choose them.
  private func bitsOfCapitals(in range: Range<Int>) -> Double {
    func isCapital(_ index: Int) -> Bool { unsafe (0x41...0x5A).contains(bytes[index]) }
    let capitals = range.count(where: isCapital)
    let others = range.count { index in unsafe bytes[index] > 0x5A }
    if capitals == 0 { return 0 }
    if others == 0 || capitals == 1 && (isCapital(range.lowerBound) || isCapital(range.upperBound - 1)) {
      return 1
    }
    var (ways, sum) = (1.0, 0.0)
    for number in 1...min(capitals, others) {
      ways *= Double(capitals + others - number + 1) / Double(number)
      sum += ways
    }
    return log2(sum)
  }
}
