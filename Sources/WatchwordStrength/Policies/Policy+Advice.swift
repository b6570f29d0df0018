internal import Glibc
internal import WatchwordBase

extension Policy {
  /// Works out the advice for a text with `estimate`: what raises the text to the least level that passes, or to the
  /// next level if it passes already, and makes it long enough. `characters` is the number that the policy counts.
  /// Hides the places of the reasons unless the level is too low.
  func advise(_ estimate: inout Estimate, characters: Int, bytes: Int) {
    let isEnough = estimate.level >= minimumLevel
    if isEnough { estimate.hidePlaces() }
    guard let scale = estimate.scale, !estimate.reasons.isEmpty else { return }
    let level = isEnough ? Level(rawValue: estimate.level.rawValue + 1) ?? .strongest : minimumLevel
    if let bits = estimate.bits {
      estimate.advice = headroom.addition(
        of: Double(scale.start(of: level)) - bits, characters: characters, bytes: bytes)
    } else {
      // A policy that counts code points may find enough of them where the meter finds too few grapheme clusters. Then
      // the advice is the length for the strongest level.
      let isWord = estimate.reasons[0].kind != .short
      let lengths = [level, .strongest].compactMap { headroom.length(for: $0, on: scale, isWord: isWord) }
      estimate.advice = lengths.first { $0 > characters }.map { .length($0) }
    }
    guard estimate.advice == nil else { return }
    estimate.advice = .replacement
    estimate.reasons.removeAll { $0.kind == .short }
  }

  /// The kinds of characters that a text with `verdict`, of `characters`, still lacks once `advice` is followed, by the
  /// numbers of their criteria; `nil` if it fails anything that the advice does not meet. The level does not count.
  package func kinds(lackingAfter advice: Advice?, by verdict: PolicyVerdict, characters: Int) -> [Int]? {
    var lacking: [Int] = []
    for (group, place) in zip(groups, places) where place.refuses(verdict) && !group.asksForLevel {
      let unmet = place.members.filter { !verdict.isMet($0) }
      let kinds = unmet.filter { criteria[$0].row.missing != nil }
      guard let advice, advice.allows(kinds),
        unmet.allSatisfy({ kinds.contains($0) || isMetByMore($0, than: characters, verdict) })
      else { return nil }
      let unbrought = kinds.filter { !advice.brings(criteria[$0].row) }
      // The last kinds of a group are the easiest to add.
      lacking += unbrought.suffix(max(0, place.missing(in: verdict) - (unmet.count - unbrought.count)))
    }
    return lacking
  }

  /// Whether a text with `verdict`, of `count` characters, meets criterion `index` once words are behind it.
  private func isMetByMore(_ index: Int, than count: Int, _ verdict: PolicyVerdict) -> Bool {
    let row = criteria[index].row
    if let lengths = row.lengths { return count < lengths.lowerBound }
    if row.list != nil || row.isAside { return true }
    // Nothing in an empty text is refused.
    guard verdict.estimate == nil else { return false }
    if case .notOld = criteria[index].condition { return true }
    return row.allowed != nil || row.mostBytes != nil
  }

  /// The everyday words, and the kinds of characters besides, that pass by themselves, for people who begin. `scale` is
  /// in bits. `nil` if they would be too many, or may not fit or pass, or if the level is measured otherwise.
  package func startingWords(on scale: StrengthScale) -> (words: Advice, kinds: [Int])? {
    guard
      criteria.contains(where: { if case .level(_, by: .guesses) = $0.condition { true } else { false } }),
      let words = headroom.words(Double(scale.start(of: minimumLevel))),
      let kinds = kinds(lackingAfter: words, by: PolicyVerdict(), characters: 0)
    else { return nil }
    return (words, kinds)
  }

  /// What may be added to a text.
  struct Headroom: Equatable, Sendable {
    private var characters = 0...Int.max
    private var bytes = Int.max
    /// The bits that a person surely adds with a random allowed character, without the space.
    private var bitsOfCharacter = Self.mostBitsOfCharacter
    private var allowsWords = true
    private var allowsDashes = true

    /// The bits of a random small letter, less what makes 95 in 100 texts reach the level: some random characters look
    /// like a part of what stands before.
    private static let mostBitsOfCharacter = 4.0
    private static let certainty = 0.85
    /// The bits of one of the few thousand words that people think of, with and without a dash before it, and the room
    /// that such a word needs, or one from the list for five dice, with its dash.
    private static let word = (bits: 12.0, bitsJoined: 10.0, characters: 9)

    var least: Int { characters.lowerBound }

    init() {}

    init(characters: ClosedRange<Int>, bytes: Int, allowed: AllowedCharacters?) {
      (self.characters, self.bytes) = (characters, bytes)
      guard let allowed else { return }
      (allowsWords, allowsDashes) = (allowed.haveWords, allowed.contains("-"))
      let visible = allowed.ascii.intersection(.printable).bits & ~(1 << 0x20)
      bitsOfCharacter = min(bitsOfCharacter, Self.certainty * log2(Double(max(1, visible.nonzeroBitCount))))
    }

    /// The advice that adds `bits` to a text of `characters` and `bytes`, and makes it long enough. `nil` if the text
    /// has no room for that.
    fileprivate func addition(of bits: Double, characters: Int, bytes: Int) -> Advice? {
      let room = min(self.characters.upperBound - characters, self.bytes - bytes)
      let missing = self.characters.lowerBound - characters
      let lengths = (missing + Self.word.characters - 1) / Self.word.characters
      let words = max(
        lengths, Self.number(of: allowsDashes ? Self.word.bits : Self.word.bitsJoined, in: bits))
      if allowsWords, words <= room / Self.word.characters {
        return .words(words, behindDashes: allowsDashes)
      }
      let count = max(missing, Self.number(of: bitsOfCharacter, in: bits))
      return count <= room ? .characters(count) : nil
    }

    /// The number of everyday words in all that have `bits`, and how many are too many.
    fileprivate func words(_ bits: Double) -> Advice? {
      let count = max(Self.number(of: Self.bitsOfEverydayWord, in: bits), (characters.lowerBound + 4) / 5)
      let room = min(characters.upperBound, bytes) / Self.word.characters
      return allowsWords && allowsDashes && count <= min(room, Self.mostWords)
        ? .words(count, behindDashes: true) : nil
    }

    private static let bitsOfEverydayWord = 8.0
    private static let mostWords = 6

    private static func number(of bits: Double, in all: Double) -> Int {
      bits > 0 ? max(1, Int((all / bits).rounded(.up))) : .max
    }

    /// The number of characters for `level`. A word counts one level lower, so it needs the number for the level above
    /// (B6). `nil` if that many are not allowed, or no word can have the level.
    fileprivate func length(for level: Level, on scale: StrengthScale, isWord: Bool) -> Int? {
      if isWord, level == .strongest { return nil }
      let least = scale.start(of: isWord ? Level(rawValue: level.rawValue + 1) ?? level : level)
      return least <= characters.upperBound ? max(least, characters.lowerBound) : nil
    }
  }
}
