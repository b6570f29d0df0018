import TestSupport
import Testing
import WatchwordScreen

/// Drawn on the terminal, answered on descriptor 1: issue 2, item 3.
@Suite struct OutputTests {
  @Test(arguments: [
    "p=$($watchword new --no-dictionary); echo \"<$p>\"",
    "$watchword new --no-dictionary | sed 's/.*/<&>/'",
    "$watchword new --no-dictionary </dev/null | sed 's/.*/<&>/'",
    "echo no | { $watchword new --no-dictionary | sed 's/.*/<&>/'; }",
    "$watchword new --no-dictionary <&- 2>&- | sed 's/.*/<&>/'",
    "p=$($watchword --no-dictionary); echo \"<$p>\"",
    "p=$($watchword new --no-dictionary --no-newline | od -An -c | tr -d ' '); echo \"<$p>\"",
  ])
  func `the form works in a script, wherever its streams lead`(script: String) throws {
    let terminal = try TerminalEmulator.shell(script)
    terminal.expect("New password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("<\(good)>")
    terminal.expectExit(0)
  }

  @Test func `with all three descriptors on the terminal the password is one line on it`() throws {
    let terminal = try TerminalEmulator.form(on: Stage())
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.rows.filter { $0 == good }.count == 1)
  }

  @Test func `a cancelled form writes nothing at all to descriptor 1 and 2`() throws {
    let stage = Stage.with {
      $0.output = .pipe
      $0.errors = .pipe
    }
    let terminal = try TerminalEmulator.form(on: stage)
    terminal.fill()
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText == "" && terminal.errorText == "")
  }

  @Test(arguments: [Stage.Stream.file("/dev/full"), .brokenPipe, .closed])
  func `an answer that cannot be written is status 5, one line, and no password on the screen`(
    output: Stage.Stream
  ) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new"],
      on: .with {
        $0.output = output
        $0.errors = .pipe
      })
    terminal.fillIfAsked()
    terminal.expectExit(5)
    #expect(terminal.errorText.split(separator: "\n").count == 1)
    #expect(!terminal.errorText.contains(good))
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains(good))
  }

  @Test func `with every descriptor closed the password does not land on the screen`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new"],
      on: .with {
        $0.input = .closed
        $0.output = .closed
        $0.errors = .closed
      })
    terminal.fillIfAsked()
    terminal.expectExit(5)
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains(good))
  }

  @Test(arguments: [
    ([], "Kv7mQzR2\n"), (["--no-newline"], "Kv7mQzR2"),
    (["--json"], #"{"password":"Kv7mQzR2","strength":"medium"}"# + "\n"),
    (["--json", "--no-newline"], #"{"password":"Kv7mQzR2","strength":"medium"}"#),
  ])
  func `the answer has the form that was asked for`(options: [String], answer: String) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-animation"] + options, on: .capturing)
    terminal.expect("New password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == answer)
  }

  @Test func `JSON escapes what it must`() throws {
    let terminal = try TerminalEmulator.form("--json")
    terminal.fill(#"Ab1\/?:@!"#)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == #"{"password":"Ab1\\/?:@!","strength":"medium"}"# + "\n")
  }

  @Test func `a reader that is slow gets the whole answer`() throws {
    let terminal = try TerminalEmulator.shell(
      "$watchword new --no-dictionary --quiet | (sleep 0.2; cat; echo end)")
    terminal.expect("New password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expect(good, "end")
  }
}

extension TerminalEmulator {
  /// Fills and accepts the form. Where it can be seen beforehand that nobody gets the answer, nobody is asked.
  fileprivate func fillIfAsked() {
    wait("the form stands, or the program has ended") { hasEnded || shows("New password") }
    guard !hasEnded else { return }
    fill()
    press(.enter)
  }
}
