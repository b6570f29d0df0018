import TestSupport
import Testing
import WatchwordScreen

/// Text of any script.
@Suite struct UnicodeTests {
  @Test func `a shown cluster is as wide as the sum of its scalars`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.settle()
    let start = terminal.cursor.column
    for (text, width) in [("a", 1), ("漢", 2), ("e\u{301}", 1), ("👩‍👩‍👧", 6), ("👍🏽", 4)] {
      terminal.type(text)
      terminal.wait("\(text) takes \(width) columns") { terminal.cursor.column == start + width }
      terminal.press(.backspace)
      terminal.wait("the caret is back") { terminal.cursor.column == start }
    }
  }

  @Test(arguments: [
    [0xFF], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
  ])
  func `invalid UTF-8 is refused with a beep and a hint, never half-stored`(bytes: [UInt8]) throws {
    let terminal = try TerminalEmulator.form()
    let bells = terminal.bells
    terminal.send(bytes)
    terminal.expect("Not taken: not a character of this terminal's encoding")
    terminal.settle()
    #expect(terminal.bells > bells)
    terminal.press(.control("u"))
    terminal.type("é")
    terminal.expect(.new, holds: "•")
  }

  @Test func `an unprintable character never reaches the terminal unchanged`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.type("a\u{202E}b\u{200B}c\u{FEFF}d\u{2028}e")
    terminal.expect(row: "of 8-32")
    terminal.settle()
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).unicodeScalars.contains("\u{2028}"))
    #expect(terminal.focus == .new)
  }

  /// Invisible characters with their surroundings, and how they are drawn.
  static let invisible: [(text: String, drawn: String)] = [
    ("a\u{202E}b", "a◌b"), ("a\u{2066}b\u{2069}", "a◌b◌"), ("a\u{200B}b", "a◌b"), ("a\u{AD}b", "a◌b"),
    ("a\u{E0041}b", "a◌b"), ("\u{200F}a", "◌a"), ("a\u{3164}b", "a◌b"), ("\u{202A}\u{200D}a", "◌◌a"),
    ("a\u{34F}b", "a◌b"), ("क\u{94D}\u{200D}b", "क\u{94D}\u{200D}b"),
  ]

  @Test(arguments: invisible)
  func `an invisible character is drawn as a glyph, and handed out unchanged`(
    text: String, drawn: String
  )
    throws
  {
    for type in ["text", "password"] {
      let terminal = try TerminalEmulator.account("form", "--field", type, "--reveal", "always")
      terminal.type(goodForAccount)
      terminal.expect(field: 0, holds: goodForAccount)
      terminal.settle()
      let start = terminal.cursor.column
      let count = terminal.transcript.count
      terminal.paste(text)
      terminal.expect(field: 0, holds: goodForAccount + drawn)
      terminal.settle()
      let columns = drawn.unicodeScalars.count { !["\u{94D}", "\u{200D}"].contains($0) }
      #expect(terminal.cursor.column == start + columns)
      let written = String(decoding: terminal.transcript[count...], as: UTF8.self).unicodeScalars
      #expect(Set(text.unicodeScalars).subtracting(drawn.unicodeScalars).isDisjoint(with: written))
      terminal.press(.enter)
      #expect(terminal.answer() == goodForAccount + text + "\n")
    }
  }
}
