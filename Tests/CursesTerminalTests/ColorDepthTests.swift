import Testing

@testable import WatchwordCurses

@Suite struct ColorDepthTests {
  /// terminfo's number of colours gives the depth. NO_COLOR counts unless it is empty or colours are asked for, and
  /// COLORTERM promises 24 bits.
  @Test(
    arguments: [
      (.auto, "xterm", -1, [:], .none), (.auto, "xterm", 2, [:], .none), (.auto, "xterm", 8, [:], .eight),
      (.auto, "xterm", 16, [:], .eight), (.auto, "xterm", 88, [:], .eight),
      (.auto, "xterm", 256, [:], .indexed), (.auto, "xterm", 32767, [:], .indexed),
      (.auto, "xterm", 256, ["NO_COLOR": "1"], .none), (.always, "xterm", 256, ["NO_COLOR": "1"], .indexed),
      (.never, "xterm", 256, ["NO_COLOR": "1"], .none), (.auto, "xterm", 256, ["NO_COLOR": ""], .indexed),
      (.auto, "xterm-256color", 256, ["COLORTERM": "truecolor"], .direct),
      (.auto, "xterm-256color", 256, ["COLORTERM": "24bit"], .direct),
      (.auto, "xterm-256color", 256, ["COLORTERM": "yes"], .indexed),
      (.auto, "xterm-256color", 256, ["COLORTERM": "truecolor", "NO_COLOR": "1"], .none),
      (.auto, "screen-256color", 256, ["COLORTERM": "truecolor", "STY": "1.pts"], .indexed),
      (
        .auto, "screen-256color", 256, ["COLORTERM": "truecolor", "TMUX": "/tmp/x,1,0", "STY": "1.pts"],
        .direct
      ),
      (.auto, "tmux-256color", 256, ["COLORTERM": "truecolor"], .direct),
    ] as [(ColorChoice, String, Int, [String: String], ColorDepth)])
  func `the depth follows from what is asked for, from terminfo and from the environment`(
    choice: ColorChoice, type: String, count: Int, environment: [String: String], depth: ColorDepth
  ) { #expect(ColorDepth(choice, type: type, count: count, isDirect: false) { environment[$0] } == depth) }

  @Test func `24 bits are used where colours are addressed by their shares`() {
    #expect(ColorDepth(.auto, type: "xterm", count: 0x1000000, isDirect: true) { _ in nil } == .direct)
  }
}

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
