import Testing
import WatchwordScreen

@Suite struct CharacterWidthTests {
  /// Answers like wcwidth(3) for a few scalars.
  private static let width = CharacterWidth { scalar in
    switch scalar {
    case "\u{301}", "\u{200D}", "\u{FE0F}": 0
    case "é", "☀": 1
    case "漢", "👩", "🚀": 2
    default: -1
    }
  }

  @Test(arguments: [
    ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("漢a", 3), ("☀\u{FE0F}", 1), ("👩\u{200D}🚀", 4),
    ("\u{301}", 1),
    ("\u{7}", 1), ("\u{E000}", 1), ("\u{200D}", 1), ("a\u{200D}", 1), ("a\u{200D}\u{200D}", 2),
  ])
  func `a cluster is as wide as its scalars together, and at least one column`(_ text: String, _ columns: Int)
  { #expect(Self.width.columns(of: text) == columns) }

  @Test(arguments: [
    ("a", true), ("~", true), ("é", true), ("\u{301}", true), ("漢", true), ("\u{7F}", false),
    ("\u{E000}", false),
  ])
  func `what the C library knows no width for cannot be drawn`(_ scalar: Unicode.Scalar, _ isDrawable: Bool) {
    #expect(Self.width.isDrawable(scalar) == isDrawable)
    if !isDrawable { #expect(Self.width.columns(of: scalar) == 1) }
  }

  @Test func `printable ASCII is one column wide whatever the C library says`() {
    let width = CharacterWidth { _ in -1 }
    for value in UInt8(0x20)..<0x7F { #expect(width.isDrawable(Unicode.Scalar(value))) }
    #expect(width.columns(of: "plain text") == 10)
  }

  @Test func `without a character set ASCII alone can be drawn`() {
    #expect(CharacterWidth.ascii.isDrawable("a"))
    #expect(!CharacterWidth.ascii.isDrawable("é"))
    #expect(!CharacterWidth.ascii.isDrawable("\t"))
    #expect(CharacterWidth.ascii.columns(of: "aé漢") == 3)
  }
}
