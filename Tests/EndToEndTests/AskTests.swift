import TestSupport
import Testing
import WatchwordScreen

/// The command `ask`, and the paragraph of any form: issue 11, F2.
@Suite struct AskTests {
  private let folder = TemporaryFolder()

  /// Opens `ask` with `options`, and waits until it stands.
  private func ask(_ options: String..., on stage: Stage = .capturing) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open("watchword", ["ask"] + options, on: stage)
    terminal.expect("Esc")
    terminal.settle()
    return terminal
  }

  private static let secret = "pw: \u{E9} 'x' \\ "

  @Test func `F2 ask reads one password, and Return in its field hands it out`() throws {
    let terminal = try ask()
    #expect(terminal.shows("Password required") && terminal.shows("[ Continue ]"))
    #expect(terminal.boxes.count == 1 && terminal.activeField == 0)
    #expect(!terminal.shows("hard to guess") && !terminal.shows("at least"))
    terminal.type(Self.secret)
    terminal.press(.enter)
    #expect(terminal.answer() == Self.secret + "\n")
    #expect(terminal.errorText == "")
  }

  @Test(arguments: ["x", "1234", "password", "a b"])
  func `F2 any password that is there is taken, and stays masked`(_ password: String) throws {
    let terminal = try ask()
    terminal.type(password)
    terminal.expect(field: 0, holds: String(repeating: "•", count: password.count))
    terminal.press(.enter)
    #expect(terminal.answer() == password + "\n")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains(password + "•"))
  }

  @Test func `F2 an empty password is refused in words, and the focus stays`() throws {
    let terminal = try ask()
    terminal.press(.enter)
    terminal.expect("Enter your password.", belowField: 0)
    terminal.expect("1 field needs attention")
    #expect(terminal.activeField == 0 && terminal.fate == .running)
    terminal.type("x")
    terminal.expect(gone: "Enter your password.")
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  @Test func `F2 with a label of its own the field is named in the refusal`() throws {
    let terminal = try ask("--label", "PIN=secret")
    #expect(terminal.shows(" PIN=secret ") && !terminal.shows("Enter your password"))
    terminal.press(.enter)
    terminal.expect("Fill in: PIN=secret", belowField: 0)
  }

  @Test func `F2 with --allow-empty an empty password is handed out`() throws {
    let terminal = try ask("--allow-empty", "--json")
    #expect(terminal.shows("Password (optional)"))
    terminal.press(.enter)
    #expect(terminal.answer() == #"{"password":""}"# + "\n")
  }

  @Test func `F2 cancelling hands out nothing`() throws {
    let terminal = try ask("--cancel-status", "77")
    terminal.type("x")
    terminal.press(.escape)
    terminal.expectExit(77)
    #expect(terminal.outputText == "")
  }

  @Test(arguments: [
    (["--json"], #"{"password":"a'b"}"# + "\n"), (["--format", "shell"], #"ww_password='a'\''b'"# + "\n"),
    (["--format", "nul"], "a'b\0"), (["--format", "lines", "--no-newline"], "a'b"),
    (["--template", "alice:{password}"], "alice:a'b\n"), (["--", "sed", "s/^/got /"], "got a'b\n"),
    (["--template", "u:{password}", "--", "cat"], "u:a'b\n"),
  ])
  func `F2 the answer of ask goes wherever that of any form does`(_ options: [String], answer: String) throws
  {
    let terminal = try TerminalEmulator.open("watchword", ["ask"] + options, on: .capturing)
    terminal.expect("Password required")
    terminal.type("a'b")
    terminal.press(.enter)
    #expect(terminal.answer() == answer)
  }

  @Test func `F2 ask lets a command verify the password, and --attempts counts`() throws {
    let terminal = try ask(
      "--verify", "grep -qx right", "--verify-shell", "--verify-input", "text", "--attempts", "2",
      on: .capturing(in: folder.path))
    terminal.type("wrong")
    terminal.press(.enter)
    terminal.expect("This was not accepted")
    terminal.press(.control("u"))
    terminal.type("right")
    terminal.press(.enter)
    #expect(terminal.answer() == "right\n")
    let other = try ask(
      "--verify", "false", "--attempts", "2", on: .capturing(in: folder.path))
    other.type("wrong")
    other.press(.enter)
    other.expect("This was not accepted")
    other.press(.enter)
    other.expectExit(7)
    #expect(other.outputText == "")
  }

  @Test func `F2 --reveal always shows what is typed, and never has no sign`() throws {
    let shown = try ask("--reveal", "always")
    shown.type("open")
    shown.expect(field: 0, holds: "open")
    let hidden = try ask("--reveal", "never")
    #expect(!hidden.shows("show"))
  }

  @Test(arguments: [
    ["ask"], ["new", "--no-dictionary"], ["sign-in"], ["sign-up"], ["form", "--field", "text:city"],
  ])
  func `F2 the paragraph stands above the fields of every form, at 80x24 too`(_ command: [String]) throws {
    let text = "The disk of the north office is locked.\nAsk for the sheet in the safe."
    let terminal = try TerminalEmulator.open("watchword", command + ["--text", text], on: .capturing)
    terminal.expect("Esc")
    terminal.settle()
    let row = try #require(terminal.position(of: "The disk of the north office is locked.")?.row)
    #expect(try #require(terminal.boxes.first).row > row)
    if command[0] == "ask" { #expect(terminal.row(row + 1).contains("Ask for the sheet in the safe.")) }
    terminal.press(.escape)
    terminal.expectExit(1)
  }

  @Test func `F2 a paragraph makes room when the window shrinks, and comes back`() throws {
    let text = String(repeating: "lorem ", count: 60)
    let terminal = try ask("--text", text)
    let whole = (0..<24).count { terminal.row($0).contains("lorem") }
    #expect(whole == 6)
    terminal.resize(40, 8)
    terminal.expect("…")
    terminal.settle()
    #expect((0..<8).count { terminal.row($0).contains("lorem") } == 1)
    #expect(terminal.shows("Password") && terminal.shows("Continue") && terminal.shows("Esc"))
    terminal.resize(20, 4)
    terminal.expect(gone: "lorem")
    terminal.type("x")
    terminal.resize(80, 24)
    terminal.wait("the paragraph is back") { (0..<24).count { terminal.row($0).contains("lorem") } == whole }
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  @Test func `F2 in a locale of ASCII the paragraph ends in dots`() throws {
    var stage = Stage.capturing
    stage.environment["LC_ALL"] = "C"
    let terminal = try ask("--text", String(repeating: "word ", count: 200), on: stage)
    terminal.expect("...")
    terminal.type("x")
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  @Test func `F2 a paragraph with a control character is refused before the form`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["ask", "--text", "a\tb"], on: .capturing(in: folder.path))
    terminal.expectExit(2)
    #expect(terminal.errorText.contains("option '--text' takes a text without control characters"))
  }
}
