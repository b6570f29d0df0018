internal import WatchwordSecrets

/// What a policy wants of the length and the characters of a password that is drawn.
///
/// Which classes a character belongs to is said by the policy itself, so that nothing here can differ from its verdict. All
/// characters that are drawn are ASCII, so that clusters, code points and bytes are the same number.
package struct DrawingRules {
  package let counts: ClosedRange<Int>
  package let allowsWhiteSpace: Bool

  /// The ASCII characters that are allowed, none of them a space, in order.
  let characters: [UInt8]
  /// How many times in a row a character may stand, and how many may follow one another.
  let maximumRepeat, maximumSequence: Int

  private let policy: Policy
  /// The criteria of a length that has not to be met where something else is.
  private let alternatives: [(bit: UInt32, counts: ClosedRange<Int>)]
  /// The criteria that ask for a character of a class: bit `n` for criterion `n`.
  private let classes: UInt32
  /// The criteria that count the kinds of bytes, and the number that each asks for.
  private let kinds: [(bit: UInt32, least: Int)]

  /// The most characters of a password that is drawn, whatever the policy allows: more than anything needs, and few
  /// enough to count all passwords at once.
  package static let longest = 256

  package init(_ policy: Policy) {
    let most = Self.longest
    let range = policy.characterRange ?? 1...most
    let least = min(max(1, range.lowerBound, policy.leastBytes ?? 1), most)
    // Both limits count the same in ASCII.
    counts = least...max(least, min(range.upperBound, most, policy.maximumBytes ?? most))
    let allowed = policy.allowedCharacters
    allowsWhiteSpace =
      allowed?.contains(" ") != false && !policy.criteria.contains(where: \.row.refusesWhiteSpace)
    characters = (UInt8(ascii: "!")...UInt8(ascii: "~")).filter {
      allowed?.contains(Unicode.Scalar($0)) ?? true
    }
    var classes: UInt32 = 0
    var alternatives: [(UInt32, ClosedRange<Int>)] = []
    var kinds: [(UInt32, Int)] = []
    for (index, criterion) in policy.criteria.enumerated() {
      let bit: UInt32 = 1 << UInt32(index)
      let row = criterion.row
      if row.characters != nil, row.leastOfKind == 1 { classes |= bit }
      if let range = row.lengths, policy.places.contains(where: { $0.alternative == index }) {
        alternatives.append((bit, range))
      }
      if let least = row.leastClasses { kinds.append((bit, least)) }
    }
    maximumRepeat = policy.criteria.lazy.compactMap(\.row.maximumRepeat).min() ?? .max
    maximumSequence = policy.criteria.lazy.compactMap(\.row.maximumSequence).min() ?? .max
    (self.policy, self.classes, self.alternatives, self.kinds) = (policy, classes, alternatives, kinds)
  }

  /// What the ASCII character `byte` does for a password: bit `n` for criterion `n`, which asks for a class, and above these
  /// a bit for its kind where kinds are counted.
  func met(by byte: UInt8) -> UInt64 {
    let criteria =
      withUTF8Span(of: Unicode.Scalar(byte)) { policy.verdict(on: $0, count: 1, by: Judge()).metBits }
      & classes
    guard !kinds.isEmpty, let kind = CharacterClass.allCases.firstIndex(of: CharacterClass(ofByte: byte))
    else {
      return UInt64(criteria)
    }
    return UInt64(criteria) | 1 << UInt64(UInt32.bitWidth + kind)
  }

  /// Whether what a password of at least `count` characters has `met` is enough: see ``met(by:)``.
  func areEnough(_ met: UInt64, with count: Int) -> Bool {
    var bits = UInt32(truncatingIfNeeded: met) | ~classes
    for alternative in alternatives where !alternative.counts.contains(count) { bits &= ~alternative.bit }
    let kindsMet = (met >> UInt64(UInt32.bitWidth)).nonzeroBitCount
    for kind in kinds where kindsMet < kind.least { bits &= ~kind.bit }
    return policy.places.allSatisfy { $0.isMet(Verdict(metBits: bits)) }
  }

  func allow(_ runs: Runs) -> Bool {
    runs.longestRepeat <= maximumRepeat && runs.longestSequence <= maximumSequence
  }

  /// Whether ``characters`` has all of `bytes`, and a password may have their runs.
  package func allow(_ bytes: some Sequence<UInt8>) -> Bool {
    var runs = Runs()
    var last: UInt8?
    for byte in bytes {
      // A space is in no list of characters that are drawn; a separator alone may have it.
      guard characters.contains(byte) || byte == UInt8(ascii: " ") && allowsWhiteSpace else { return false }
      runs.take(UInt32(byte), isLast: byte == last)
      last = byte
    }
    return allow(runs)
  }
}
