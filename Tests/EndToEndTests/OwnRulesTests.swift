import TestSupport
import Testing

/// Rules of the place on a terminal: issue 13, H1 and H2.
@Suite struct OwnRulesTests {
  @Test func `H2 a forbidden character fails its line at once, and is named only while the field is shown`()
    throws
  {
    let terminal = try TerminalEmulator.form("--allow", "ascii", "--min-length", "10", "--max-length", "40")
    let label = "only ASCII characters"
    terminal.expect("0 of 10-40")
    terminal.type("Kv7é")
    terminal.wait("the line fails") { terminal.line(with: label).contains("❌") }
    terminal.settle()
    #expect(!terminal.picture.contains("é"))
    terminal.press(.control("r"))
    terminal.expect("\(label): not \"é\"")
    terminal.expect(.new, holds: "Kv7é")
    terminal.press(.control("r"))
    terminal.wait("the name is gone") { !terminal.picture.contains("é") }
    #expect(terminal.line(with: label).contains("❌"))
    terminal.press(.backspace)
    terminal.wait("the line is met") { terminal.line(with: label).contains("✅") }
    terminal.type("#mQz!2xLp")
    terminal.press(.enter)
    terminal.type("Kv7#mQz!2xLp")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == "Kv7#mQz!2xLp\n")
  }

  @Test func `H1 a pin is taken as weak, and one with a letter is not`() throws {
    let terminal = try TerminalEmulator.form("--policy", "pin")
    terminal.type("12a4")
    terminal.press(.tab)
    terminal.expect(error: "Your password must meet the requirements below.", below: .new)
    terminal.press(.backTab)
    terminal.expect(focus: .new)
    terminal.press(.control("u"))
    terminal.type("7391")
    terminal.expect("Weak")
    terminal.press(.enter)
    terminal.type("7391")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == "7391\n")
  }

  @Test func `H2 a rule that can never be met shows no form`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--policy", "nist", "--max-length", "10"], on: .capturing)
    terminal.expectExit(2)
    #expect(terminal.outputText.isEmpty)
  }
}
