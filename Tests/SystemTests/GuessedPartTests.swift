import TestSupport
import Testing
import WatchwordSecrets
import WatchwordSystem

@testable import WatchwordStrength

/// The parts of a text, for users who test policies.
@Suite struct `Parts of a text` {
  private func parts(_ text: String, _ context: ContextWords = ContextWords()) throws -> [GuessedPart] {
    try GuessMeter().parts(of: text.utf8Span, count: text.count, context: context)
  }

  private func kinds(_ text: String, _ context: ContextWords = ContextWords()) throws -> [GuessedPart.Kind] {
    try parts(text, context).map(\.kind)
  }

  @Test(
    arguments: [
      ("password", [.found(.common)]), ("blackberryfan", [.found(.word), .characters]),
      ("correcthorse", [.found(.word), .found(.word)]),
      ("Tr0ub4dor", [.characters, .found(.substitution), .characters]), ("Kv7mQzR2", [.characters]),
      ("xcvbhgfd", [.found(.neighbours)]), ("abcdefghij", [.found(.sequence)]),
      ("monkeymonkeymonkey", [.found(.repetition)]), ("20061998", [.found(.date), .found(.date)]),
      ("1998", [.found(.date)]), ("xk7", [.characters]), ("passwordъ", [.found(.word), .characters]),
      ("correct horse", [.found(.word), .characters, .found(.word)]),
    ] as [(String, [GuessedPart.Kind])])
  func `H5 a part is what the meter takes it for, in the order of the text`(
    text: String, kinds: [GuessedPart.Kind]
  ) throws { #expect(try self.kinds(text) == kinds) }

  @Test func `H5 a word of the person or the place is one in a part too`() throws {
    var context = ContextWords(["ingeborg"])
    context.add("zorgblat", from: .service)
    #expect(try kinds("1ng3borgzorgblat", context) == [.found(.personal), .found(.local)])
  }

  @Test(
    arguments: [
      ("monkey1998", [0..<6, 6..<10]), ("x7!monkey", [0..<3, 3..<9]), ("été-monkey", [0..<4, 4..<10]),
      ("ete\u{301}-monkey", [0..<4, 4..<10]), ("👨‍👩‍👧1998", [0..<1, 1..<5]), ("हिन्दी1998", [0..<2, 2..<6]),
      (String(repeating: "a", count: 50) + "apple", [0..<50, 50..<55]),
      (String(repeating: "ab", count: 20) + "bad1998", [0..<40, 40..<43, 43..<47]),
      ("wonderland77wonderland77", [0..<10, 10..<12, 12..<24]),
    ] as [(String, [Range<Int>])])
  func `B4 a part has its place, as a person counts characters`(text: String, places: [Range<Int>]) throws {
    let parts = try parts(text)
    #expect(parts.map(\.range) == places)
    #expect(parts.map(\.count) == places.map(\.count))
  }

  @Test(arguments: [
    ("\u{E9}Sunflower1!", "e\u{301}Sunflower1!"), ("p\u{E4}ssw\u{F6}rt77", "pa\u{308}sswo\u{308}rt77"),
    ("Vi\u{1EC7}tnam1990", "Vie\u{323}\u{302}tnam1990"), ("\u{E9}t\u{E9}-monkey", "e\u{301}te\u{301}-monkey"),
    (String(repeating: "\u{E9}", count: 150) + "x", String(repeating: "e\u{301}", count: 150) + "x"),
  ])
  func `B5 a letter with an accent behind it is the same as one with its accent`(
    composed: String, decomposed: String
  ) throws {
    #expect(try parts(composed) == parts(decomposed))
    let context = ContextWords([composed])
    #expect(try parts(decomposed, context) == parts(composed, context))
    // So is an old password, of which the first 30 code points are kept.
    guard decomposed.unicodeScalars.count <= 30 else { return }
    let bits = try [composed, decomposed].map { old in
      let meter = try GuessMeter()
      meter.learnOldPassword(old.utf8Span)
      return meter.estimate(of: composed).bits
    }
    #expect(bits[0] == bits[1])
  }

  @Test(arguments: ["monkey\u{33F}1998", "12345678901234567890123456789012345678-/*"])
  func `B4 a place that is not known to be true is none`(text: String) throws {
    let parts = try parts(text)
    #expect(parts[0].range == nil && parts[0].kind != .characters)
    #expect(try GuessMeter().estimate(of: text).reasons.contains { $0.range == nil })
  }

  @Test func `H5 a repetition of several parts is these, and the ways to repeat them`() throws {
    let parts = try parts("wonderland77wonderland77")
    #expect(parts.last == GuessedPart(kind: .found(.repetition), count: 12, bits: 1, range: 12..<24))
    #expect(parts.dropLast() == (try self.parts("wonderland77"))[...])
  }

  @Test func `H5 what is not looked at has no bits`() throws {
    let text = String.ofManyKinds(140)
    #expect(try parts(text).last?.kind == .uncounted)
    #expect(try parts(text).last?.bits == 0)
    #expect(try parts(String(repeating: "a", count: 4096)).map(\.range) == [0..<4096])
  }

  @Test func `H5 a word of a list is one part`() throws {
    let list = FewWords(["counterrevolutionary", "zorgblat horse battery staple"])
    let meter = try GuessMeter(words: [list])
    let text = "zorgblat horse battery staple"
    func parts(_ context: ContextWords) -> [GuessedPart] {
      meter.parts(of: text.utf8Span, count: text.count, context: context)
    }
    let part = GuessedPart(kind: .listed, count: text.count, bits: 20, range: 0..<text.count)
    #expect(parts(ContextWords()) == [part])
    #expect(parts(ContextWords([text])).reduce(0) { $0 + $1.count } == text.count)
  }

  @Test(
    arguments: [
      "", "a", "password", "P@ssw0rd1", "Tr0ub4dor&3", "correct horse battery staple windmill", "ъыьэ été 漢字",
      "7410852096", "jk3Hf!9dLq2xWn7", "wonderland77wonderland77wonderland77", "hello hello hello hello",
      "Ab1!Ab1!A", "internationalizationinternationalization", "11111111111111111111zebra",
      "correct horse battery staple windmill counterrevolutionary",
      "1234567890123456789012345678901234567890-/*",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaapple",
      "Ingeborg1987Ingeborg1987",
    ]) func `H5 the parts have the bits and the characters of the text`(text: String) throws
  {
    for count in [1, 2, 30] { try expectSums(of: text.repeated(count)) }
  }

  @Test func `H5 so have the parts of texts by chance`() throws {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "password", "monkey", "1998", "qwerty", "abc", "x", "7", "!", "é", "aaaa", "ingeborg", "P@ss", " ",
    ]
    for _ in 0..<300 {
      let count = Int.random(in: 1...20, using: &generator)
      try expectSums(of: (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined())
    }
  }

  private func expectSums(of text: String) throws {
    let meter = try GuessMeter()
    let context = ContextWords(["ingeborg"])
    let parts = meter.parts(of: text.utf8Span, count: text.count, context: context)
    let bits = meter.estimate(of: text, context: context).bits ?? -1
    let sum = parts.reduce(0) { $0 + $1.bits }
    #expect(abs(sum - bits) < 1e-9, "\(text): \(sum), \(bits)")
    #expect(parts.reduce(0) { $0 + $1.count } == text.count, "\(text)")
    #expect(parts.allSatisfy { $0.bits >= 0 && $0.count > 0 }, "\(text)")
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
