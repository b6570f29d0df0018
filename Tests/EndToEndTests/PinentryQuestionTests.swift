import TestSupport
import Testing
import WatchwordScreen

/// Questions and messages of gpg-agent on the terminal that it names.
@Suite struct PinentryQuestionTests {
  private static let notConfirmed = "ERR 83886194 Not confirmed <Pinentry>"
  private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"

  @Test func `G2 a question shows its title, its error and three buttons, whose letters are underlined`()
    throws
  {
    let pinentry = try PinentryStage()
    let terminal = pinentry.terminal
    pinentry.nameTerminal()
    for line in [
      "OPTION default-ok=_OK", "OPTION default-cancel=_Cancel", "SETTITLE Weak passphrase",
      "SETDESC Is%0Athis right?", "SETERROR It is short", "SETOK _Take this one anyway",
      "SETNOTOK _Enter new passphrase",
    ] { pinentry.ask(line, ["OK"]) }
    pinentry.send("CONFIRM")
    terminal.expect(
      "Weak passphrase", "Is", "this right?", "✗ It is short", "▸ Take this one anyway ◂",
      "[ Enter new passphrase ]", "[ Cancel ]")
    for letter in ["Take this one", "Enter new", "Cancel ]"] {
      #expect(terminal.cell(of: letter)?.isUnderlined == true, "\(letter)")
    }
    #expect(terminal.cell(of: "ake this one")?.isUnderlined == false)
    terminal.expectPressable()
    terminal.click(on: "Enter new passphrase")
    pinentry.expect(Self.notConfirmed)
    // The error was for one dialog.
    pinentry.send("CONFIRM")
    terminal.expect("▸ Take this one anyway ◂")
    #expect(!terminal.shows("It is short"))
    terminal.expectPressable()
    terminal.type("C")
    pinentry.expect(Self.cancelled)
    pinentry.ask("BYE", ["OK closing connection"])
    terminal.expectExit(0)
  }
}
