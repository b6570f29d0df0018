import TestSupport
import Testing
import WatchwordScreen

/// Glyphs that the terminal can draw.
@Suite struct SignTests {
  @Test(arguments: ["auto", "never"], ["unicode", "emoji"])
  func `A4 met and failed differ where every sign outside ASCII is the same box and colours are not seen`(
    color: String, glyphs: String
  ) throws {
    let terminal = try TerminalEmulator.form("--color", color, "--glyphs", glyphs)
    terminal.type("a")
    terminal.press(.tab)
    terminal.expect("Press ^G")
    terminal.settle()
    func isBold(_ criterion: CriterionOnScreen) throws -> Bool {
      let label = try #require(terminal.position(of: criterion.rawValue))
      // The glyph is the first cell of its row that is not blank.
      let row = (0..<label.column).map { terminal[label.row, $0] }
      return try #require(row.first { ![nil, "", " "].contains($0.text) }).isBold
    }
    #expect(try !isBold(.lower))
    #expect(try isBold(.digit))
  }

  @Test(arguments: [
    ("TERM", "rxvt-unicode-256color"), ("TERM", "rxvt"), ("XTERM_VERSION", "XTerm(390)"),
    ("TERM", "linux"), ("TERM", "vt220"), ("LC_ALL", "C"),
  ])
  func `no emoji is drawn where the terminal has none`(name: String, value: String) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary"],
      on: .with {
        $0.environment[name] = value
        $0.output = .pipe
      })
    terminal.wait("the form stands") { terminal.shows("show") && terminal.shows("digit (0-9)") }
    terminal.settle()
    let text = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(text.unicodeScalars.allSatisfy { !$0.properties.isEmojiPresentation })
  }
}
