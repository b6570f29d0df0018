import Testing
import WatchwordStrength

@Suite struct CombinedMeterTests {
  private func estimate(_ guesses: Estimate, of text: String, words: (any WordList)? = nil) -> Estimate {
    CombinedMeter(length: LengthMeter(words: words), guesses: FixedMeter(estimate: guesses))
      .estimate(of: text.utf8Span, count: text.count, context: ContextWords())
  }

  @Test(arguments: Level.allCases, [(9, .weak), (10, .medium), (20, .strong)] as [(Int, Level)])
  func `the combined meter gives the lower of two levels`(_ guesses: Level, length: (Int, Level)) {
    let text = String(repeating: "a", count: length.0)
    #expect(estimate(Estimate(level: guesses), of: text).level == min(guesses, length.1))
  }

  @Test func `the combined meter has the reasons of both, and the number of guesses`() {
    let both = estimate(Estimate(level: .weak, bits: 12, reasons: [.sequence]), of: "abcdefgh")
    #expect(both.reasons == [.sequence, .short])
    #expect(both.bits == 12)
    #expect(both.recommendedCount == 20)
    let strong = estimate(Estimate(level: .strong, bits: 90), of: "a long text of many words")
    #expect(strong == Estimate(level: .strong, bits: 90))
  }

  @Test func `B6 the combined meter puts a word of the dictionary one level lower, and says so`() {
    let word = estimate(
      Estimate(level: .strong), of: "watch-tower-and-gate", words: FewWords(words: ["watch-tower-and-gate"]))
    #expect(word.level == .medium)
    #expect(word.reasons == [.word])
  }

  @Test(arguments: [("abc", 12), ("abcdefghijk", 12), ("abcdefghijkl", 20)])
  func `the number of characters advised is that of the scale, unless the text has so many`(
    _ text: String, advised: Int
  ) throws {
    let scale = try LengthScale([4, 12])
    let meter = CombinedMeter(
      length: LengthMeter(scale: scale),
      guesses: FixedMeter(estimate: Estimate(level: .weak, reasons: [.short])))
    let estimate = meter.estimate(of: text.utf8Span, count: text.count, context: ContextWords())
    #expect(estimate.recommendedCount == advised)
  }
}

@Suite struct LengthMeterReasonTests {
  private func reasons(_ text: String, context: ContextWords = ContextWords()) -> [Reason] {
    LengthMeter(words: FewWords(words: ["watchtower"]))
      .estimate(of: text.utf8Span, count: text.count, context: context).reasons.sorted()
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
