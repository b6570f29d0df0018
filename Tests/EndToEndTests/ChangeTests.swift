import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The command `change`: issue 11, F3.
@Suite struct ChangeTests {
  private let folder = TemporaryFolder()

  private static let old = "Kv7mQzR2"
  private static let new = "9tXw.Lb4"

  /// Opens `change` with `options`, and waits until it stands.
  private func change(_ options: [String] = [], on stage: Stage? = nil) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      "watchword", ["change", "--no-dictionary", "--no-animation"] + options,
      on: stage ?? .capturing(in: folder.path))
    terminal.wait("the form stands") { !terminal.boxes.isEmpty }
    terminal.settle()
    return terminal
  }

  private func accept(_ terminal: TerminalEmulator) {
    terminal.fill(fields: Self.old, Self.new, Self.new)
    terminal.press(.enter)
  }

  @Test func `F3 change asks for the old password, a new one and the new one again, at 80x24 all at once`()
    throws
  {
    let terminal = try change()
    #expect(terminal.boxes.count == 3 && terminal.activeField == 0)
    for text in [
      "Change password", " Old password ", " Enter password ", " Re-enter password ", "0 of 8-32",
      "8-32 characters (no spaces)", "not the old password", "hard to guess", "Esc cancel",
    ] { #expect(terminal.shows(text), "\(text)") }
    accept(terminal)
    #expect(terminal.answer() == #"{"old":"Kv7mQzR2","new":"9tXw.Lb4","strength":"medium"}"# + "\n")
  }

  @Test(arguments: [
    (["--format", "lines"], "Kv7mQzR2\n9tXw.Lb4\n"), (["--format", "nul"], "Kv7mQzR2\u{0}9tXw.Lb4\u{0}"),
    (["--format", "shell"], "ww_old='Kv7mQzR2'\nww_new='9tXw.Lb4'\n"),
    (["--template", "{new}"], "9tXw.Lb4\n"),
    (["--template", "{old}\n{new}\n{new}"], "Kv7mQzR2\n9tXw.Lb4\n9tXw.Lb4\n"),
    (["--template", "alice:{new}", "--", "sed", "s/^/got /"], "got alice:9tXw.Lb4\n"),
  ])
  func `F3 the answer has old and new in every form`(_ options: [String], answer: String) throws {
    let terminal = try change(options)
    accept(terminal)
    #expect(terminal.answer() == answer)
  }

  @Test func `F3 A10 after change the same line is said as after new`() throws {
    var stage = Stage.capturing(in: folder.path)
    stage.errors = .terminal
    let plain = try change(on: stage)
    accept(plain)
    plain.expectExit(0)
    plain.expect("Password accepted.")
    let handed = try change(["--", "true"], on: stage)
    accept(handed)
    handed.expectExit(0)
    handed.expect("Success: You have successfully changed your password.")
    let quiet = try change(["--quiet", "--", "true"], on: stage)
    accept(quiet)
    quiet.expectExit(0)
    #expect(!quiet.shows("Success"))
  }

  @Test(arguments: ["Kv7mQzR2", "kV7MqZr2", "2RzQm7vK", "Kv7mQzR2x", ".v7mQzR2", "Kv7mQzR"])
  func `F3 what is the old password, or close to it, is refused by a line of the panel`(_ new: String) throws
  {
    let terminal = try change(["--min-strength", "weak"])
    terminal.fill(fields: Self.old, new)
    terminal.press(.tab)
    terminal.expect(row: "❌", "not the old password")
    if new != "Kv7mQzR" { terminal.expect("Choose a password that is not the old one.") }
    terminal.press(.backTab, .control("u"))
    terminal.type(Self.new)
    terminal.expect(row: "✅", "not the old password")
    #expect(!terminal.shows("Choose a password that is not the old one."))
  }

  @Test func `F3 the old password counts against the new one as a word`() throws {
    let terminal = try change()
    terminal.fill(fields: "correcthorse", "correcthorse123")
    terminal.expect("Contains the old password")
  }

  @Test func `F3 the rule that is asked for is for the new password alone`() throws {
    let terminal = try change(["--policy", "nist", "--min-strength", "strong"])
    terminal.fill(fields: "x", "six tall greenish lamp posts", "six tall greenish lamp posts")
    terminal.press(.enter)
    #expect(
      terminal.answer() == #"{"old":"x","new":"six tall greenish lamp posts","strength":"strong"}"# + "\n")
  }

  @Test func `F3 A15 what is missing is said under each field`() throws {
    let terminal = try change()
    terminal.press(.backTab, .enter)
    terminal.expect("Enter your old password.", belowField: 0)
    terminal.expect("Enter your password again.", belowField: 2)
    terminal.expect("3 fields need attention")
    #expect(terminal.activeField == 0)
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 20, rows: 4)])
  func `F3 change works in a small window`(_ size: Size) throws {
    var stage = Stage.capturing(in: folder.path)
    stage.size = size
    let terminal = try change(on: stage)
    accept(terminal)
    #expect(terminal.answer().hasPrefix(#"{"old":"Kv7mQzR2","new":"9tXw.Lb4","#))
  }

  @Test func `F3 cancelling hands out neither of the passwords`() throws {
    let terminal = try change(["--", "tee", folder.path + "/got"])
    terminal.fill(fields: Self.old, Self.new, Self.new)
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText == "" && readText(folder.path + "/got") == nil)
  }

  private func verifying(_ script: String, _ options: [String] = []) throws -> TerminalEmulator {
    try change(["--verify-old", script, "--verify-shell"] + options)
  }

  @Test func `F3 --verify-old asks a command about the old password, and about it alone, before the new one`()
    throws
  {
    let terminal = try verifying("cat >>asked; tr '\\0' '\\n' </proc/$$/cmdline >words; env >>words")
    terminal.type(Self.old)
    terminal.press(.tab)
    terminal.wait("the focus is in the next field") { terminal.activeField == 1 }
    terminal.fill(fields: Self.new, Self.new)
    terminal.press(.enter)
    #expect(terminal.answer().hasPrefix(#"{"old":"Kv7mQzR2","new":"9tXw.Lb4","#))
    #expect(readText(folder.path + "/asked") == #"{"old":"Kv7mQzR2"}"# + "\n")
    let words = readText(folder.path + "/words") ?? Self.old
    #expect(words.contains("PATH=") && !words.contains(Self.old))
  }

  @Test(arguments: [Keystroke.tab, .enter, .down])
  func `F3 a refusal of the old password stands under it, and the focus stays there`(_ key: Keystroke) throws
  {
    let terminal = try verifying(
      "grep -qx right || { echo 'old: This is not your password.'; exit 1; }",
      ["--verify-input", "text"])
    terminal.type("wrong")
    terminal.press(key)
    terminal.expect("This is not your password.", belowField: 0)
    terminal.settle()
    #expect(terminal.activeField == 0 && terminal.bells == 1 && !terminal.shows("old: "))
    #expect(terminal.cell(of: "This is not your")?.foreground.isReddish == true)
    terminal.press(.control("u"))
    terminal.type("right")
    terminal.expect(gone: "This is not your password.")
    terminal.press(key)
    terminal.wait("the focus is in the next field") { terminal.activeField == 1 }
  }

  @Test func `F3 a click elsewhere asks as Tab does`() throws {
    let terminal = try verifying("echo asked >>log")
    terminal.type(Self.old)
    terminal.click(on: "Re-enter new password")
    terminal.wait("the focus is in the last field") { terminal.activeField == 2 }
    #expect(readText(folder.path + "/log") == "asked\n")
    terminal.press(.backTab, .backTab, .tab, .tab)
    terminal.settle()
    #expect(readText(folder.path + "/log") == "asked\n")
    terminal.press(.backTab, .backTab)
    terminal.type("x")
    terminal.press(.tab)
    terminal.wait("it was asked again") { readText(folder.path + "/log") == "asked\nasked\n" }
  }

  @Test(arguments: [
    (Keystroke.escape, TerminalEmulator.Fate.exited(1)), (.control("c"), .killed(by: SIGINT)),
  ])
  func `F3 while it is asked keys beep, and Esc and ^C end it and the form`(
    _ key: Keystroke, fate: TerminalEmulator.Fate
  ) throws {
    let terminal = try verifying("echo $$ >pid; trap 'exit 1' TERM; while :; do sleep 1; done")
    terminal.type(Self.old)
    terminal.press(.tab)
    terminal.expect("Checking…")
    terminal.type("xy")
    terminal.press(.enter)
    terminal.wait("the keys were refused") { terminal.bells > 0 }
    #expect(terminal.text(inField: 0) == "••••••••" && terminal.activeField == 0)
    terminal.wait("it runs") { readText(folder.path + "/pid")?.hasSuffix("\n") == true }
    let pid = try #require(readText(folder.path + "/pid").flatMap { Int32($0.dropLast()) })
    terminal.press(key)
    terminal.expect(fate)
    #expect(terminal.outputText == "" && terminal.settings.isCooked)
    #expect([nil, "Z"].contains(ProcessState(pid).letter))
  }

  @Test func `F3 --attempts ends the form with status 7, and --verify-timeout is no refusal`() throws {
    let terminal = try change(["--verify-old", "false", "--attempts", "2"])
    terminal.type("wrong")
    terminal.press(.enter)
    terminal.expect("This was not accepted", belowField: 0)
    terminal.press(.enter)
    terminal.expectExit(7)
    #expect(terminal.outputText == "" && terminal.errorText.contains("refused"))
    let slow = try change(["--verify-old", "sleep 60", "--verify-timeout", "0.3", "--attempts", "1"])
    slow.type("wrong")
    slow.press(.enter)
    slow.expect("The check took longer than 0.3 s")
    #expect(slow.activeField == 0 && slow.fate == .running)
  }

  @Test(arguments: [
    (
      ["change", "--verify-old", "no-such-command-at-all"],
      "cannot start the command 'no-such-command-at-all'"
    ),
    (["change", "--attempts", "2"], "option '--attempts' needs an option '--verify' or '--verify-old'"),
    (["new", "--attempts", "2"], "option '--attempts' needs an option '--verify'"),
    (["new", "--verify-old", "true"], "option '--verify-old' is for 'change', not for 'new'"),
    (["change", "--verify-old", " "], "option '--verify-old' takes a command"),
  ])
  func `F3 what is wrong with the options is said before the form`(_ arguments: [String], line: String) throws
  {
    let terminal = try TerminalEmulator.open("watchword", arguments, on: .capturing(in: folder.path))
    terminal.expectExit(2)
    #expect(terminal.errorText.contains(line) && !terminal.isAlternateScreen)
  }
}
