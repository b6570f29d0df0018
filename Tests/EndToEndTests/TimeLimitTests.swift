import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The time limit of a form: issue 11, F7.
@Suite struct TimeLimitTests {
  private let folder = TemporaryFolder()
  private let line = "watchword: the form was ended by its time limit: nobody pressed a key\n"

  /// The form with a limit. It is never asleep for good while the seconds are counted.
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

  @Test func `F7 a form that nobody works in ends with status 4 and one line, and hands out nothing`() throws
  {
    let terminal = try form("--timeout", "4")
    terminal.fill()
    terminal.expect("Ends in 1 s: any key goes on")
    expectEnd(of: terminal)
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains(good))
  }

  @Test(arguments: [
    ["sign-in"], ["sign-up", "--no-dictionary"], ["form", "--field", "text"],
  ]) func `F7 every form has a limit, also one shorter than a second`(command: [String]) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", command + ["--timeout", "0.3"], on: .capturing(in: folder.path))
    expectEnd(of: terminal)
  }

  @Test func `F7 a key, the mouse and a paste start the time again, and do what they always do`() throws {
    let terminal = try form("--timeout", "20")
    for (act, text) in [
      ({ terminal.type("a") }, "•"), ({ terminal.paste(Array("bc".utf8)) }, "•••"),
      ({ terminal.press(.left) }, "•••"), ({ terminal.click(on: "Enter password") }, "•••"),
    ] {
      terminal.expect("Ends in 19 s")
      act()
      terminal.expect("Ends in 20 s")
      terminal.expect(.new, holds: text)
    }
    terminal.expect("Ends in 19 s")
    terminal.resize(70, 20)
    terminal.expect("Ends in 18 s")
    terminal.press(.escape)
    terminal.expectExit(1)
  }

  @Test(arguments: [(40, 12, "Ends in 20 s"), (20, 4, " 20 s")])
  func `F7 the seconds are counted in a small window too`(columns: Int, rows: Int, text: String) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--timeout", "20"], on: .sized(columns, rows))
    terminal.expect(text)
    terminal.expect(text.replacing("20", with: "19"))
  }

  @Test func `F7 the command behind -- is not run, and its status for a cancel is not taken`() throws {
    let terminal = try form("--timeout", "3", "--cancel-status", "9", "--", "touch", "it")
    terminal.fill()
    expectEnd(of: terminal)
    #expect(readText(folder.path + "/it") == nil)
  }

  @Test func `F7 a verifier that runs is ended with the form`() throws {
    let terminal = try form(
      "--timeout", "4", "--verify-shell", "--verify", "echo $$ >it; mv it pid; exec sleep 600")
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("Checking…", "Ends in 1 s")
    expectEnd(of: terminal)
    let verifier = try #require(readText(folder.path + "/pid").flatMap { Int32($0.dropLast()) })
    #expect([nil, "Z"].contains(ProcessState(verifier).letter))
  }

  @Test func `F4 F7 over an offer the seconds are counted too, and its keys start the time again`() throws {
    let terminal = try form("--timeout", "6")
    terminal.press(.control("g"))
    terminal.expect("Esc back", "Ends in 5 s: any key goes on")
    terminal.press(.control("g"))
    terminal.expect("Esc back", "Ends in 6 s: any key goes on")
    let offer = terminal.offer
    #expect(!offer.isEmpty)
    expectEnd(of: terminal)
    #expect(!terminal.shows(offer))
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

  @Test(arguments: ["0", "-1", "0.0001", "86401", "", "soon"])
  func `F7 a time of 0 or less, or of more than a day, is status 2 before the form`(time: String) throws {
    let wrong = try Completion.of("watchword", ["new", "--timeout=\(time)"])
    #expect(
      wrong
        == Completion(
          status: 2,
          errors: """
            watchword: option '--timeout' takes a number of seconds from 0.001 to 86400, not '\(time)'
            Try 'watchword new --help'.

            """))
  }
}
