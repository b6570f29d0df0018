import Testing

@testable import WatchwordStrength

/// The set of fingerprints behind a word list.
struct WordIndexTests {
  /// Fingerprints that are as alike as can be, and others that a careless table would take for them.
  static let sets:
    [(name: String, inside: @Sendable (UInt64) -> UInt64, outside: @Sendable (UInt64) -> UInt64)] = [
      ("all begin at one place", { $0 << 32 | 5 }, { $0 << 32 | 1 << 50 | 5 }),
      ("all have one tag", { 7 << 32 | $0 }, { 8 << 32 | $0 }),
      ("all have the tag of a free place", { $0 }, { 2 << 32 | $0 }),
      ("they begin at the last place", { $0 << 32 | 0xFFFF_FFFF }, { $0 << 32 | 1 << 50 | 0xFFFF_FFFF }),
      ("they are spread", { LetterHash.mixed($0) }, { LetterHash.mixed($0 | 1 << 40) }),
    ]

  @Test(arguments: sets.indices, [1, 7_200])
  func `each fingerprint is found, and no other`(set: Int, count: UInt64) {
    let set = Self.sets[set]
    var index = WordIndex(fileSize: 0)
    for number in 0..<count {
      index.insert(set.inside(number))
      index.insert(set.inside(number))
    }
    #expect((0..<count).allSatisfy { index.contains(set.inside($0)) }, "\(set.name)")
    #expect(!(0..<count).contains { index.contains(set.outside($0)) }, "\(set.name)")
  }

  @Test(arguments: [0, 1_000_000, 1 << 40])
  func `an empty set has nothing, whatever size the file has`(size: Int) {
    let index = WordIndex(fileSize: size)
    #expect(!index.contains(0) && !index.mayHave(0) && !index.contains(.max))
  }
}
