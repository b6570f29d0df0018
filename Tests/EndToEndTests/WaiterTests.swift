import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A form awaited by a task: Tests/Hosts/Waiter. Its argument says what it does.
@Suite struct WaiterTests {
  private func open(_ parts: String..., change: (inout Stage) -> Void = { _ in }) throws -> TerminalEmulator {
    var stage = Stage.capturing
    change(&stage)
    return try TerminalEmulator.open("Waiter", parts, on: stage)
  }

  @Test func `J1 J2 J3 a form with an asynchronous validator and a delegate on the main actor is awaited`()
    throws
  {
    let terminal = try open("sign-up")
    terminal.expect("Join the club")
    terminal.wait("the main actor works") {
      terminal.outputText == "the main actor is free, 0 begun\n"
        || terminal.outputText == "the main actor is free, 1 begun\n"
    }
    terminal.type("alice")
    terminal.press(.enter)
    terminal.expect("alice is taken")
    terminal.press(.control("u"))
    terminal.type("bob")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText.contains("accepted bob\n"), "\(terminal.outputText)")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test(arguments: ["xterm-256color", "dumb"])
  func `J3 a form whose task is cancelled ends, and the terminal is as before`(type: String) throws {
    let terminal = try open("cancel") { $0.environment["TERM"] = type }
    if type == "dumb" {
      terminal.expect("New password:")
      terminal.type("umbrella-Lantern-4711\n")
    } else {
      terminal.expect("Enter password")
      terminal.type("umbrella-Lantern-4711")
      terminal.press(.tab)
    }
    terminal.expectExit(0)
    #expect(terminal.outputText == "CancellationError()\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J3 a form of a task that was cancelled before ends at once`() throws {
    let terminal = try open("cancelled")
    terminal.expectExit(0)
    #expect(terminal.outputText == "CancellationError()\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test(arguments: ["screen", "lines"])
  func `J3 a line of the program stands where people read it, and after the form on standard error`(
    place: String
  ) throws {
    let terminal = try open("say", place)
    terminal.expect(place == "lines" ? "User:" : "Join the club")
    if place == "lines" {
      // What is said before the question does not make it be asked twice.
      let rows = terminal.rows.filter { !$0.isEmpty }
      #expect(rows.suffix(2) == ["Welcome.", "User:"] && rows.count { $0 == "User:" } == 1, "\(rows)")
    }
    terminal.type("ada")
    terminal.wait("the program speaks") { terminal.outputText.hasSuffix("speaks\n") }
    terminal.expect("Backup 3 of 3 is done.")
    if place == "lines" {
      #expect(terminal.rows.filter { $0.contains("is done.") }.count == 3)
      terminal.expect("User: ")
    } else {
      #expect(terminal.rows.last == "      Backup 3 of 3 is done.", "\(terminal.rows)")
    }
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText.hasSuffix("accepted ada\n"))
    // Lines written without a form go to standard error, which is the terminal here. So do those of a form whose
    // screen is gone.
    terminal.expect("No form is there.")
    let said = terminal.rows.filter { $0.hasSuffix("is done.") }
    #expect(said == (1...3).map { "Backup \($0) of 3 is done." }, "\(terminal.rows)")
  }

  @Test func `J3 lines that a full screen has shown are written before a signal ends the process`() throws {
    let terminal = try open("say", "screen")
    terminal.expect("Join the club", "Backup 3 of 3 is done.")
    terminal.signal(SIGINT)
    terminal.expect(.killed(by: SIGINT))
    let said = terminal.rows.filter { $0.hasSuffix("is done.") }
    #expect(said == (1...3).map { "Backup \($0) of 3 is done." }, "\(terminal.rows)")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  /// A tool on a terminal that has its standard output, too.
  private func openTool(_ place: String, _ count: Int, rows: Int = 24) throws -> TerminalEmulator {
    try TerminalEmulator.open(
      "Waiter", ["tool", place, "\(count)"], on: .with { $0.size = Size(columns: 80, rows: rows) })
  }

  private func lines(_ terminal: TerminalEmulator) -> [String] {
    (terminal.scrollback + terminal.rows).filter { !$0.isEmpty }
  }

  @Test(arguments: [3, 120], [24, 8])
  func `K2 K3 lines of the program stay above an inline form, all of them in order, and one is left`(
    count: Int, rows: Int
  ) throws {
    let terminal = try openTool("inline", count, rows: rows)
    terminal.expect("Passphrase", "Esc cancel")
    #expect(terminal.row(0) == "Unlocking…" && !terminal.isAlternateScreen)
    terminal.type("abc")
    terminal.expect("•••", "line \(3 * count)�[2J")
    let said = (1...3 * count).map { "line \($0)�[2J" }
    terminal.wait("the form is below all lines") {
      self.lines(terminal).filter { $0.hasPrefix("line ") } == said
        && terminal.row(min(rows - 3, 3 * count + 1)).contains("•••")
    }
    #expect(terminal.rows.count { $0.contains("•") } == 1)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(lines(terminal) == ["Unlocking…"] + said + ["✓ Passphrase", "read 3 bytes"])
    #expect(terminal.settings.isCooked)
  }

  @Test func `K3 K5 an awaited form that was stopped goes on where it was, and leaves its line`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("clear; \(ProgramFile.path("Waiter")) tool inline 0\n")
    terminal.expect("Unlocking…")
    terminal.expect("Passphrase")
    terminal.type("abc")
    terminal.expect("•••")
    terminal.press(.control("z"))
    terminal.wait("the shell asks again") {
      !terminal.isAlternateScreen && terminal.row(terminal.cursor.row) == "%"
    }
    terminal.type("fg\n")
    terminal.expect("•••")
    #expect(!terminal.isAlternateScreen)
    terminal.press(.escape)
    terminal.expectPrompt()
    terminal.expect("– Passphrase: cancelled", "the form was cancelled")
  }

  @Test func `K2 K4 a line that comes while a secret is shown stands above the form afterwards`() throws {
    let terminal = try openTool("inline", 1)
    terminal.expect("Passphrase", "Esc cancel")
    terminal.type("a")
    terminal.expect("line 1")
    terminal.press(.control("r"))
    terminal.wait("the secret is shown") { terminal.isAlternateScreen }
    terminal.type("b")
    terminal.expect("line 2")
    terminal.press(.control("r"))
    terminal.expect("••", "line 2")
    #expect(terminal.rows.starts(with: ["Unlocking…", "line 1�[2J", "line 2�[2J"]), "\(terminal.rows)")
    #expect(terminal.rows.count { $0.contains("line 2") } == 1)
    terminal.press(.escape)
    terminal.expectExit(0)
    #expect(
      lines(terminal) == [
        "Unlocking…", "line 1�[2J", "line 2�[2J", "– Passphrase: cancelled", "the form was cancelled",
      ])
  }

  @Test(arguments: ["screen", "lines"])
  func `J3 what the host has printed is on the terminal before the form, also if its line has no end`(
    place: String
  ) throws {
    let terminal = try openTool(place, 1)
    terminal.expect("Passphrase")
    terminal.type("a\r")
    terminal.expectExit(0)
    let transcript = String(decoding: terminal.transcript, as: UTF8.self)
    let words = try #require(transcript.firstRange(of: "Unlocking…"))
    let form = try #require(transcript.firstRange(of: place == "lines" ? "Passphrase" : "\u{1B}[?1049h"))
    #expect(words.upperBound <= form.lowerBound)
    #expect(
      place == "lines" || lines(terminal) == ["Unlocking… line 1�[2J", "read 1 bytes"], "\(lines(terminal))")
  }

  @Test func `D4 a host's colours give way to NO_COLOR, also if it names the background`() throws {
    for isPlain in [false, true] {
      let terminal = try open("look") {
        $0.environment["COLORTERM"] = "truecolor"
        $0.environment["NO_COLOR"] = isPlain ? "1" : nil
      }
      terminal.expect("Passphrase")
      terminal.press(.escape)
      terminal.expectExit(0)
      let transcript = String(decoding: terminal.transcript, as: UTF8.self)
      #expect(transcript.contains("38;2;199;146;234") != isPlain)
      #expect(transcript.contains(/\u{1B}\[[0-9;]*[34]8[;:]/) != isPlain)
    }
  }

  @Test func `J3 a form waits for its turn, or gives up with its task, or is told that there is one`() throws
  {
    let terminal = try open("turns")
    terminal.expect("First form")
    terminal.wait("the others have asked") { terminal.outputText.contains("busy: a form of this process") }
    terminal.wait("one has given up") { terminal.outputText.contains("CancellationError()") }
    terminal.type("ada")
    terminal.press(.enter)
    terminal.expect("Second form")
    // The next form may be there before the task of the one before has said what came of it.
    terminal.wait("the first is over") { terminal.outputText.contains("first: accepted ada\n") }
    terminal.type("bob")
    terminal.press(.enter)
    terminal.expect("Third form")
    terminal.wait("the second is over") { terminal.outputText.contains("second: accepted bob\n") }
    terminal.press(.escape)
    terminal.expectExit(0)
    #expect(terminal.outputText.hasSuffix("third: the form was cancelled\n"), "\(terminal.outputText)")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J3 Esc ends a form that is awaited`() throws {
    let terminal = try open("sign-up")
    terminal.expect("Join the club")
    terminal.press(.escape)
    terminal.expectExit(0)
    #expect(terminal.outputText.contains("the form was cancelled\n"))
  }

  @Test(arguments: [
    ("focus", "editingDidEndOnExit", "first.primaryActionTriggered", "first.primaryActionTriggered"),
    ("focus", "didBegin", "focus: true", "focus: true"), ("focus", "didEnd", "focus: true", "focus: true"),
    ("end", "editingDidEndOnExit", "first.primaryActionTriggered", "second.didBegin"),
    ("force", "editingChanged", "force: true", "second.didBegin"),
    ("disable", "editingDidEndOnExit", "first.primaryActionTriggered", "second.didBegin"),
  ])
  func `J2 a delegate that moves the focus does so as well where the form is awaited, and in lines`(
    wish: String, call: String, lastOnScreen: String, lastInLines: String
  ) throws {
    for (place, last) in [("screen", lastOnScreen), ("lines", lastInLines)] {
      let logs = try ["here", "awaited"].map { way in
        let terminal = try open("wish", wish, call, place, way)
        terminal.expect(place == "lines" ? "Enter for none:" : "Three words")
        if call != "didBegin" { terminal.type("x\r") }
        terminal.wait("all calls have come") { terminal.outputText.hasSuffix("\n\(last)\n") }
        terminal.press(.control("c"))
        terminal.expectExit(0)
        #expect(terminal.outputText.contains("third.didBegin\nfocus: true\n") == (wish == "focus"))
        #expect(terminal.outputText.hasSuffix("the form was cancelled by Ctrl-C\n"))
        #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
        return terminal.outputText
      }
      #expect(logs[0] == logs[1])
    }
  }

  @Test(arguments: ["here", "awaited", "validator"], ["xterm-256color", "dumb"])
  func `J3 where code of the host's traps the terminal is in order before Swift says where`(
    way: String, type: String
  ) throws {
    let terminal = try open("trap", way) {
      $0.environment["TERM"] = type
      $0.environment["SWIFT_BACKTRACE"] =
        "enable=yes,color=no,interactive=no,symbolicate=off,threads=crashed,images=none,registers=none"
    }
    terminal.expect(type == "dumb" ? "ser:" : "Join the club")
    terminal.type("x\r")
    terminal.wait("the program has crashed") { terminal.hasEnded }
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && !terminal.reportsMouse)
    let output = String(decoding: terminal.transcript, as: UTF8.self)
    let crash = try #require(output.firstRange(of: "Program crashed"), "\(output)")
    if type != "dumb" {
      let leave = try #require(output.firstRange(of: "\u{1B}[?1049l"))
      #expect(leave.upperBound <= crash.lowerBound)
    }
    // With the modes restored, a line starts at the left edge.
    #expect(output[crash.lowerBound...].contains("\r\n"))
  }

  /// Opens an idle form of a host that ends in `way`.
  private func openEnd(_ way: String, backtrace: String = "enable=no", type: String = "xterm-256color") throws
    -> TerminalEmulator
  {
    try open("end", way) {
      $0.environment["TERM"] = type
      $0.environment["SWIFT_BACKTRACE"] = backtrace
    }
  }

  @Test(
    arguments: [
      "trap", "index", "task", "pointer", "abort", "signal", "thread", "handler", "exit", "verdict",
      "delegate",
    ], [true, false])
  func
    `J3 however the process of a host ends the terminal is in order, and what it said of that stands there`(
      way: String, hasBacktracer: Bool
    ) throws
  {
    let terminal = try openEnd(
      way,
      backtrace: hasBacktracer
        ? "enable=yes,color=no,interactive=no,symbolicate=off,threads=crashed,images=none,registers=none"
        : "enable=no")
    if ["verdict", "delegate"].contains(way) {
      terminal.expect("Nobody is here")
      terminal.type("x\r")
    }
    terminal.wait("the process has ended") { terminal.hasEnded }
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && !terminal.reportsMouse)
    #expect(terminal.isCursorVisible && terminal.mode(2004) != true)
    let words = ["trap": "the end of a thread", "task": "the end of a task", "index": "Index out of range"]
    if let message = words[way] {
      let output = String(decoding: terminal.transcript, as: UTF8.self)
      // The host may end at any moment, on a busy machine before the form is on the screen.
      let message = try #require(output.firstRange(of: "Fatal error: \(message)"), "\(output)")
      if output.contains("\u{1B}[?1049h") {
        let leave = try #require(output.firstRange(of: "\u{1B}[?1049l"), "\(output)")
        #expect(leave.upperBound <= message.lowerBound)
      }
    }
  }

  @Test(arguments: ["xterm-256color", "dumb"])
  func `J3 a host that lives on has the terminal until it gives it back, or somebody presses Enter later`(
    type: String
  ) throws {
    let terminal = try openEnd("nothing", type: type)
    let isShown = { type == "dumb" || terminal.isAlternateScreen }
    terminal.expect(type == "dumb" ? "User:" : "Nobody is here")
    terminal.type("ad")
    terminal.expect("ad")
    for isGivenBack in [true, false] {
      terminal.signal(SIGUSR1)
      terminal.wait("the terminal is the host's") {
        terminal.settings.isCooked && !terminal.isAlternateScreen
      }
      // A key too early changes nothing, nor does a signal.
      terminal.type("\r")
      terminal.resize(90, 24)
      let soon = ContinuousClock.now + .seconds(2)
      terminal.wait("two seconds are over") { ContinuousClock.now > soon }
      #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
      if isGivenBack { terminal.signal(SIGUSR2) }
      terminal.wait("the form has the terminal again") {
        // On the screen Control-D does nothing, and its line belongs to nobody.
        if !isGivenBack { terminal.type(type == "dumb" ? "\r" : "\u{4}") }
        return !terminal.settings.isCooked && isShown()
      }
    }
    if type == "dumb" { return }
    terminal.type("a")
    terminal.expect("ada")
    terminal.press(.escape)
    terminal.expectExit(0)
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test(arguments: [SIGTRAP, SIGTERM], ["xterm-256color", "dumb"])
  func `J3 the handler of a host that lives on has the terminal for as long as it works`(
    number: Int32, type: String
  ) throws {
    let terminal = try openEnd("survivor", type: type)
    let hasForm = { !terminal.settings.isCooked && (type == "dumb" || terminal.isAlternateScreen) }
    terminal.expect(type == "dumb" ? "User:" : "Nobody is here")
    terminal.type("ad")
    terminal.expect("ad")
    terminal.signal(number)
    terminal.wait("the handler works, and has the terminal") {
      terminal.outputText == "at work\n" && terminal.settings.isCooked && !terminal.isAlternateScreen
    }
    var wasTaken = false
    terminal.wait("the handler is done") {
      if terminal.outputText == "at work\n" { wasTaken = wasTaken || hasForm() }
      return terminal.outputText == "at work\ndone\n"
    }
    #expect(!wasTaken)
    terminal.wait("the form has the terminal again") { hasForm() }
    if type == "dumb" {
      // The user has to type the line again.
      terminal.type("\u{15}ada\r")
    } else {
      terminal.type("a")
      terminal.expect("ada")
      terminal.press(.enter)
    }
    terminal.expectExit(0)
    #expect(terminal.outputText.hasSuffix("accepted ada\n"))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }
}
