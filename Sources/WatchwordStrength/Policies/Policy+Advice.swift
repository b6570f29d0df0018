internal import Glibc

extension Policy {
  /// Works out what would bring a text with `estimate` to the least level, or, where it is there, to the strongest, and
  /// is as long as the policy wants it. A place is named only of a text that is refused.
  ///
  /// - Parameters:
  ///   - estimate: What a meter says of the text.
  ///   - characters: How many the text has, as the policy counts them.
  ///   - bytes: How many the text has.
  func advise(_ estimate: inout Estimate, characters: Int, bytes: Int) {
    let isEnough = estimate.level >= minimumLevel
    if isEnough { estimate.hidePlaces() }
    guard let scale = estimate.scale, !estimate.reasons.isEmpty else { return }
    let level = isEnough ? Level.strongest : minimumLevel
    if let bits = estimate.bits {
      estimate.advice = room.addition(
        of: Double(scale.start(of: level)) - bits, characters: characters, bytes: bytes)
    } else {
      // A policy that counts code points may find enough of them where the meter finds too few grapheme clusters.
      let isWord = estimate.reasons[0].kind != .short
      let lengths = [level, .strongest].compactMap { room.length(for: $0, on: scale, isWord: isWord) }
      estimate.advice = lengths.first { $0 > characters }.map { .length($0) }
    }
    guard estimate.advice == nil else { return }
    estimate.advice = .replacement
    estimate.reasons.removeAll { $0.kind == .short }
  }

  /// What may be added to a text.
  struct Room: Equatable, Sendable {
    /// How many characters a text may have, and the most bytes.
    private var characters = 0...Int.max
    private var bytes = Int.max
    /// The bits of a random character of those that are allowed, but for the space.
    private var bitsOfCharacter = Self.mostBitsOfCharacter
    private var allowsWords = true

    /// The bits of one of the 94 characters of ASCII that can be seen, rounded down.
    private static let mostBitsOfCharacter = 6.5
    /// The bits of one of the 7,776 words of the list that is drawn from with five dice, rounded down, and the characters
    /// of its mean word.
    private static let word = (bits: 12.9, characters: 7)

    init() {}

    init(characters: ClosedRange<Int>, bytes: Int, allowed: AllowedCharacters?) {
      (self.characters, self.bytes) = (characters, bytes)
      guard let allowed else { return }
      allowsWords = allowed.hasLetters
      let visible = allowed.ascii.intersection(.printable).bits & ~(1 << 0x20)
      bitsOfCharacter = min(bitsOfCharacter, log2(Double(max(1, visible.nonzeroBitCount))))
    }

    /// What adds `bits`, and makes the text as long as it has to be; `nil` where that does not fit behind so many
    /// characters and bytes.
    fileprivate func addition(of bits: Double, characters: Int, bytes: Int) -> Advice? {
      let room = min(self.characters.upperBound - characters, self.bytes - bytes)
      let missing = self.characters.lowerBound - characters
      let count = max(missing, Self.number(of: bitsOfCharacter, in: bits))
      let lengths = (missing + Self.word.characters - 1) / Self.word.characters
      let words = max(lengths, Self.number(of: Self.word.bits, in: bits))
      guard count <= room else { return nil }
      let fits = allowsWords && words * Self.word.characters <= room
      return .addition(characters: count, words: fits ? words : nil)
    }

    private static func number(of bits: Double, in all: Double) -> Int {
      bits > 0 ? max(1, Int((all / bits).rounded(.up))) : .max
    }

    /// How many characters a text has to have for `level`, a word for the one above it (B6); `nil` where so many are not
    /// allowed, or no word has the level.
    fileprivate func length(for level: Level, on scale: StrengthScale, isWord: Bool) -> Int? {
      if isWord, level == .strongest { return nil }
      let least = scale.start(of: isWord ? Level(rawValue: level.rawValue + 1) ?? level : level)
      return least <= characters.upperBound ? max(least, characters.lowerBound) : nil
    }
  }
}
