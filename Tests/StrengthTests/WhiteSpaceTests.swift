import TestSupport
import Testing
import WatchwordStrength

@Suite struct `White space` {
  let policy = Policy.classic()

  @Test func `A5 white space is the property White_Space and the two zero-width spaces, over all of Unicode`()
  {
    var wrong: [Unicode.Scalar] = []
    // Planes 2 and up have no white space; every 61st character of them will do.
    let values = [Array(0...0x1FFFF), Array(stride(from: 0x20000, through: 0x10FFFF, by: 61))].joined()
    for scalar in values.lazy.compactMap({ Unicode.Scalar(UInt32($0)) }) {
      let isSpace = scalar.properties.isWhitespace || scalar == "\u{200B}" || scalar == "\u{FEFF}"
      let verdict = policy.verdict(on: String(scalar).utf8Span, count: 8, by: Judge())
      if verdict.isMet(1) == isSpace { wrong.append(scalar) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    arguments: [
      "\u{09}", "\u{0A}", "\u{0B}", "\u{0C}", "\u{0D}", "\u{20}", "\u{85}", "\u{A0}", "\u{1680}", "\u{2000}",
      "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}", "\u{2008}",
      "\u{2009}",
      "\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}", "\u{200B}", "\u{FEFF}",
    ] as [Unicode.Scalar])
  func `A5 every kind of white space is refused, wherever it stands`(space: Unicode.Scalar) {
    for text in ["\(space)abcdefghi", "abcd\(space)efghi", "abcdefghi\(space)", "漢字かな\(space)漢字かな交"] {
      let verdict = policy.verdict(on: text)
      #expect(!verdict.isMet(1) && policy.refusesSpaces(by: verdict))
    }
  }
}
