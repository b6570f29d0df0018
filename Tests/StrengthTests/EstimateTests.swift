import Testing
import WatchwordBase
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
}
