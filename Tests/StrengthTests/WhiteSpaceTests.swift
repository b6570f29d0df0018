import TestSupport
import Testing
import WatchwordStrength

@Suite struct `White space` {
  let policy = Policy.classic()

  @Test func `A3 no meter is asked about a text of refused spaces alone`() {
    let meter = FixedMeter(estimate: Estimate(level: .strong))
    #expect(policy.verdict(on: "   ".utf8Span, count: 3, by: Judge(meter: meter)).level == .weakest)
    #expect(policy.verdict(on: " a ".utf8Span, count: 3, by: Judge(meter: meter)).level == .strong)
  }

  @Test func `A5 white space is the property White_Space and the two zero-width spaces, over all of Unicode`()
  {
    var wrong: [Unicode.Scalar] = []
    // Planes 2 and up have no white space; every 61st character of them will do.
    let values = [Array(0...0x1FFFF), Array(stride(from: 0x20000, through: 0x10FFFF, by: 61))].joined()
    for scalar in values.lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let isSpace = scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}"
      for text in [String(scalar), "漢\(scalar)b"] {
        let verdict = policy.verdict(on: text.utf8Span, count: 8, by: Judge())
        let isRefused = policy.refusesSpaces(by: verdict)
        if verdict.isMet(1) == isSpace || isRefused != isSpace { wrong.append(scalar) }
      }
    }
    #expect(wrong.isEmpty)
  }
}
