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
}
