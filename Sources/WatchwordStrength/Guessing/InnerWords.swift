internal import Glibc

/// A part of a guessable text, and one way to guess it.
struct Piece {
  var range: Range<Int>
  /// The binary logarithm of the number of guesses, without the bits for the place in the text.
  var bits: Double
  var kind: GuessedPart.Kind
  /// Whether the part is a word without changes, from a list or the library.
  var isWord = false
  /// Whether the part is a word of a list that the library does not have.
  var isOfList = false

  /// The bits of this part in a text of `count` code points. A part that is not at the start takes more, as in the
  /// library.
  func placedBits(in count: Int) -> Double {
    switch range {
    case _ where range.lowerBound == 0: bits
    case _ where range.upperBound == count: bits + 1
    default: bits + Self.bitsOfPlace
    }
  }

  static let bitsOfPlace = 1.75
}

extension Piece {
  init(charactersAt range: Range<Int>, bits: Double) {
    self.init(range: range, bits: bits * Double(range.count), kind: .characters)
  }
}

/// The lists whose words count inside a text, besides those of the library. Made for one estimate.
struct InnerLists {
  private let common: CommonWords.Table?
  private let others: [(index: WordIndex, bits: Double)]

  init(_ common: CommonWords?, _ others: [any WordList]) {
    common?.open()
    (self.common, self.others) = (common?.table, others.compactMap(\.innerWords))
  }

  var isEmpty: Bool { common == nil && others.isEmpty }

  /// Whether a common word, and whether a word of another list, may begin with certain letters. `fingerprint` is that
  /// of as many letters as the shortest word has.
  @inline(__always)
  func mayBegin(with fingerprint: UInt64) -> (common: Bool, other: Bool) {
    (
      common?.mayBegin(with: fingerprint) ?? false,
      others.indices.contains { others[$0].index.mayHave(fingerprint) }
    )
  }

  /// The fewest bits that the word with `fingerprint` has in the lists that `kinds` names; `nil` if none of them has
  /// the word.
  @inline(__always)
  func bits(of fingerprint: UInt64, in kinds: (common: Bool, other: Bool)) -> Double? {
    var least = kinds.common ? common?.bits(of: fingerprint) : nil
    if !kinds.other { return least }
    for index in others.indices where others[index].index.contains(fingerprint) {
      least = min(least ?? others[index].bits, others[index].bits)
    }
    return least
  }
}

/// How the characters of a text are read when words of a list are looked for.
enum InnerReading: CaseIterable {
  case plain
  /// A symbol or digit is read as the letter that it looks like; as the first, if there are two such letters.
  case first
  /// As ``first``, but as the second letter if there are two.
  case second

  /// Whether any of `count` letters reads differently than in the reading before this one.
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
  /// The lengths of words that are looked for inside, in letters. Shorter words occur in too many texts by chance.
  static let innerLengths = 5...24

  /// The cheapest way to guess the text with words of `lists`. The rest is guessed character by character, or as pieces
  /// in `others`, which the library found with `context`. `nil` if words of `lists` make nothing cheaper. If a word
  /// cuts a piece of the library, asks the library again about the longest part that is left: it may find something
  /// else there.
  func pieces(
    with lists: InnerLists, besides others: [Piece], context: ContextWords
  ) -> [Piece]? {
    let words = lists.isEmpty ? [] : words(of: lists)
    if words.isEmpty { return nil }
    let others = others.filter { $0.kind != .characters }
    let way = cheapest(of: words + others)
    let gaps = way.split(whereSeparator: \.isOfList).map { gap in
      gap[gap.startIndex].range.lowerBound..<gap[gap.endIndex - 1].range.upperBound
    }
    if gaps.count == 1, gaps[0].count == count { return nil }
    let cut = gaps.filter { gap in
      // In fewer than three characters the library finds nothing that has a name.
      gap.count > 2
        && others.contains { ![0, $0.range.count].contains($0.range.clamped(to: gap).count) }
    }
    guard let gap = cut.max(by: { $0.count < $1.count }) else { return way }
    let rest = way.filter { !gap.contains($0.range.lowerBound) }
    let pieces = rest + ask(about: gap, context: context).pieces
    return pieces.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func cheapest(of pieces: [Piece]) -> [Piece] {
    let bitsOfCharacter = bitsOfCharacter
    var ways: [(bits: Double, last: Piece?)] = [(0, nil)]
    ways.reserveCapacity(count + 1)
    for end in 1...count {
      var best: (bits: Double, last: Piece?) = (ways[end - 1].bits + bitsOfCharacter, nil)
      for piece in pieces where piece.range.upperBound == end {
        // The text after a word does not begin at the start, which adds bits.
        let following = piece.isOfList && end < count ? Piece.bitsOfPlace : 0
        let bits = ways[piece.range.lowerBound].bits + piece.placedBits(in: count) + following
        if bits < best.bits { best = (bits, piece) }
      }
      ways.append(best)
    }
    var chosen: [Piece] = []
    while case let end = chosen.last?.range.lowerBound ?? count, end > 0 {
      let start = ways[..<end].lastIndex { $0.last != nil } ?? 0
      chosen.append(ways[end].last ?? Piece(charactersAt: start..<end, bits: bitsOfCharacter))
    }
    return chosen.reversed()
  }

  private func words(of lists: InnerLists) -> [Piece] {
    let count = readLetters()
    var found: [Piece] = []
    found.reserveCapacity(count)
    for reading in InnerReading.allCases where unsafe reading.isOther(for: letters, count) {
      for start in 0..<count {
        find(from: start, step: 1, reading, in: count, lists, &found)
        // Few people both swap letters and reverse a word. Such matches are more often due to chance.
        if reading == .plain { find(from: start, step: -1, reading, in: count, lists, &found) }
      }
    }
    return found
  }

  /// Adds to `found` the words of `lists` that begin at `start` and go in the direction of `step`. `end` is the number
  /// of letters.
  private func find(
    from start: Int, step: Int, _ reading: InnerReading, in end: Int, _ lists: InnerLists,
    _ found: inout [Piece]
  ) {
    let last = step > 0 ? end - 1 : 0
    guard (last - start) * step >= Self.innerLengths.lowerBound - 1, begins(at: start, step) else { return }
    var hash = LetterHash()
    var (count, swaps) = (0, 0)
    // Whether the letters so far differ from those of the reading before, which has found the same words otherwise.
    var isNew = reading == .plain
    // The kinds of lists that may have a word with this beginning.
    var kinds = (common: true, other: true)
    var index = start
    while count < Self.innerLengths.upperBound {
      count += 1
      let letter = unsafe letters[index]
      if let other = reading.letter(for: letter) {
        swaps += 1
        isNew = isNew || reading == .first || other != InnerReading.first.letter(for: letter)
        hash.add(UInt64(other.value))
      } else {
        hash.add(UInt64(letter))
        kinds.common = kinds.common && CommonWords.has(letter)
      }
      if count == Self.innerLengths.lowerBound {
        let found = lists.mayBegin(with: hash.value)
        kinds = (kinds.common && found.common, found.other)
      }
      if !kinds.common, !kinds.other { return }
      if isNew, count >= Self.innerLengths.lowerBound, begins(at: index, -step),
        let bits = lists.bits(of: hash.value, in: kinds)
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

  /// Whether the letter at `index` is the first of its character, reading in the direction of `step`.
  private func begins(at index: Int, _ step: Int) -> Bool {
    let place = unsafe letterPlaces[index]
    if step < 0 { return unsafe letterPlaces[index + 1] != place }
    return unsafe index == 0 || letterPlaces[index - 1] != place
  }

  /// The bits that capitals add to a word, counted as the library does. It is one bit if all letters, or only the first
  /// or the last, are capitals. Otherwise it depends on the number of ways to choose so many capitals.
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
