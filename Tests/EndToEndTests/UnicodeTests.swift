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

  @Test func `a character that is broken off leaves the next one whole`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    let bells = terminal.bells
    terminal.send([0xC3, 0x28])
    terminal.expect(.new, holds: "(")
    terminal.settle()
    #expect(terminal.bells > bells)
  }

  @Test(arguments: [1, 2, 3]) func `a character whose bytes come apart is put together`(cut: Int) throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    let bytes = Array("😀".utf8)
    terminal.send(Array(bytes[..<cut]))
    terminal.send(Array(bytes[cut...]))
    terminal.expect(.new, holds: "😀")
  }

  @Test func `an unprintable character never reaches the terminal unchanged`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.type("a\u{202E}b\u{200B}c\u{FEFF}d\u{2028}e")
    terminal.expect(row: "of 8-32")
    terminal.settle()
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).unicodeScalars.contains("\u{2028}"))
    #expect(terminal.focus == .new)
  }
}
