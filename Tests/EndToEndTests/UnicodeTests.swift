import TestSupport
import Testing
import WatchwordScreen

/// Text of any script: issue 2, item 5.
@Suite struct UnicodeTests {
  @Test(arguments: [
    ("é", 1), ("e\u{301}", 1), ("漢字", 2), ("👩‍👩‍👧", 1), ("🇩🇪", 1), ("각", 1), ("\u{1112}\u{1161}\u{11AB}", 1),
    ("ไทย", 3),
    ("👍🏽", 1), ("עברית", 5),
  ])
  func `one mask sign stands for each grapheme cluster whatever its width`(text: String, count: Int) throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(text)
    terminal.expect(row: "\(count) of 8-32")
    terminal.expect(.new, holds: String(repeating: "•", count: count))
    terminal.press(.backspace, times: count)
    terminal.expect(.new, holds: "New password")
  }

  @Test(arguments: ["Привет", "漢字かな", "e\u{301}a\u{308}", "👩‍👩‍👧", "żółć", "a漢b"])
  func `what is shown and what is written is what was typed, byte for byte`(text: String) throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.type(text)
    terminal.expect(.new, holds: text)
    terminal.press(.control("u"))
    // The rule refuses other letters, so the answer is shown by a form without one: the confirm field's equality.
    terminal.type(text)
    terminal.press(.tab)
    terminal.type(text)
    terminal.press(.backTab)
    terminal.settle()
    #expect(terminal.error(below: .confirm) == "")
  }

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

  @Test func `a long text scrolls inside the field, with the caret in view and a sign at the clipped side`()
    throws
  {
    let terminal = try TerminalEmulator.form("--reveal", "always", on: .sized(50, 24))
    let text = String(repeating: "abcdefghij", count: 8)
    terminal.type(text)
    terminal.wait("the end is in view") { terminal.text(of: .new).hasSuffix("hij") }
    terminal.settle()
    #expect(terminal.text(of: .new).hasPrefix("‹"))
    #expect(terminal.focus == .new)
    terminal.press(.home)
    terminal.wait("the start is in view") { terminal.text(of: .new).hasPrefix("abc") }
    terminal.settle()
    #expect(terminal.text(of: .new).hasSuffix("›"))
    terminal.press(.right, times: 60)
    terminal.wait("both sides are clipped") {
      terminal.text(of: .new).hasPrefix("‹") && terminal.text(of: .new).hasSuffix("›")
    }
    terminal.type("¦")
    terminal.wait("the caret is in view") { terminal.text(of: .new).contains("j¦") }
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

  @Test func `what cannot be printed never reaches the terminal as it is`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.type("a\u{202E}b\u{200B}c\u{FEFF}d\u{2028}e")
    terminal.expect(row: "of 8-32")
    terminal.settle()
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).unicodeScalars.contains("\u{2028}"))
    #expect(terminal.focus == .new)
  }
}
