import TestSupport
import Testing
import WatchwordScreen

/// Drawn on the terminal, answered on descriptor 1: issue 2, item 3.
@Suite struct OutputTests {
  @Test func `with all three descriptors on the terminal the password is one line on it`() throws {
    let terminal = try TerminalEmulator.form(on: Stage())
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.rows.filter { $0 == good }.count == 1)
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

  @Test func `--optional lets a field stay empty, but not be wrong`() throws {
    let terminal = try TerminalEmulator.account(
      "form", "--field", "email", "--field", "password", "--optional", "email", "--format", "lines")
    terminal.type("ada")
    terminal.press(.tab)
    terminal.type(goodForAccount)
    terminal.expect(AccountError.email, belowField: 0)
    terminal.expect(button: "Submit", isAwake: false)
    terminal.press(.backTab, .control("u"))
    terminal.expect(button: "Submit", isAwake: true)
    terminal.press(.tab, .enter)
    #expect(terminal.answer() == "\n\(goodForAccount)\n")
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
