import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The time limit of a form.
@Suite struct TimeLimitTests {
  private let folder = TemporaryFolder()
  private let line = "watchword: closed: no key was pressed within the time limit\n"

  /// The form with a limit. It never sleeps for good while the seconds are counted.
  private func form(_ options: String...) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-animation"] + options,
      on: .capturing(in: folder.path))
    terminal.expect("New password", "Ends in")
    return terminal
  }

  private func expectEnd(of terminal: TerminalEmulator, sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.expectExit(4, sourceLocation: sourceLocation)
    #expect(terminal.outputText == "" && terminal.errorText == line, sourceLocation: sourceLocation)
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen, sourceLocation: sourceLocation)
    #expect(terminal.isCursorVisible && !terminal.isBracketedPaste, sourceLocation: sourceLocation)
    #expect(!terminal.reportsMouse && !terminal.isKeypadApplication, sourceLocation: sourceLocation)
  }

  @Test func `F7 a verifier that runs is ended with the form`() throws {
    let terminal = try form(
      "--timeout", "4", "--verify", folder.command("echo $$ >it; mv it pid; exec sleep 600"))
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("Checking…", "Ends in 1 s")
    expectEnd(of: terminal)
    let verifier = try #require(readText(folder.path + "/pid").flatMap { Int32($0.dropLast()) })
    #expect([nil, "Z"].contains(ProcessState(verifier).letter))
  }

  @Test func `F7 a form that was stopped for too long ends when it goes on`() throws {
    let terminal = try form("--timeout", "3")
    terminal.press(.control("z"))
    terminal.expect(.stopped(by: SIGTSTP))
    let end = try Completion.of("sleep", ["3.1"])
    #expect(end.status == 0 && terminal.fate == .stopped(by: SIGTSTP))
    terminal.signal(SIGCONT, to: -terminal.pid)
    expectEnd(of: terminal)
  }
}
