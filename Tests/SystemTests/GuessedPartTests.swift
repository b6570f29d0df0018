import TestSupport
import Testing
import WatchwordSecrets
import WatchwordSystem

@testable import WatchwordStrength

/// The parts that a text is made of, for a person who tests policies.
@Suite struct `Parts of a text` {
  private func parts(_ text: String, _ context: ContextWords = ContextWords()) throws -> [GuessedPart] {
    try GuessMeter().parts(of: text.utf8Span, context: context)
  }

  private func kinds(_ text: String, _ context: ContextWords = ContextWords()) throws -> [GuessedPart.Kind] {
    try parts(text, context).map(\.kind)
  }

  @Test(
    arguments: [
      ("password", [.found(.common)]), ("blackberryfan", [.found(.word), .found(.word)]),
      ("Tr0ub4dor", [.found(.substitution), .found(.substitution), .found(.word)]),
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
    context.add("zorgblat", from: .place)
    #expect(try kinds("1ng3borgzorgblat", context) == [.found(.personal), .found(.local)])
  }

  @Test func `H5 a repetition of several parts is these, and the ways to repeat them`() throws {
    let parts = try parts("wonderland77wonderland77")
    #expect(parts.last == GuessedPart(kind: .found(.repetition), count: 12, bits: 1))
    #expect(parts.dropLast() == (try self.parts("wonderland77"))[...])
  }

  @Test func `H5 what is not looked at has no bits`() throws {
    let text = "jk3Hf!9dLq2xWn7;tE0".repeated(2) + "ab cd ef gh ij kl mn op"
    #expect(try parts(text).last?.kind == .uncounted)
    #expect(try parts(text).last?.bits == 0)
    #expect(try parts(String(repeating: "a", count: 4096)).map(\.count) == [16, 4080])
  }

  @Test func `H5 a word of a list is one part`() throws {
    let list = FewWords(["counterrevolutionary", "zorgblat horse battery staple"])
    let meter = try GuessMeter(words: list)
    let text = "zorgblat horse battery staple"
    #expect(
      meter.parts(of: text.utf8Span, context: ContextWords())
        == [GuessedPart(kind: .listed, count: text.count, bits: 20)])
    let context = ContextWords([text])
    #expect(meter.parts(of: text.utf8Span, context: context).reduce(0) { $0 + $1.count } == text.count)
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
    ]) func `H5 the parts have the bits and the code points of the text`(text: String) throws
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
    let parts = meter.parts(of: text.utf8Span, context: context)
    let bits = meter.estimate(of: text, context: context).bits ?? -1
    let sum = parts.reduce(0) { $0 + $1.bits }
    #expect(abs(sum - bits) < 1e-9, "\(text): \(sum), \(bits)")
    #expect(parts.reduce(0) { $0 + $1.count } == text.unicodeScalars.count, "\(text)")
    #expect(parts.allSatisfy { $0.bits >= 0 && $0.count > 0 }, "\(text)")
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
