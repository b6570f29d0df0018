/// So many different texts that a field takes, the same each time: of ASCII, of marks that some file gives a meaning, and
/// of Unicode, with a tab here and there.
package func drawnTexts(_ count: Int) -> [String] {
  var random = DrawnNumbers()
  let marks = Array("'\"\\`$%:;#=&<>@{}[]()|~*?!, ").map(String.init)
  let words = [
    "ä", "é", "e\u{301}", "ß", "Ω", "я", "漢", "カ", "한", "🙂", "👨‍👩‍👧", "\u{A0}", "\u{2028}", "\u{FEFF}", "\t",
    "$HOME", "${A}", "\\n", "%(b)s", "''",
  ]
  let letters = (0x21...0x7E).compactMap { Unicode.Scalar($0) }.map { String($0) }
  var texts: [String] = []
  while texts.count < count {
    let text = (0...random.next(below: 24)).map { _ in
      let kinds = [letters, marks, words]
      let kind = kinds[random.next(below: 3)]
      return kind[random.next(below: kind.count)]
    }.joined()
    if !texts.contains(text) { texts.append(text) }
  }
  return texts
}

/// The linear congruential generator of Knuth's MMIX.
private struct DrawnNumbers {
  private var state: UInt64 = 52

  mutating func next(below count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
