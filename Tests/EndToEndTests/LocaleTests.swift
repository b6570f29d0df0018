import TestSupport
import Testing
import WatchwordScreen

@Suite struct LocaleTests {
  @Test(arguments: ["C", "POSIX"])
  func `without a UTF-8 locale the signs are ASCII and the input is taken as UTF-8`(locale: String) throws {
    let terminal = try TerminalEmulator.form(
      on: .with {
        $0.environment["LC_ALL"] = locale
        $0.output = .pipe
      })
    #expect(terminal.transcript.allSatisfy { $0 < 0x80 })
    #expect(terminal.sign(of: .new) == "show")
    terminal.type("é漢👩‍👩‍👧")
    terminal.expect(row: "3 of 8-32")
    terminal.expect(.new, holds: "***")
    terminal.press(.control("u"))
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
    #expect(terminal.transcript.allSatisfy { $0 < 0x80 })
  }

  @Test(
    .programs("localedef"),
    arguments: ["de_DE.ISO-8859-1", "de_DE.ISO-8859-15"])
  func `another character set is decoded, and written back byte for byte`(locale: String) throws {
    let folder = try #require(Locales.made)
    let terminal = try TerminalEmulator.form(
      "--min-strength", "weak", "--json",
      on: .with {
        $0.environment["LC_ALL"] = locale
        $0.environment["LOCPATH"] = folder
        $0.output = .pipe
      })
    terminal.send([0xE4, 0xA4])
    terminal.expect(row: "2 of 8-32")
    terminal.press(.control("r"))
    terminal.settle()
    let shown = terminal.transcript.suffix(400)
    #expect(shown.contains(0xE4), "the shown text goes to the terminal in its own character set")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("ä"))
    terminal.press(.control("u"))
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText.contains(good))
  }
}
