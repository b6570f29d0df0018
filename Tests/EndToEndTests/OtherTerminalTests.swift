import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Where a form is drawn; Tests/Scripts/terminals.txt has what a script can play.
@Suite struct OtherTerminalTests {
  private let folder = TemporaryFolder()
  private let options = ["new", "--no-dictionary", "--no-animation"]

  /// A terminal to draw on, which no other program reads.
  private func waitingTerminal() throws -> TerminalEmulator {
    try TerminalEmulator.open("sleep", ["600"])
  }

  /// The form on a terminal that does not control it.
  private func uncontrolled(
    _ options: String..., change: (inout Stage) -> Void = { _ in }
  ) throws -> TerminalEmulator {
    var stage = Stage.uncontrolled
    change(&stage)
    return try TerminalEmulator.form(options: options, on: stage)
  }

  @Test func `F6 standard input comes before standard error, and that before standard output`() throws {
    for (script, isOther) in [
      ("exec $watchword new 2>\"$other\"", false), ("exec $watchword new </dev/null 2>\"$other\"", true),
      ("exec $watchword new </dev/null 2>/dev/null >\"$other\"", true),
      ("exec $watchword new <\"$other\"", true),
    ] {
      let other = try waitingTerminal()
      var stage = Stage.uncontrolled
      stage.environment["other"] = other.device
      let own = try TerminalEmulator.shell(script, on: stage)
      let (drawn, empty) = isOther ? (other, own) : (own, other)
      drawn.expect("New password")
      #expect(empty.picture == "", "\(script)")
      drawn.press(.escape)
      own.expectExit(1)
      drawn.expectLeft()
    }
  }

  @Test func `F6 another terminal is drawn on, and its keys are taken`() throws {
    let other = try waitingTerminal()
    for stage in [Stage.capturing, .with { ($0.output, $0.launching) = (.pipe, ["--uncontrolled"]) }] {
      let own = try TerminalEmulator.open("watchword", options + ["--tty", other.device], on: stage)
      other.expect("New password")
      own.type("not taken")
      other.fill()
      other.expect(.confirm, holds: "••••••••")
      other.press(.enter)
      own.expectExit(0)
      #expect(own.outputText == good + "\n")
      #expect(!own.isAlternateScreen && !own.shows("New password"))
      other.expectLeft()
      #expect(!other.shows("New password") && !other.shows(good))
    }
  }

  @Test func `F6 the answer on the terminal that was named comes after the form`() throws {
    let other = try waitingTerminal()
    let own = try TerminalEmulator.shell(
      "exec $watchword new --no-dictionary --tty \"$other\" >\"$other\"",
      on: .with { $0.environment["other"] = other.device })
    other.expect("New password")
    other.fill()
    other.press(.enter)
    own.expectExit(0)
    other.wait("the password stands there") { other.rows.filter { $0 == good }.count == 1 }
    other.expectLeft()
  }

  @Test(
    .machine(.root),
    .machine(.openFolder))
  func `F6 a device that others may not open is one line and status 3`() throws {
    let other = try waitingTerminal()
    #expect(unsafe chmod(other.device, 0o600) == 0)
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--tty", other.device],
      on: .with { ($0.output, $0.errors, $0.launching) = (.pipe, .pipe, ["--nobody"]) })
    terminal.expectExit(3)
    #expect(
      terminal.errorText
        == "watchword: This terminal belongs to root. Run 'script /dev/null' first, or log in as nobody directly.\n"
    )
    #expect(other.picture == "")
  }

  @Test(.machine(.openFolder))
  func `F6 a terminal that another user has is drawn on where a descriptor leads to it`() throws {
    let terminal = try TerminalEmulator.shell(
      "chmod 0600 \"$(tty)\"; exec $launcher --nobody $watchword new --no-dictionary",
      on: .with {
        ($0.output, $0.launching) = (.pipe, ["--uncontrolled"])
        $0.environment["launcher"] = ProgramFile.path("Launcher")
      })
    terminal.expect("New password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test(arguments: [nil, "", "nonsense", "dumb"])
  func `F6 I1 where TERM has no screen, the other terminal is talked to line by line`(term: String?) throws {
    let other = try waitingTerminal()
    let terminal = try TerminalEmulator.open(
      "watchword", ["ask", "--tty", other.device],
      on: .with {
        ($0.output, $0.errors) = (.pipe, .pipe)
        $0.environment["TERM"] = term
      })
    other.expect("Password: ")
    other.type("secret\n")
    terminal.expectExit(0)
    #expect(terminal.outputText == "secret\n" && terminal.errorText == "" && terminal.picture == "")
    #expect(other.settings.isCooked && !other.shows("secret"))
  }

  @Test func `F6 the size of the window is followed where no signal tells of it`() throws {
    let terminal = try uncontrolled()
    terminal.type("abc")
    terminal.resize(60, 20)
    terminal.wait("the form is as wide as the window") {
      terminal.rows.contains { $0.contains("┓") } && terminal.rows.allSatisfy { $0.count <= 60 }
        && terminal.position(of: "┓")?.column == 58
    }
    terminal.expect(.new, holds: "•••")
    terminal.resize(80, 24)
    terminal.wait("the form is as wide as the window again") { terminal.position(of: "┓")?.column == 73 }
  }

  @Test func `F6 a terminal that goes away is status 3 and one line, though no signal comes`() throws {
    let terminal = try uncontrolled { ($0.output, $0.errors) = (.pipe, .pipe) }
    terminal.type(good)
    terminal.settle()
    terminal.hangUp()
    terminal.expectExit(3)
    #expect(terminal.errorText == "watchword: the terminal went away\n")
    #expect(terminal.outputText == "")
  }

  @Test func `F6 another terminal that goes away is status 3 and one line`() throws {
    let other = try waitingTerminal()
    let own = try TerminalEmulator.open(
      "watchword", options + ["--tty", other.device], on: .capturing(in: folder.path))
    other.expect("New password")
    other.hangUp()
    own.expectExit(3)
    #expect(own.errorText == "watchword: the terminal went away\n" && own.outputText == "")
  }

  @Test func `F6 where nobody could continue it control Z beeps`() throws {
    let terminal = try uncontrolled()
    terminal.type("Kv7mQzR2")
    terminal.expect(.new, holds: "••••••••")
    let bells = terminal.bells
    terminal.press(.control("z"))
    terminal.wait("it beeps") { terminal.bells == bells + 1 }
    #expect(terminal.isAlternateScreen && terminal.fate == .running)
  }

  @Test func `F6 a job of a shell is stopped from another terminal too, and fetched again`() throws {
    let other = try waitingTerminal()
    let shell = try TerminalEmulator.jobControl()
    shell.type("$watchword new --no-dictionary --tty \(other.device)\n")
    other.expect("New password")
    other.type("abc")
    other.expect(.new, holds: "•••")
    other.press(.control("z"))
    shell.expect("Stopped")
    other.expectLeft()
    shell.type("fg\n")
    other.expect(.new, holds: "•••")
    other.press(.escape)
    shell.expectPrompt()
    other.expectLeft()
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGSEGV])
  func `F6 a signal that ends the program leaves another terminal as it was`(number: Int32) throws {
    let other = try waitingTerminal()
    let own = try TerminalEmulator.open("watchword", options + ["--tty", other.device], on: .uncontrolled)
    other.expect("New password")
    other.type(good)
    other.expect(.new, holds: "••••••••")
    own.signal(number)
    own.expect(.killed(by: number))
    other.expectLeft()
    #expect(!other.shows("New password"))
  }

  @Test func `F6 two forms do not share a terminal, whichever way they came to it`() throws {
    let other = try waitingTerminal()
    let first = try TerminalEmulator.open("watchword", options + ["--tty", other.device], on: .uncontrolled)
    other.expect("New password")
    let second = try TerminalEmulator.open(
      "watchword", options + ["--tty", other.device], on: .capturing(in: folder.path))
    second.expectExit(3)
    #expect(second.errorText.contains("another form is open on this terminal"))
    other.type("a")
    other.expect(.new, holds: "•")
    other.press(.escape)
    first.expectExit(1)
  }
}
