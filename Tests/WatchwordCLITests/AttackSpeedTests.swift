import Testing
import WatchwordBase

@testable import WatchwordCommands

struct AttackSpeedTests {
  @Test func `a time is a number, however many guesses there are`() {
    for speed in CheckReport.AttackSpeed.all {
      #expect(speed.seconds(guessesLog10: 0) > 0)
      #expect(speed.seconds(guessesLog10: 100_000).inFourDigits == "1e+300")
    }
  }

  @Test(
    arguments: [
      (0, "less than a second"), (0.99, "less than a second"), (1, "1 second"), (1.4, "1 second"),
      (59.4, "59 seconds"), (59.6, "1 minute"), (90, "2 minutes"), (3599, "1 hour"), (10_800, "3 hours"),
      (86_399, "1 day"), (30 * 86_400, "30 days"), (31 * 86_400, "1 month"), (300 * 86_400, "10 months"),
      (360 * 86_400, "1 year"), (12 * 31_557_600, "12 years"), (99.4 * 31_557_600, "99 years"),
      (99.6 * 31_557_600, "centuries"), (1e300, "centuries"),
    ] as [(Double, String)])
  func `H5 a time is said as people say it`(seconds: Double, words: String) {
    #expect(CheckReport.AttackSpeed.words(forSeconds: seconds, .english) == words)
  }
}
