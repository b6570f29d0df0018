import Testing
import WatchwordMessages
import WatchwordStrength

@Suite struct EstimateTests {
  @Test(
    arguments: [
      (0, .weak), (39.999, .weak), (40, .medium), (74.999, .medium), (75, .strong), (4096, .strong),
      (.infinity, .strong), (-1, .weak), (.nan, .weak),
    ] as [(Double, Level)])
  func `B5 a text is weak below 40 bits of guesses and strong from 75 on`(_ bits: Double, level: Level) {
    #expect(StrengthScale.guesses.level(ofBits: bits) == level)
  }

  @Test func `B4 the line of a reason says what is wrong and what would help`() {
    let lines: [(Reason, String)] = [
      (.common, "A very common password: choose one that nobody else has"),
      (.word, "A word from the dictionary: add two or three unrelated words"),
      (.substitution, "A word with predictable letter swaps: add unrelated words"),
      (.neighbours, "Neighbouring keys: add two or three unrelated words"),
      (.sequence, "A sequence such as abc or 6543: add unrelated words"),
      (.repetition, "Repeats itself: add two or three unrelated words"),
      (.date, "A date or a year: add two or three unrelated words"),
      (.personal, "Contains your name, email or user name: leave it out"),
      (.local, "Contains a word that is easy to guess here: leave it out"),
      (.old, "Contains the old password: leave it out"), (.short, "Longer is better: 20 characters or more"),
    ]
    #expect(lines.map(\.0) == Reason.allCases)
    for (reason, line) in lines {
      let estimate = Estimate(level: .weak, reasons: [reason])
      #expect(estimate.reason(in: Texts.english)?.text == line)
      #expect(line.count <= 66, "one line in a block of 68 columns")
      #expect(estimate.allReasons(in: Texts.english) == [line])
    }
    #expect(Estimate(level: .strong).reason(in: Texts.english) == nil)
  }

  @Test func `the number of characters advised is the meter's`() {
    let estimate = Estimate(level: .weak, reasons: [.short], recommendedCount: 12)
    #expect(estimate.reason(in: Texts.english)?.text == "Longer is better: 12 characters or more")
  }
}

@Suite struct ReasonTests {
  @Test func `the reason that is shown is the first of the meter`() {
    let estimate = Estimate(level: .weak, reasons: [.date, .common])
    let texts = Texts.english
    #expect(estimate.reason(in: texts) == Reason.date.line(in: texts, 0))
    #expect(
      estimate.allReasons(in: texts)
        == [.date, .common].map { (reason: Reason) in reason.line(in: texts, 0).text })
  }
}
