import Testing
import WatchwordBase
import WatchwordScreen

@Suite struct `What of a cluster needs a sign` {
  /// The text with a glyph for each scalar that needs one.
  private func drawn(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for character in text {
      var visibility = ClusterVisibility()
      for scalar in character.unicodeScalars {
        result.append(visibility.needsSign(for: scalar) ? "◌" : scalar)
      }
    }
    return String(result)
  }

  @Test(arguments: [
    "plain ~ text", "é e\u{301}", "\u{301}", "漢字 한국", "עברית", "नमस्ते", "क्\u{200D}ष", "می\u{200C}خواهم",
    "👩‍👩‍👧‍👦", "❤\u{FE0F}‍🔥", "1\u{FE0F}\u{20E3}", "葛\u{E0100}", "ᠠ\u{180B}", "👍🏽", "🇩🇪",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "a\u{A0}\u{2003}b", "\u{600}1",
  ]) func `a readable text is drawn unchanged`(text: String) { #expect(drawn(text) == text) }

  @Test(arguments: [
    // Directions of writing, and blanks without width.
    ("a\u{202E}b\u{202C}", "a◌b◌"), ("\u{2066}a\u{2069}", "◌a◌"), ("a\u{200E}\u{200F}\u{61C}b", "a◌◌◌b"),
    ("a\u{200B}b\u{2060}\u{FEFF}", "a◌b◌◌"), ("a\u{AD}b", "a◌b"), ("a\u{34F}\u{301}", "a◌\u{301}"),
    // Letters that are blank.
    ("a\u{3164}\u{FFA0}\u{115F}\u{1160}", "a◌◌◌◌"),
    // Tags outside flags.
    ("a\u{E0041}\u{E0042}", "a◌◌"), ("1\u{E0041}", "1◌"), ("😀\u{E0041}\u{E007F}", "😀◌◌"), ("\u{E0001}", "◌"),
    ("a🏴b\u{E0041}", "a🏴b◌"),
    // Joiners and selectors that belong to nothing, and repeated ones.
    ("\u{200D}", "◌"), ("\u{200C}a", "◌a"), (" \u{FE0F}", " ◌"), ("\u{FE0F}\u{200D}", "◌◌"),
    ("a\u{FE0F}\u{FE01}\u{E0100}", "a\u{FE0F}◌◌"), ("a\u{200D}\u{200D}\u{200C}", "a\u{200D}◌◌"),
    ("a\u{200D}\u{FE0F}", "a\u{200D}◌"),
    // Annotations, and marks that arrange hieroglyphs.
    ("a\u{FFF9}b\u{FFFB}", "a◌b◌"), ("𓀀\u{13430}𓀁", "𓀀◌𓀁"),
  ]) func `an invisible character is drawn as a glyph`(text: String, expected: String) {
    #expect(drawn(text) == expected)
  }
}
