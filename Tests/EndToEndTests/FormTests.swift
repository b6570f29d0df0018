import TestSupport
import Testing
import WatchwordScreen

/// The new-password form (A), without the keys and texts, which Tests/Scripts/new.txt has.
@Suite struct FormTests {
  @Test func `A1 A3 A4 3 of these 4 is set off, what is met is green, what failed and an error are red`()
    throws
  {
    let terminal = try TerminalEmulator.form("--glyphs", "unicode")
    let plain = try #require(terminal.cell(of: "Use at least"))
    let emphasis = try #require(terminal.cell(of: "3 of these 4"))
    let after = try #require(terminal.cell(of: "criteria when"))
    #expect(plain.foreground == after.foreground && plain.isBold == after.isBold)
    #expect(
      emphasis.isBold != plain.isBold || emphasis.foreground != plain.foreground
        || emphasis.isUnderlined != plain.isUnderlined)
    terminal.type("A")
    terminal.expect(states: ".+...")
    terminal.settle()
    #expect(terminal.cell(of: "✓")?.foreground.isGreenish == true)
    terminal.press(.tab)
    terminal.expect(states: "-+---")
    terminal.settle()
    #expect(terminal.cell(of: "✗ 8-32")?.foreground.isReddish == true)
    #expect(terminal.cell(of: "✓")?.foreground.isGreenish == true)
    #expect(terminal.cell(of: "Press ^G")?.foreground.isReddish == true)
  }

  @Test func `A10 the line of the success comes after the screen is left and the password is written`() throws
  {
    let terminal = try TerminalEmulator.form(on: Stage())
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(!terminal.isAlternateScreen)
    let rows = terminal.rows.filter { !$0.isEmpty }
    #expect(rows == [good, "Password accepted."])
  }

  @Test(arguments: ["xterm-256color", "xterm", "linux"])
  func `B3 with 256 or 8 colours the bars are red, orange and green of the palette`(term: String) throws {
    let terminal = try TerminalEmulator.form(
      "--meter", "length",
      on: .with {
        $0.environment["TERM"] = term
        $0.environment["COLORTERM"] = nil
      })
    terminal.type(String(repeating: "a", count: 20))
    terminal.expect("Strong password")
    terminal.settle()
    let colors = terminal.bars.map(\.color)
    try #require(colors.count == 3)
    #expect(Set(colors.map { "\($0)" }).count == 3)
    #expect(colors.allSatisfy { if case .index = $0 { true } else { false } })
    #expect(colors[0].isReddish && colors[2].isGreenish, "\(colors)")
  }

  @Test func `A10 a stderr that is no terminal gets no line, and --quiet leaves it out`() throws {
    let piped = try TerminalEmulator.form(
      on: .with {
        $0.output = .pipe
        $0.errors = .pipe
      })
    piped.fill()
    piped.press(.enter)
    piped.expectExit(0)
    #expect(piped.errorText == "" && piped.outputText == good + "\n")
    let quiet = try TerminalEmulator.form("--quiet", on: Stage())
    quiet.fill()
    quiet.press(.enter)
    quiet.expectExit(0)
    #expect(quiet.rows.filter { !$0.isEmpty } == [good])
  }
}
