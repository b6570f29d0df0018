import TestSupport
import Testing

/// A form under a file of pwquality.
@Suite struct PWQualityTests {
  @Test(.programs("pwscore"))
  func `H3 the document's command asks cracklib beside the system's file`() throws {
    let text = try PackageFile.text("docs/policies.md")
    let command = try #require(ScriptingPage.commands(in: text).first { $0.contains("pwscore") })
    let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(words.prefix(2) == ["watchword", "new"])
    let options = Array(words.dropFirst(2))
    let refused = try TerminalEmulator.form(options: options, on: .capturing)
    // A word that is not commonly used in this spelling.
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
  }
}
