import TestSupport
import Testing

/// A form under a file of pwquality: issue 13, H3.
@Suite struct PWQualityTests {
  private let folder = TemporaryFolder()

  @Test func `H3 the settings of a file are lines of the panel, met while the person types`() throws {
    let path = folder.write("minlen = 9\ndcredit = -2\nmaxrepeat = 2\nbadwords = watch\n", to: "p.conf")
    let terminal = try TerminalEmulator.form("--policy", path)
    terminal.type("Watch77")
    terminal.expect(row: "✅", "at least 2 digits (0-9)")
    terminal.expect(row: "⚪", "9 characters or more")
    terminal.expect(row: "⚪", "without a forbidden word")
    terminal.press(.enter)
    terminal.expect(row: "❌", "without a forbidden word")
    terminal.expect("Your password must meet the requirements below.")
    terminal.press(.control("u"))
    terminal.type("Wat7ch7xy")
    terminal.expect(row: "✅", "without a forbidden word")
    terminal.expect(row: "✅", "9 characters or more")
    terminal.press(.tab)
    terminal.type("Wat7ch7xy")
    terminal.press(.enter)
    #expect(terminal.answer() == "Wat7ch7xy\n")
  }

  @Test func `H3 under enforcing=0 the criteria are shown and any password is taken`() throws {
    let path = folder.write("minlen = 20\nenforcing = 0\n", to: "p.conf")
    let terminal = try TerminalEmulator.form("--policy", path)
    terminal.type("abab1")
    terminal.expect(row: "✅", "not the same backwards")
    terminal.expect(row: "⚪", "20 characters or more")
    terminal.press(.tab)
    terminal.type("abab1")
    terminal.press(.enter)
    #expect(terminal.answer() == "abab1\n")
  }

  @Test func `H3 in a change difok and the old password are libpwquality's`() throws {
    let path = folder.write("difok = 4\n", to: "p.conf")
    let terminal = try TerminalEmulator.open(
      "watchword", ["change", "--no-dictionary", "--no-animation", "--format", "lines", "--policy", path],
      on: .capturing(in: folder.path))
    terminal.wait("the form stands") { !terminal.boxes.isEmpty }
    terminal.settle()
    terminal.fill(fields: "Kv7mQzR2", "Kv7mQxyz")
    terminal.expect(row: "⚪", "at least 4 changes to the old password")
    terminal.press(.enter)
    terminal.expect("Choose a password that is not the old one.")
    terminal.press(.control("u"))
    terminal.type("Kv7m9xyz")
    terminal.expect(row: "✅", "at least 4 changes to the old password")
    terminal.press(.tab)
    terminal.type("Kv7m9xyz")
    terminal.press(.enter)
    #expect(terminal.answer() == "Kv7mQzR2\nKv7m9xyz\n")
  }
}
