internal import Glibc
package import WatchwordMessages
package import WatchwordSecrets

/// Passwords of words with a separator between them. Where the policy wants other classes of characters, one word begins
/// with a capital and a digit stands behind one, each at a place that is drawn.
package struct WordRecipe: PasswordRecipe {
  private let words: PlainWords
  private let separator: String
  private let rules: DrawingRules
  /// The criteria of a class that any word meets.
  private let metByWords: UInt64
  private let metBySeparator: UInt64
  private let metByMarks: UInt64
  /// The share of the words of each length.
  private let lengths: [(letters: Int, share: Double)]

  /// The digits that look like no letter.
  private static let plainDigits = Array("23456789".utf8)
  /// Those of them that are allowed.
  private let digits: [UInt8]
  /// Whether more than one word can be there, and a capital and a digit.
  private let canSeparate, canMark: Bool

  /// What stands between words unless something else is asked for.
  package static let standardSeparator = "-"

  /// Whether words can be told apart with `separator` between them: it is made of ASCII signs or spaces alone. Without
  /// it, or with letters and digits in it, two choices of words could be the same password, and the count be wrong.
  package static func separates(_ separator: String) -> Bool {
    !separator.isEmpty
      && separator.unicodeScalars.allSatisfy { (" "..."~").contains($0) && !$0.properties.isAlphabetic }
      && !separator.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Words that the rules do not allow are left out.
  ///
  /// - Precondition: There are words, and the separator separates them, see ``separates(_:)``.
  package init(
    _ words: PlainWords, separator: String = standardSeparator, meeting rules: DrawingRules
  ) {
    precondition(words.count > 0 && Self.separates(separator))
    let words = words.filter { word in
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
    // A word may have any letter, so what it surely meets is what every letter does.
    func metByEach(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(UInt64.max) { $0 & rules.met(by: $1) }
    }
    metByWords = metByEach(UInt8(ascii: "a")...UInt8(ascii: "z"))
    metBySeparator = separator.utf8.reduce(0) { $0 | rules.met(by: $1) }
    metByMarks = metByEach(UInt8(ascii: "A")...UInt8(ascii: "Z")) | metByEach(digits)
    lengths = PlainWords.letters.map { letters in
      (letters, Double(words.count(ofLetters: letters)) / Double(max(1, words.count)))
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
    // Which share of all texts has how many characters, a word longer with each round.
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
    return share < leastShare ? nil : max(0, bitsOfAll(of: count) + log2(share))
  }

  package func draw<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer
  ) throws(SystemError) {
    let hasMarks = hasMarks(count)
    var hasRoom = true
    /// More does not fit where the words are long, and such a text is drawn again as any that is too long.
    func append(_ byte: UInt8) { hasRoom = password.append(Unicode.Scalar(byte)) && hasRoom }
    repeat {
      password.removeAll()
      hasRoom = true
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
    } while !hasRoom || !rules.counts.contains(password.count)
  }
}

/// The plain words of a list, from which passwords are drawn: 3 to 9 letters from a to z, each word once.
package struct PlainWords: Equatable, Sendable {
  package static let letters = 3...9

  /// The words in order, five bits for each letter, 1 for a, with the first in the highest bits in use.
  private let words: [UInt64]
  private static let bitsOfLetter = 5

  /// Reads the list at `path`, a word a line, as ``WordFile`` does; other lines are passed over.
  ///
  /// - Throws: Why it cannot be read to its end, see ``FileError``.
  package init(path: String) throws(FileError) {
    var lines = try unsafe LineFile(path: path, limit: WordFile.sizeLimit, reader: LineFile.pread)
    var found: [UInt64] = []
    while !lines.isFinished {
      lines.read(slice: 65_536) { if let word = Self.word(of: $0) { found.append(word) } }
    }
    if let failure = lines.failure { throw failure }
    found.sort()
    var each: [UInt64] = []
    for word in found where word != each.last { each.append(word) }
    words = each
  }

  /// The word that `line` is; `nil` where it is no plain one.
  private static func word(of line: Span<UInt8>) -> UInt64? {
    guard letters.contains(line.count) else { return nil }
    var word: UInt64 = 0
    for offset in line.indices {
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= line[offset] else { return nil }
      word = word << bitsOfLetter | UInt64(line[offset] - UInt8(ascii: "a") + 1)
    }
    return word
  }

  private init(words: [UInt64]) { self.words = words }

  func filter(_ isIncluded: (UInt64) -> Bool) -> PlainWords { PlainWords(words: words.filter(isIncluded)) }

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
