internal import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// Words with a separator between them. If the policy needs more classes of characters, one word gets a capital first
/// letter, and one, perhaps the same, a digit at its end. Which words, and which digit, is random.
package struct WordRecipe: PasswordRecipe {
  private let words: PlainWords
  private let separator: String
  private let rules: DrawingRules
  /// The bits of ``DrawingRules/met(by:)`` that every word has.
  private let metByWords: UInt64
  private let metBySeparator: UInt64
  /// The bits of a capital and a digit.
  private let metByMarks: UInt64
  private let lengths: [(letters: Int, share: Double)]

  /// The digits that look like no letter.
  private static let plainDigits = Array("23456789".utf8)
  private let digits: [UInt8]
  /// Whether the rules allow several words with the separator between them.
  private let canSeparate: Bool
  /// Whether the rules allow a capital and a digit.
  private let canMark: Bool

  package static let standardSeparator = "-"

  /// Whether `separator` keeps words apart: it has only ASCII symbols and spaces. If it were empty, or had letters or
  /// digits, two choices of words could make the same password, and the count would be wrong.
  package static func separates(_ separator: String) -> Bool {
    !separator.isEmpty
      && separator.unicodeScalars.allSatisfy { (" "..."~").contains($0) && !$0.properties.isAlphabetic }
      && !separator.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Leaves out words that the rules do not allow.
  ///
  /// - Precondition: There are words, and ``separates(_:)`` is true of the separator.
  package init(
    _ words: consuming PlainWords, separator: String = standardSeparator, meeting rules: DrawingRules
  ) {
    precondition(words.count > 0 && Self.separates(separator))
    words.keep { word in
      var letters: [UInt8] = []
      PlainWords.forEachLetter(of: word) { letters.append($0) }
      return rules.allow(letters)
    }
    (self.words, self.separator, self.rules) = (words, separator, rules)
    let digits = Self.plainDigits.filter(rules.characters.contains)
    self.digits = digits
    canSeparate = rules.allow(separator.utf8)
    let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    canMark = !digits.isEmpty && capitals.allSatisfy(rules.characters.contains)
    // A word may have any letters, so it surely meets only what every letter meets.
    func metByEach(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(UInt64.max) { $0 & rules.met(by: $1) }
    }
    metByWords = metByEach(UInt8(ascii: "a")...UInt8(ascii: "z"))
    metBySeparator = separator.utf8.reduce(0) { $0 | rules.met(by: $1) }
    metByMarks = metByEach(UInt8(ascii: "A")...UInt8(ascii: "Z")) | metByEach(digits)
    let list = self.words
    lengths = PlainWords.letters.map { letters in
      (letters, Double(list.count(ofLetters: letters)) / Double(max(1, list.count)))
    }
  }

  package var most: Int {
    let gap = separator.utf8.count
    return (rules.counts.upperBound + gap) / (PlainWords.letters.lowerBound + gap)
  }

  package var wordCount: Int { words.count }

  /// Whether a capital and a digit are added to `count` words.
  private func hasMarks(_ count: Int) -> Bool {
    !rules.areEnough(metWithoutMarks(count), with: leastLength(of: count))
  }

  private func leastLength(of count: Int) -> Int {
    count * PlainWords.letters.lowerBound + (count - 1) * separator.utf8.count
  }

  private func metWithoutMarks(_ count: Int) -> UInt64 { metByWords | (count > 1 ? metBySeparator : 0) }

  package func bitsOfAll(of count: Int) -> Double {
    let choices = Double(count * count * digits.count)
    return Double(count) * log2(Double(words.count)) + (hasMarks(count) ? log2(choices) : 0)
  }

  package func bits(of count: Int) -> Double? {
    guard (1...max(1, most)).contains(count), words.count > 0, count == 1 || canSeparate else { return nil }
    let hasMarks = hasMarks(count)
    guard !hasMarks || canMark,
      rules.areEnough(
        metWithoutMarks(count) | (hasMarks ? metByMarks : 0), with: leastLength(of: count))
    else { return nil }
    // For each number of characters, the share of all texts that are so long. Each round adds a word.
    let other = (count - 1) * separator.utf8.count + (hasMarks ? 1 : 0)
    var shares = [Int: Double](uniqueKeysWithValues: [(other, 1)])
    for _ in 0..<count {
      var longer: [Int: Double] = [:]
      for (length, share) in shares {
        for (letters, part) in lengths { longer[length + letters, default: 0] += share * part }
      }
      shares = longer
    }
    let share = shares.reduce(0) { rules.counts.contains($1.key) ? $0 + $1.value : $0 }
    guard share >= max(leastShare, Double(count) / mostWords) else { return nil }
    return max(0, bitsOfAll(of: count) + log2(share))
  }

  package func attempt<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer
  ) throws(SystemError) -> Bool {
    let hasMarks = hasMarks(count)
    var hasRoom = true
    /// Appends `byte`, or notes that there is no room for it, as with long words.
    func append(_ byte: UInt8) { hasRoom = password.append(Unicode.Scalar(byte)) && hasRoom }
    password.removeAll()
    let raised = hasMarks ? try random.number(below: count) : nil
    let marked = hasMarks ? try random.number(below: count) : nil
    for place in 0..<count {
      if place > 0 { for byte in separator.utf8 { append(byte) } }
      let word = words[try random.number(below: words.count)]
      var isFirst = true
      PlainWords.forEachLetter(of: word) { letter in
        append(isFirst && place == raised ? letter & ~0x20 : letter)
        isFirst = false
      }
      if place == marked {
        append(digits[try random.number(below: digits.count)])
      }
    }
    return hasRoom && rules.counts.contains(password.count)
  }
}

/// The plain words of a list, to draw passwords from: 3 to 9 letters from a to z, each word once.
package struct PlainWords: Equatable, Sendable {
  package static let letters = 3...9

  /// The words in ascending order. Each letter takes five bits, from 1 for a to 26 for z. The last letter is in the
  /// lowest bits.
  private var words: [UInt64]
  private static let bitsOfLetter = 5

  /// Reads the list at `path`, a word a line, as ``WordFile`` does. The number before a word in a list for dice, such
  /// as "11111" and a tab, is skipped. Lines without a plain word are skipped too. Throws if the list is not UTF-8, or
  /// cannot be read to its end.
  package init(path: String) throws(FileError) {
    var lines = try unsafe LineFile(path: path, limit: WordFile.sizeLimit, reader: LineFile.pread)
    var found: [UInt64] = []
    // Shorter lines are few or equal. An array that grows would take twice the memory.
    found.reserveCapacity(lines.size / 6)
    while !lines.isFinished {
      lines.read(slice: 65_536) { line in
        guard let word = Self.word(of: line) else { return LineFile.isText(line) }
        found.append(word)
        return true
      }
    }
    if let failure = lines.failure { throw failure }
    found.sort()
    var count = 0
    for index in found.indices where count == 0 || found[index] != found[count - 1] {
      found[count] = found[index]
      count += 1
    }
    found.removeSubrange(count...)
    words = found
  }

  /// The word in `line`; `nil` if the line has no plain word.
  private static func word(of line: Span<UInt8>) -> UInt64? {
    let digits = line.indices.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= line[$0] }.upperBound
    let start = line.indices[digits...].first { ![UInt8(ascii: " "), UInt8(ascii: "\t")].contains(line[$0]) }
    guard let start, (digits == 0) == (start == digits), letters.contains(line.count - start) else {
      return nil
    }
    var word: UInt64 = 0
    for offset in start..<line.count {
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= line[offset] else { return nil }
      word = word << bitsOfLetter | UInt64(line[offset] - UInt8(ascii: "a") + 1)
    }
    return word
  }

  /// Drops the other words. Needs no memory if nobody else has the list.
  mutating func keep(where isKept: (UInt64) -> Bool) { words.removeAll { !isKept($0) } }

  package var count: Int { words.count }

  func count(ofLetters letters: Int) -> Int {
    words.count { (UInt64.bitWidth - $0.leadingZeroBitCount - 1) / Self.bitsOfLetter + 1 == letters }
  }

  subscript(index: Int) -> UInt64 { words[index] }

  static func forEachLetter(of word: UInt64, _ body: (UInt8) -> Void) {
    for place in (0..<letters.upperBound).reversed() {
      let number = UInt8(truncatingIfNeeded: word >> UInt64(place * bitsOfLetter)) & (1 << bitsOfLetter - 1)
      if number > 0 { body(UInt8(ascii: "a") - 1 + number) }
    }
  }
}
