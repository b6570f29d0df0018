import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A form does no harm to the terminal.
@Suite struct TerminalHarmTests {
  /// A way out of the form.
  enum End: CustomTestStringConvertible, Sendable {
    case accept, cancel, controlC
    case signal(Int32)

    var testDescription: String {
      switch self {
      case .accept: "accept"
      case .cancel: "Esc"
      case .controlC: "^C"
      case .signal(let number): "signal \(number)"
      }
    }

    var status: Int32 {
      switch self {
      case .accept: 0
      case .cancel: 1
      case .controlC: 130
      case .signal(let number): 128 + number
      }
    }

    static let all: [End] =
      [.accept, .cancel, .controlC]
      + [SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGUSR1, SIGALRM, SIGXFSZ, 64].map { .signal($0) }
  }

  /// The signals that do not end a process by default, SIGPIPE, and the C library's own two.
  private static let spared = [
    SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGPIPE, 32, 33,
  ]
  /// All signals that end a process and can be taken.
  private static let deadly = (1...64).filter { ![SIGKILL, SIGSTOP].contains($0) && !spared.contains($0) }

  /// A form below a shell that has set up its terminal in an uncommon way, with a secret on the screen.
  private func open(
    term: String, _ change: (inout Stage) -> Void = { _ in }
  ) throws -> (TerminalEmulator, TerminalSettings) {
    let script =
      "trap : INT; stty -ixon erase ^H intr ^X echoctl; echo before; read go; "
      + "$watchword new --no-animation --no-dictionary --quiet; s=$?; printf 'after %s.' $s; read end; exit $s"
    let terminal = try TerminalEmulator.shell(
      script,
      on: .with {
        $0.environment["TERM"] = term
        $0.errors = .file("/dev/null")
        change(&$0)
      })
    terminal.expect("before")
    let settings = terminal.settings
    terminal.type("\n")
    terminal.expect("New password")
    terminal.fill()
    terminal.settleForm()
    terminal.press(.function(2))
    terminal.expect(.confirm, holds: good)
    return (terminal, settings)
  }

  private func leave(_ terminal: TerminalEmulator, by end: End) throws {
    switch end {
    case .accept: terminal.press(.enter)
    case .cancel: terminal.press(.escape)
    case .controlC: terminal.press(.control("c"))
    case .signal(let number):
      let form = try #require(terminal.process.children.first)
      terminal.signal(number, to: form.pid)
    }
    terminal.expect("after \(end.status).")
  }

  @Test(arguments: End.all) func `the terminal is as it was before`(end: End) throws {
    let (terminal, settings) = try open(term: "xterm-256color")
    try leave(terminal, by: end)
    #expect(terminal.settings == settings)
    #expect(!terminal.isAlternateScreen && terminal.isCursorVisible)
    #expect(!terminal.reportsMouse && !terminal.isBracketedPaste && !terminal.isKeypadApplication)
    let cell = try #require(terminal.cell(of: "after"))
    #expect(cell.foreground == .standard && cell.background == .standard && !cell.isBold && !cell.isReversed)
    #expect(terminal.row(0) == "before")
    if case .accept = end {
      #expect(terminal.rows.filter { $0.contains(good) }.count == 1)
    } else {
      #expect(!terminal.shows(good))
    }
    #expect(!terminal.shows("New password") && !terminal.shows("Enter password"))
  }

  @Test(arguments: ["linux", "vt220"], [End.cancel, .signal(SIGTERM), .signal(SIGSEGV)])
  func `where there is no alternate screen the form's lines are cleared`(term: String, end: End) throws {
    let (terminal, settings) = try open(term: term)
    try leave(terminal, by: end)
    #expect(terminal.settings == settings)
    #expect(!terminal.shows(good) && !terminal.shows("Re-enter new password"))
    #expect(terminal.isCursorVisible && !terminal.isKeypadApplication)
  }

  /// As mosh, GNU screen, PuTTY and xterm can be set up.
  @Test(arguments: End.all)
  func `where the alternate screen of terminfo is not there nothing of the form stays`(end: End) throws {
    let (terminal, settings) = try open(term: "xterm-256color") { $0.hasAlternateScreen = false }
    try leave(terminal, by: end)
    #expect(terminal.settings == settings)
    let rows = terminal.rows.filter { !$0.isEmpty }
    #expect(rows.last?.hasPrefix("after") == true && rows.count == (end.status == 0 ? 2 : 1), "\(rows)")
  }

  @Test(arguments: deadly)
  func `a signal that ends the program is what its parent sees, and nothing else is left of the form`(
    number: Int32
  ) throws {
    let folder = TemporaryFolder()
    let terminal = try TerminalEmulator.open(
      "watchword",
      [
        "sign-in", "--reveal", "always", "--verify",
        folder.command("trap '' TERM; echo $$ >it; mv it pid; while :; do sleep 60; done"),
      ],
      on: .with {
        $0.folder = folder.path
        $0.output = .pipe
      })
    terminal.expect("Enter your email...")
    terminal.fill(fields: "ada@example.org", goodForAccount)
    terminal.expect(goodForAccount)
    terminal.press(.enter)
    terminal.wait("the verifier runs") { readText(folder.path + "/pid") != nil }
    terminal.expect("Checking…", "ada@example.org")
    terminal.signal(number)
    terminal.expect(.killed(by: number))
    #expect(terminal.settings.isCooked && terminal.outputText == "")
    #expect(!terminal.isAlternateScreen && terminal.isCursorVisible && !terminal.isBracketedPaste)
    #expect(!terminal.reportsMouse && !terminal.isKeypadApplication)
    #expect(!terminal.shows(goodForAccount) && !terminal.shows("ada@example.org"))
    let verifier = try #require(readText(folder.path + "/pid").flatMap { Int32($0.dropLast()) })
    #expect(ProcessState(verifier).isKilled)
  }

  @Test(arguments: [1, 20, 60, 200, 600])
  func `a signal while the first frame is being drawn leaves the terminal as it was`(bytes: Int) throws {
    let terminal = try TerminalEmulator.open("watchword", ["new"], on: .capturing)
    let fresh = try TerminalEmulator.open("true").settings
    terminal.wait("some bytes are there") { terminal.transcript.count >= bytes }
    terminal.signal(SIGTERM)
    terminal.expect(.killed(by: SIGTERM))
    #expect(terminal.settings == fresh)
    #expect(!terminal.isAlternateScreen && terminal.isCursorVisible && !terminal.isBracketedPaste)
    #expect(!terminal.reportsMouse && !terminal.isKeypadApplication)
  }

  @Test func `a window that is closed ends the program by its signal or for want of a terminal`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(good)
    terminal.settle()
    terminal.hangUp()
    terminal.wait("it has ended") { terminal.hasEnded }
    #expect([.killed(by: SIGHUP), .exited(3)].contains(terminal.fate))
  }

  @Test(arguments: [0, 1])
  func `a form that cannot be drawn takes nothing, and says which limit to lift`(blocks: Int) throws {
    let terminal = try TerminalEmulator.shell(
      "ulimit -f \(blocks); exec $watchword new --no-dictionary --no-animation",
      on: .with {
        $0.output = .pipe
        $0.errors = .pipe
      })
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(3)
    #expect(terminal.errorText.contains("ulimit -f"))
    #expect(terminal.errorText.split(separator: "\n").count == 1)
    #expect(terminal.outputText == "")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && !terminal.isBracketedPaste)
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("Choose a new password"))
  }

  @Test(.machine(.root))
  func `a form that can be drawn no more ends, and leaves the screen`() throws {
    let terminal = try TerminalEmulator.form(
      on: .with {
        $0.output = .pipe
        $0.errors = .pipe
      })
    terminal.fill()
    terminal.settle()
    #expect(try Completion.of("prlimit", ["--pid", "\(terminal.pid)", "--fsize=0"]).status == 0)
    terminal.press(.backspace, .enter)
    terminal.expectExit(3)
    #expect(terminal.errorText.contains("ulimit -f"))
    #expect(terminal.outputText == "")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `the palette is never rewritten`() throws {
    for colors in [
      ["TERM": "xterm-256color"], ["TERM": "xterm-256color", "COLORTERM": "truecolor"], ["TERM": "linux"],
    ] {
      let terminal = try TerminalEmulator.open(
        "watchword", ["new"],
        on: .with { stage in
          stage.environment["COLORTERM"] = nil
          stage.environment.merge(colors) { $1 }
        })
      terminal.expect("New password")
      terminal.press(.escape)
      terminal.expectExit(1)
      let written = String(decoding: terminal.transcript, as: UTF8.self)
      #expect(
        !written.contains("\u{1B}]4;") && !written.contains("\u{1B}]P") && !written.contains("\u{1B}]104"))
    }
  }

  @Test func `a signal that is ignored stays ignored`() throws {
    let numbers = [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGXFSZ, SIGXCPU, 34, 64]
    let terminal = try TerminalEmulator.form(
      on: .with {
        $0.output = .pipe
        $0.launching = numbers.flatMap { ["--ignore", "\($0)"] }
      })
    for number in numbers { terminal.signal(number) }
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
  }

  @Test func `a file at the limit on its size is an error of the write`() throws {
    let folder = TemporaryFolder()
    let end = try Completion.of(
      "sh", ["-c", "ulimit -f 0; exec \(ProgramFile.path("watchword")) --help >it"], folder: folder.path)
    #expect(end.status == 5)
    #expect(end.errors.contains("File too large"))
  }
}
