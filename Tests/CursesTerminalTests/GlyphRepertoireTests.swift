import Testing

@testable import WatchwordCurses

@Suite struct GlyphRepertoireTests {
  @Test(arguments: [
    ("xterm-256color", GlyphRepertoire.emoji), ("tmux-256color", .emoji), ("alacritty", .emoji),
    ("foot", .emoji), ("xterm-kitty", .emoji), ("konsole", .emoji), ("st", .emoji), ("st-256color", .emoji),
    ("vte-256color", .emoji), ("screen", .unicode), ("screen-256color", .unicode), ("rxvt", .unicode),
    ("rxvt-256color", .unicode), ("rxvt-unicode-256color", .unicode), ("linux", .ascii),
    ("linux-16color", .ascii), ("vt100", .ascii), ("vt220", .ascii), ("ansi", .ascii), ("cons25", .ascii),
    ("sun", .ascii), ("stv52", .unicode),
  ]) func `TERM tells which signs a terminal has`(type: String, glyphs: GlyphRepertoire) {
    #expect(GlyphRepertoire(type: type, encoding: .utf8) == glyphs)
  }

  @Test func `xterm itself, which says its version, draws no emoji`() {
    #expect(GlyphRepertoire(type: "xterm-256color", encoding: .utf8, version: "XTerm(390)") == .unicode)
    #expect(GlyphRepertoire(type: "linux", encoding: .utf8, version: "XTerm(390)") == .ascii)
  }

  @Test(arguments: [CharacterEncoding.ascii, .other("ISO-8859-1"), .unavailable("de_DE")])
  func `without UTF-8 there is ASCII alone`(encoding: CharacterEncoding) {
    #expect(GlyphRepertoire(type: "xterm-256color", encoding: encoding) == .ascii)
  }
}
