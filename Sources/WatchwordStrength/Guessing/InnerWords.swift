internal import Glibc

/// The lists whose words count inside a text, besides those of the library. Made for one estimate.
struct InnerLists {
  let common: CommonWords.Table?
  private let others: [WordIndex]

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
      others.indices.contains { others[$0].mayHave(fingerprint) }
    )
  }

  /// The fewest bits that the word with `fingerprint` has in the lists that `kinds` names; `nil` if none of them has
  /// the word.
  @inline(__always)
  func bits(of fingerprint: UInt64, in kinds: (common: Bool, other: Bool)) -> Double? {
    var least = kinds.common ? common?.bits(of: fingerprint) : nil
    if !kinds.other { return least }
    for index in others.indices where others[index].contains(fingerprint) {
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
    // A bracket is the key of a Russian letter.
    if self == .plain || sign >= 0x5B { return nil }
    let letters = Unicode.Scalar(UInt8(truncatingIfNeeded: sign)).swappedLetters
    return self == .first ? letters?.first : letters?.second
  }
}

extension GuessableText {
  /// The lengths of words that are looked for inside, in letters. Shorter words occur in too many texts by chance.
  static let innerLengths = 5...24
  /// The lengths of words that are looked for where only words, signs and the ends of the text stand beside them.
  private static let shortLengths = 3...4
  private static let drawnLengths = 3...9
  /// The lengths of words that are written in ideographs.
  private static let ideographs = 1...4
  private static let firstIdeograph: UInt32 = 0x4E00
  private static let leastPassword = 8
  /// The bits of a word of a list from which passphrases are drawn.
  private static let bitsOfDrawn = log2(7776.0)

  /// Adds the words of `lists` in the text.
  func findWords(of lists: InnerLists, _ found: inout [Piece]) {
    if lists.isEmpty { return }
    let count = readLetters()
    found.reserveCapacity(found.count + count)
    var (phrases, run, lengths) = ([Phrase](), 0, Self.drawnLengths)
    for index in 0..<count {
      run = unsafe CommonWords.has(letters[index]) ? run + 1 : 0
      if run == Self.leastPhrase { lengths = Self.phraseLengths }
    }
    for reading in InnerReading.allCases where unsafe reading.isOther(for: letters, count) {
      for start in 0..<count {
        find(from: start, step: 1, reading, in: count, lists, lengths, &phrases, &found)
      }
    }
    // Few people both swap letters and reverse a word. Such matches are more often due to chance.
    for start in 0..<count {
      find(from: start, step: -1, .plain, in: count, lists, lengths, &phrases, &found)
    }
    if let common = lists.common {
      findWordBesideDate(common, &found)
      findPasswords(common, in: count, &found)
      findExample(common, &found)
    }
  }

  /// Adds a short word, a less common one too, if nothing else is there than a date of `found` and two signs at most.
  private func findWordBesideDate(_ common: CommonWords.Table, _ found: inout [Piece]) {
    guard let start = (0..<count).first(where: { kind(at: $0) == .letter }) else { return }
    let letters = start..<end(of: .letter, from: start)
    let areAlone = found.contains { date in
      date.kind == .found(.date) && !date.range.overlaps(letters)
        && count - date.range.count - letters.count < 3
        && (0..<count).allSatisfy { kind(at: $0) == .sign || letters ~= $0 || date.range ~= $0 }
    }
    guard areAlone else { return }
    let hash = hash(of: letters)
    guard let bits = common.bits(of: hash, as: .short) ?? common.bits(of: hash, as: .rare) else { return }
    found.append(
      Piece(
        range: letters, bits: bits + bitsOfScript(at: start) + bitsOfCapitals(in: letters), kind: .listed,
        isWord: true))
  }

  /// The letters at `range` by which words are looked up.
  func hash(of range: Range<Int>) -> LetterHash {
    var hash = LetterHash()
    for index in range { unsafe scalar(of: bytes[index]).forEachInnerLetter { hash.add(UInt64($0)) } }
    return hash
  }

  /// Adds the common passwords among the first `count` letters: the whole, and all that stands between two signs, or
  /// between two characters that are no letters.
  private func findPasswords(_ common: CommonWords.Table, in count: Int, _ found: inout [Piece]) {
    func add(_ letters: Range<Int>) {
      guard letters.count >= Self.leastPassword else { return }
      let range = range(ofLettersFrom: letters.lowerBound, to: letters.upperBound - 1)
      var hash = LetterHash()
      for index in letters { unsafe hash.add(UInt64(self.letters[index])) }
      guard let bits = common.bits(of: hash, as: .password) else { return }
      found.append(
        Piece(
          range: range, bits: bits + bitsOfCapitals(in: range), kind: .found(.word), isWord: true))
    }
    var (afterSign, afterOther) = (0, 0)
    for index in 0...count {
      let kind = index == count ? Class.sign : unsafe self.kind(at: Int(letterPlaces[index]))
      if kind == .letter { continue }
      add(afterOther..<index)
      afterOther = index + 1
      if kind == .digit { continue }
      add(afterSign..<index)
      afterSign = index + 1
    }
    add(0..<count)
  }

  /// Adds to `found` the words of `lists` that begin at `start` and go in the direction of `step`. `end` is the number
  /// of letters.
  private func find(
    from start: Int, step: Int, _ reading: InnerReading, in end: Int, _ lists: InnerLists,
    _ lengths: ClosedRange<Int>, _ phrases: inout [Phrase], _ found: inout [Piece]
  ) {
    let last = step > 0 ? end - 1 : 0
    let least = unsafe letters[start] >= Self.firstIdeograph ? 1 : Self.phraseLengths.lowerBound
    guard (last - start) * step >= least - 1, begins(at: start, step) else { return }
    var hash = LetterHash()
    var (count, swaps, index) = (0, 0, start)
    func add(_ bits: Double, lists: UInt8 = 0, isShort: Bool = false) {
      let range = range(ofLettersFrom: min(start, index), to: max(start, index))
      let bitsOfScript = unsafe bitsOfScript(at: Int(letterPlaces[start]))
      found.append(
        Piece(
          range: range,
          bits: bits + bitsOfScript + bitsOfCapitals(in: range) + Double(swaps) + (step > 0 ? 0 : 1),
          kind: swaps == 0 ? .listed : .found(.substitution), isWord: swaps == 0, lists: lists,
          isShort: isShort))
    }
    // Whether the letters so far differ from those of the reading before, which has found the same words otherwise.
    var isNew = reading == .plain
    // The kinds of lists that may have a word with this beginning.
    var kinds = (common: true, other: true)
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
      if letter >= Self.firstIdeograph, Self.ideographs.contains(count), step > 0,
        let bits = lists.common?.bits(of: hash, as: .ideographs)
      {
        add(bits)
      }
      if count == Self.innerLengths.lowerBound {
        let found = lists.mayBegin(with: hash.value)
        kinds = (kinds.common && found.common, found.other)
      }
      if !kinds.common, !kinds.other { return }
      if reading == .plain, step > 0, kinds.common, lengths.contains(count), begins(at: index, -step),
        let common = lists.common, count >= Self.innerLengths.lowerBound || common.mayBegin(with: hash.value)
      {
        if lengths == Self.phraseLengths {
          let range = range(ofLettersFrom: start, to: index)
          findPhrases(endingWith: hash, at: range, common, &phrases, &found)
        }
        // The lists from which words are drawn have Latin ones alone.
        let isLatin = unsafe scalar(of: bytes[Int(letterPlaces[start])]).value < 0x370
        let drawn = isLatin && Self.drawnLengths.contains(count) ? common.lists(of: hash) : 0
        if drawn != 0 { add(Self.bitsOfDrawn, lists: drawn) }
        if Self.shortLengths.contains(count), let bits = common.bits(of: hash, as: .short) {
          add(bits, isShort: true)
        }
      }
      if isNew, count >= Self.innerLengths.lowerBound, begins(at: index, -step),
        let bits = lists.bits(of: hash.value, in: kinds)
      {
        add(bits)
      }
      if index == last { return }
      index += step
    }
  }

  /// Letters of Greek, Hebrew and Arabic share their keys with Latin and Cyrillic ones.
  private func bitsOfScript(at index: Int) -> Double {
    let letter = unsafe scalar(of: bytes[index]).value
    return 0x370..<0x400 ~= letter || 0x530..<0x700 ~= letter ? 2 : 0
  }

  func range(ofLettersFrom first: Int, to last: Int) -> Range<Int> {
    unsafe Int(letterPlaces[first])..<Int(letterPlaces[last + 1])
  }

  /// Whether the letter at `index` is the first of its character, reading in the direction of `step`.
  func begins(at index: Int, _ step: Int) -> Bool {
    let place = unsafe letterPlaces[index]
    if step < 0 { return unsafe letterPlaces[index + 1] != place }
    return unsafe index == 0 || letterPlaces[index - 1] != place
  }

  /// The bits that capitals add to a word, counted as the library does: one bit if all letters, or only the first or
  /// the last, are capitals. Otherwise they depend on the number of ways to choose so many capitals.
  func bitsOfCapitals(in range: Range<Int>) -> Double {
    let capitals = range.count { isCapital(at: $0) }
    let others = range.count { index in unsafe bytes[index] > 0x5A }
    if capitals == 0 { return 0 }
    if others == 0
      || capitals == 1 && (isCapital(at: range.lowerBound) || isCapital(at: range.upperBound - 1))
    {
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
