import TestSupport
import Testing
import WatchwordScreen

/// Configured fields (D).
@Suite struct FieldKindTests {
  @Test func `D4 the border of the field being edited is heavy and blue, the others thin and grey`() throws {
    let terminal = try TerminalEmulator.account("sign-in")
    for active in [0, 1] {
      terminal.wait("field \(active) is active") { terminal.activeField == active }
      terminal.settle()
      for (number, box) in terminal.boxes.enumerated() {
        let border = terminal[box.row, box.columns.lowerBound]
        #expect(border.foreground.isBluish == (number == active))
        #expect(box.isActive == (number == active))
      }
      terminal.press(.tab)
    }
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

  @Test func `D3 a name of 10,000 characters harms nothing`() throws {
    let terminal = try TerminalEmulator.account("form", "--field", "name", "--format", "lines")
    let name = String(repeating: "x", count: 10_000)
    terminal.paste(name)
    terminal.settle()
    terminal.type("y")
    terminal.settle()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText.utf8.count <= 10_003)
  }
}

extension ScreenCell.Color {
  /// Whether people would call it blue.
  fileprivate var isBluish: Bool {
    guard case .rgb(let red, let green, let blue) = self else { return false }
    return blue > red + 40 && blue > green + 20
  }
}
