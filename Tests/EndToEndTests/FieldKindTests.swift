import TestSupport
import Testing
import WatchwordScreen

/// Configured fields: contract, part D.
@Suite struct FieldKindTests {
  @Test func `D1 one form has every type of field`() throws {
    let terminal = try TerminalEmulator.account(
      "form", "--field", "text:city", "--field", "name", "--field", "email", "--field", "password",
      "--title", "About you", "--button", "Go on",
      on: .with {
        $0.size = Size(columns: 80, rows: 30)
        $0.output = .pipe
      })
    terminal.expect("About you", "[ Go on ]")
    terminal.fill(fields: "paris", "ada lovelace", "ada@example.org", goodForAccount)
    terminal.expect(button: "Go on", isAwake: true)
    terminal.press(.enter)
    #expect(
      terminal.answer()
        == #"{"city":"paris","name":"Ada Lovelace","email":"ada@example.org","password":"Abcdef1!"}"# + "\n")
  }

  @Test func `D1 a field for a new password has bars, panel and a confirm field, which is no value`() throws {
    let terminal = try TerminalEmulator.account("form", "--field", "new-password")
    #expect(terminal.boxes.count == 2)
    terminal.expect("Too weak", "8 characters or more")
    terminal.fill(fields: goodForAccount, goodForAccount)
    terminal.press(.enter)
    #expect(terminal.answer() == "Abcdef1!\n")
  }

  @Test func `D2 a placeholder given by the caller wins`() throws {
    let terminal = try TerminalEmulator.account(
      "form", "--field", "name", "--field", "email:mail:Your address: work")
    #expect(terminal.text(inField: 0) == "Enter your name...")
    #expect(terminal.text(inField: 1) == "Your address: work")
  }

  @Test func `D3 passwords are masked, names and addresses are not`() throws {
    let terminal = try TerminalEmulator.account(
      "form", "--field", "name", "--field", "email", "--field", "password")
    terminal.fill(fields: "ada", "ada@example.org", "Abc")
    terminal.expect(field: 0, holds: "Ada")
    terminal.expect(field: 1, holds: "ada@example.org")
    terminal.expect(field: 2, holds: "•••")
  }

  @Test func `D3 the first letters of a name are raised, in every script that has case`() throws {
    let terminal = try TerminalEmulator.account("form", "--field", "name", "--field", "text")
    terminal.type("ада ΐ éva o'neil")
    terminal.expect(field: 0, holds: "Ада ΐ Éva O'neil")
    terminal.press(.tab)
    terminal.type("ada")
    terminal.expect(field: 1, holds: "ada")
  }

  @Test func `D3 van der Berg and McDonald stay once the person changed them back`() throws {
    let terminal = try TerminalEmulator.account("form", "--field", "name")
    terminal.type("v")
    terminal.expect(field: 0, holds: "V")
    terminal.press(.backspace)
    terminal.type("van d")
    terminal.expect(field: 0, holds: "van D")
    terminal.press(.backspace)
    terminal.type("der berg")
    terminal.expect(field: 0, holds: "van der Berg")
    terminal.press(.home, .delete)
    terminal.type("v")
    terminal.expect(field: 0, holds: "van der Berg")
    terminal.press(.control("e"), .control("u"))
    terminal.type("mcDonald")
    terminal.expect(field: 0, holds: "McDonald")
    terminal.press(.enter)
    #expect(terminal.answer() == "McDonald\n" || terminal.outputText == #"{"name":"McDonald"}"# + "\n")
  }

  @Test func `D3 white space is refused in an e-mail address, and trimmed from the ends of a pasted one`()
    throws
  {
    let terminal = try TerminalEmulator.account("form", "--field", "email", "--field", "text")
    terminal.type("a d a")
    terminal.expect(field: 0, holds: "ada")
    terminal.press(.control("u"))
    terminal.paste("  ada@example.org \u{A0}")
    terminal.expect(field: 0, holds: "ada@example.org")
    terminal.settle()
    #expect(!terminal.shows(AccountError.email))
  }

  @Test(arguments: ["ada@exam\u{7}ple.org", "ada@\u{1B}[31mexample.org", "ada@example.org\nbob@example.org"])
  func `D3 control characters and line breaks pasted into an address are refused visibly`(text: String) throws
  {
    let terminal = try TerminalEmulator.account("form", "--field", "email", "--field", "text")
    terminal.paste(text)
    terminal.wait("a notice stands under the field") { terminal.text(belowField: 0) != "" }
    terminal.expect(field: 0, holds: "Enter your email...")
    #expect(terminal.fate == .running)
  }

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

  @Test func `D5 the container has the sign that shows and hides a password`() throws {
    let terminal = try TerminalEmulator.account("sign-in")
    terminal.press(.tab)
    terminal.type(goodForAccount)
    terminal.click(on: "🙈 show")
    terminal.expect(field: 1, holds: goodForAccount)
    terminal.click(on: "👀 hide")
    terminal.expect(field: 1, holds: "••••••••")
  }

  /// What cannot be seen, with what else stands around it, and how that is drawn.
  static let invisible: [(text: String, drawn: String)] = [
    ("a\u{202E}b", "a◌b"), ("a\u{2066}b\u{2069}", "a◌b◌"), ("a\u{200B}b", "a◌b"), ("a\u{AD}b", "a◌b"),
    ("a\u{E0041}b", "a◌b"), ("\u{200F}a", "◌a"), ("a\u{3164}b", "a◌b"), ("\u{202A}\u{200D}a", "◌◌a"),
    ("a\u{34F}b", "a◌b"), ("क\u{94D}\u{200D}b", "क\u{94D}\u{200D}b"),
  ]

  @Test(arguments: invisible)
  func `what cannot be seen in a text is drawn as a sign, and handed out as it is`(
    text: String, drawn: String
  )
    throws
  {
    for type in ["text", "password"] {
      let terminal = try TerminalEmulator.account("form", "--field", type, "--reveal", "always")
      terminal.type(goodForAccount)
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

  @Test func `in ASCII the sign for what cannot be seen is ASCII too`() throws {
    for (locale, options) in [("C", []), ("C.UTF-8", ["--glyphs", "ascii"])] {
      let terminal = try TerminalEmulator.open(
        "watchword", ["form", "--field", "text"] + options, on: .with { $0.environment["LC_ALL"] = locale })
      terminal.expect("Enter")
      terminal.type("a\u{202E}b")
      terminal.expect("a?b")
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
  /// Whether a person would call it blue.
  fileprivate var isBluish: Bool {
    guard case .rgb(let red, let green, let blue) = self else { return false }
    return blue > red + 40 && blue > green + 20
  }
}
