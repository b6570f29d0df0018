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
    terminal.expect("Choose a password that is less like the old one.")
    terminal.press(.control("u"))
    terminal.type("Kv7m9xyz")
    terminal.expect(row: "✅", "at least 4 changes to the old password")
    terminal.press(.tab)
    terminal.type("Kv7m9xyz")
    terminal.press(.enter)
    #expect(terminal.answer() == "Kv7mQzR2\nKv7m9xyz\n")
  }

  @Test func `H3 a small window names the failed lines of a long panel that it does not show`() throws {
    let path = folder.write(
      """
      minlen = 12
      dcredit = 1
      ucredit = -2
      lcredit = -1
      minclass = 3
      maxclassrepeat = 4
      maxrepeat = 2
      maxsequence = 3
      badwords = watch
      """, to: "p.conf")
    let terminal = try TerminalEmulator.form(options: ["--policy", path], on: .sized(40, 12))
    terminal.type("Watch7Kv#9tXq")
    terminal.press(.enter)
    terminal.expect("Not met: no forbidden word")
    terminal.press(.pageDown)
    terminal.expect(row: "❌", "no forbidden word")
    terminal.press(.control("u"))
    terminal.type("short")
    terminal.press(.enter)
    terminal.expect(row: "❌", "12 or more (some twice)")
    terminal.expect("See the requirements below.")
  }

  @Test(.enabled("pwscore is not installed") { ScriptingPage.isInstalled("pwscore") })
  func `H3 the document's command asks cracklib beside the system's file`() throws {
    let text = try PackageFile.text("docs/policies.md")
    let command = try #require(ScriptingPage.commands(in: text).first { $0.contains("pwscore") })
    let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(words.prefix(2) == ["watchword", "new"])
    let options = Array(words.dropFirst(2))
    let refused = try TerminalEmulator.form(options: options, on: .capturing)
    // A word that is not commonly used as it stands here.
    refused.fill("Nightingale77")
    refused.press(.enter)
    refused.expect("The password fails the dictionary check - it is based on a")
    refused.press(.escape)
    refused.expectExit(1)
    let accepted = try TerminalEmulator.form(options: options, on: .capturing)
    accepted.fill("eiJu7loo!q9XbZ")
    accepted.press(.enter)
    #expect(accepted.answer() == "eiJu7loo!q9XbZ\n")
  }

  @Test func `H3 the document shows what is said of a line that is wrong`() throws {
    let text = try PackageFile.text("docs/policies.md")
    #expect(
      text.contains(
        "$ watchword check --policy place.conf\nwatchword: place.conf, line 2: there is no setting 'minclas'\n"
      ))
    _ = folder.write("minlen = 12\nminclas = 3\n", to: "place.conf")
    let completion = try Completion.of("watchword", ["check", "--policy", "place.conf"], folder: folder.path)
    #expect(completion.status == 2 && completion.output == "")
    #expect(completion.errors.hasPrefix("watchword: place.conf, line 2: there is no setting 'minclas'\n"))
  }
}
