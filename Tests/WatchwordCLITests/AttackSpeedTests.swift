import Testing

@testable import WatchwordCLI

struct AttackSpeedTests {
  @Test func `the speeds are those of the paper`() {
    let seconds = CheckReport.AttackSpeed.allCases.map {
      CheckReportFormat.number($0.seconds(guessesLog10: 10))
    }
    #expect(seconds == ["360000000000", "1000000000", "1000000", "1"])
  }

  @Test func `a time is a number, however many guesses there are`() {
    for speed in CheckReport.AttackSpeed.allCases {
      #expect(speed.seconds(guessesLog10: 0) > 0)
      #expect(CheckReportFormat.number(speed.seconds(guessesLog10: 100_000)) == "1e+300")
    }
  }
}
