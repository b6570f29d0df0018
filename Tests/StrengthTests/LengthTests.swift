import TestSupport
import Testing
import WatchwordBase
import WatchwordStrength

@Suite struct `Length scale` {
  @Test(
    arguments: [
      (0, .weak), (1, .weak), (9, .weak), (10, .medium), (19, .medium), (20, .strong), (4096, .strong),
    ] as [(Int, Level)])
  func `B5 the length meter says weak below 10, medium below 20, strong from there`(count: Int, level: Level)
  { #expect(LengthMeter().level(of: String(repeating: "a", count: count)) == level) }

  @Test(arguments: [
    ("10,20", 10, 20), ("1,2", 1, 2), ("012,0100", 12, 100), ("8,9223372036854775807", 8, .max),
  ])
  func `B5 a length scale is read from two ascending numbers`(text: String, medium: Int, strong: Int) throws {
    let scale = try StrengthScale(parsing: text)
    #expect(scale.thresholds == [medium, strong])
    #expect(try StrengthScale([medium, strong]) == scale)
    #expect(scale.level(of: medium - 1) == .weak)
    #expect(scale.level(of: medium) == .medium)
    #expect(scale.level(of: strong) == .strong)
  }

  @Test(
    arguments: [
      ("", .notTwoNumbers), ("10", .notTwoNumbers), (",", .notTwoNumbers), ("10,", .notTwoNumbers),
      (",20", .notTwoNumbers), ("10,20,30", .notTwoNumbers), ("10 ,20", .notTwoNumbers),
      ("10, 20", .notTwoNumbers), ("+10,20", .notTwoNumbers), ("-5,20", .notTwoNumbers),
      ("1e1,20", .notTwoNumbers), ("10;20", .notTwoNumbers), ("１０,20", .notTwoNumbers),
      ("0xA,20", .notTwoNumbers), ("10,20\n", .notTwoNumbers), ("10,9223372036854775808", .tooLarge),
      ("99999999999999999999,20", .tooLarge), ("0,20", .notPositive), ("0,0", .notPositive),
      ("10,0", .notPositive), ("10,10", .notAscending), ("20,10", .notAscending),
    ] as [(String, StrengthScale.Failure)])
  func `a wrong length scale is refused with its reason`(text: String, failure: StrengthScale.Failure) {
    #expect(throws: failure) { try StrengthScale(parsing: text) }
  }

  @Test func `thresholds given by a program are checked alike`() {
    #expect(throws: StrengthScale.Failure.notPositive) { try StrengthScale([-1, 5]) }
    #expect(throws: StrengthScale.Failure.notAscending) { try StrengthScale([6, 5]) }
    #expect(throws: StrengthScale.Failure.notTwoNumbers) { try StrengthScale([6]) }
  }

  @Test func `every reason is a different line`() {
    let lines = StrengthScale.Failure.allCases.map(\.description)
    #expect(Set(lines).count == lines.count)
    #expect(lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") && !$0.hasSuffix(".") })
  }
}

@Suite struct `Length meter` {
  private static let words = FewWords([
    "short", "watchtower", "neighbourhood", "watch-tower-and-gate", "nine-long",
  ])
  private let meter = LengthMeter(words: [Self.words])

  @Test(
    arguments: [
      ("watchtower", .weak), ("neighbourhood", .weak), ("watch-tower-and-gate", .medium),
      ("watchtowers", .medium), ("watchtower1", .medium), ("awatchtower", .medium),
      ("watch-tower-and-gates", .strong), ("short", .weak), ("nine-long", .weak), ("", .weak),
    ] as [(String, Level)])
  func `B6 the length meter puts a word of the dictionary one level lower`(text: String, level: Level) {
    #expect(meter.level(of: text) == level)
  }

  @Test func `B6 the length meter goes by its own scale`() throws {
    let meter = LengthMeter(scale: try StrengthScale([5, 9]), words: [Self.words])
    #expect(meter.level(of: "short") == .weak)
    #expect(meter.level(of: "shorts") == .medium)
    #expect(meter.level(of: "nine-long") == .medium)
  }

  @Test func `a text that is weak by its length is not looked up`() {
    struct NoWords: WordList {
      func contains(_ text: UTF8Span) -> Bool {
        Issue.record("a weak text was looked up")
        return true
      }
    }
    #expect(LengthMeter(words: [NoWords()]).level(of: "nine-long") == .weak)
  }
}

@Suite struct LengthMeterReasonTests {
  private func reasons(_ text: String, context: ContextWords = ContextWords()) -> [Reason.Kind] {
    LengthMeter(words: [FewWords(["watchtower"])])
      .estimate(of: text.utf8Span, count: text.count, context: context).kinds
  }

  @Test func `the length meter says that longer is better below strong only`() {
    #expect(reasons("abc") == [.short])
    #expect(reasons("watchtowers") == [.short])
    #expect(reasons("a text that is long enough") == [])
  }

  @Test func `the length meter names a word and a word of the person`() {
    #expect(reasons("watchtower") == [.word, .short])
    let context = ContextWords(["Watchtower", "Ada Lovelace of London"])
    #expect(reasons("watchtower", context: context) == [.personal, .short])
    #expect(reasons("ADA LOVELACE OF LONDON", context: context) == [.personal])
  }
}

@Suite struct `Strength levels` {
  @Test func `B3 levels are ordered, and go down one at a time to weak`() {
    #expect(Level.weak < .medium && Level.medium < .strong)
    #expect(Level.allCases.map(\.demoted) == [.weak, .weak, .medium])
  }
}

@Suite struct `ASCII classes` {
  @Test func `a class holds its characters and no others`() {
    let members = "\0 @AZaz\u{7F}"
    let set = ASCIIClass(members)
    for byte in UInt8.min...UInt8.max { #expect(set.contains(byte) == members.utf8.contains(byte)) }
  }

  @Test func `a union holds the characters of both`() {
    #expect(ASCIIClass("ab").union(ASCIIClass("b@1")) == ASCIIClass("ab@1"))
  }

  @Test func `a character beyond ASCII stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = ASCIIClass("é") }
  }
}
