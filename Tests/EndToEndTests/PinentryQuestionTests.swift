import TestSupport
import Testing
import WatchwordScreen

/// Questions and messages of gpg-agent on the terminal that it names.
@Suite struct PinentryQuestionTests {
  private static let notConfirmed = "ERR 83886194 Not confirmed <Pinentry>"
  private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"

  /// Commands before a question, the question, the keys for Watchword and for Debian's pinentry, and both answers.
  private static let rows:
    [(commands: [String], question: String, keys: String, debianKeys: String, answer: String)] = [
      ([], "CONFIRM", "\r", "\r", "OK"),
      ([], "CONFIRM", "\t\r", "\t\r", cancelled),
      ([], "CONFIRM", "\u{1B}", "\u{5}", cancelled),
      (["SETNOTOK _No"], "CONFIRM", "\r", "\r", "OK"),
      (["SETNOTOK _No"], "CONFIRM", "\t\r", "\t\r", notConfirmed),
      (["SETNOTOK _No"], "CONFIRM", "n", "\t\r", notConfirmed),
      (["SETNOTOK _No"], "CONFIRM", "\t\t\r", "\t\t\r", cancelled),
      (["SETNOTOK _No"], "CONFIRM", "\u{1B}[C\u{1B}[C\r", "\u{1B}OC\u{1B}OC\r", cancelled),
      (["SETNOTOK _No", "SETCANCEL _Back"], "CONFIRM", "\u{1B}b", "\t\t\r", cancelled),
      (["SETNOTOK _No"], "CONFIRM --one-button", "\r", "\r", "OK"),
      ([], "CONFIRM --one-button", "\u{1B}", "\u{5}", "OK"),
      ([], "MESSAGE", "\r", "\r", "OK"),
      ([], "MESSAGE", "\u{1B}", "\u{5}", "OK"),
      (["SETERROR Wrong%0Atwice", "SETTITLE Title", "SETOK _Yes__x"], "CONFIRM", "\r", "\r", "OK"),
    ]

  @Test(
    .enabled(if: PinentryStage.hasDebian, "pinentry-curses is not installed"),
    arguments: [true, false])
  func `G2 a question is answered as Debian's pinentry answers it`(isOurs: Bool) throws {
    let pinentry = try isOurs ? PinentryStage() : PinentryStage(PinentryStage.debian, arguments: [])
    pinentry.nameTerminal()
    for (number, row) in Self.rows.enumerated() {
      pinentry.ask("RESET", ["OK"])
      pinentry.ask("SETDESC Question \(number)?", ["OK"])
      for command in row.commands { pinentry.ask(command, ["OK"]) }
      pinentry.send(row.question)
      pinentry.terminal.expect("Question \(number)?")
      if isOurs { pinentry.terminal.expectPressable() }
      pinentry.terminal.type(isOurs ? row.keys : row.debianKeys)
      pinentry.expect(row.answer)
    }
  }

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

  @Test(arguments: [(80, 24), (40, 12), (20, 4)])
  func `G2 a question of 40 lines is read to its last line and answered`(_ columns: Int, rows: Int) throws {
    var stage = Stage()
    stage.size = Size(columns: columns, rows: rows)
    let pinentry = try PinentryStage(on: stage)
    let terminal = pinentry.terminal
    pinentry.nameTerminal()
    let text = (1...40).map { "Line \($0)." }.joined(separator: "%0A")
    pinentry.ask("SETDESC \(text)", ["OK"])
    pinentry.send("CONFIRM")
    terminal.expect("Line 1.", "↓ read")
    var last = 1
    while last < 40 {
      terminal.press(.down)
      terminal.wait("line \(last + 1) is in view") { terminal.shows("Line \(last + 1).") }
      last += 1
    }
    terminal.expectPressable()
    terminal.press(.enter)
    pinentry.expect("OK")
    terminal.expectLeft()
  }
}
