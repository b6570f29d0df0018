import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The test machinery itself, with programs that every system has.
@Suite struct HarnessTests {
  @Test func `a program's text, its colours and its end are seen`() throws {
    let script = #"printf 'Hello \033[1;31mred\033[0m \033[38;2;1;2;3;4mrgb\033[0m ✅ done\n'; exit 7"#
    let terminal = try TerminalEmulator.shell(script)
    terminal.expect("Hello red rgb ✅ done")
    terminal.expectExit(7)
    #expect(terminal.cell(of: "red")?.foreground == .index(1))
    #expect(terminal.cell(of: "red")?.isBold == true)
    #expect(terminal.cell(of: "rgb")?.foreground == .rgb(1, 2, 3))
    #expect(terminal.cell(of: "rgb")?.isUnderlined == true)
    #expect(terminal.cell(of: "Hello")?.foreground == .standard)
    #expect(terminal.column(of: "done", in: 0) == 17)
  }

  @Test func `what is typed comes to the program, keys included`() throws {
    let terminal = try TerminalEmulator.shell(
      "stty raw -echo; echo ready; dd bs=1 count=9 2>&- | od -An -tx1")
    terminal.expect("ready")
    terminal.type("é")
    terminal.press(.tab, .control("r"), .backTab, .backspace, .escape)
    terminal.expect("c3 a9 09 12 1b 5b 5a 7f 1b")
    terminal.expectExit(0)
  }

  @Test func `streams can be pipes, texts, files and nothing`() throws {
    let stage = Stage.with {
      $0.input = .text("given")
      $0.output = .pipe
      $0.errors = .pipe
    }
    let terminal = try TerminalEmulator.shell("cat; echo bad >&2; echo here >/dev/tty", on: stage)
    terminal.expect("here")
    terminal.expectExit(0)
    #expect(terminal.outputText == "given")
    #expect(terminal.errorText == "bad\n")
    let closed = try TerminalEmulator.shell(
      "test -e /proc/self/fd/0 || echo none", on: .with { $0.input = .closed })
    closed.expect("none")
    let broken = try TerminalEmulator.open("yes", on: .with { $0.output = .brokenPipe })
    broken.expect(.killed(by: SIGPIPE))
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a process counts as killed from the signal on, and not before`(signal: Int32) throws {
    let terminal = try TerminalEmulator.shell("sleep 60 & echo $! ready; wait")
    terminal.expect("ready")
    let process = try #require(terminal.process.children.first)
    #expect(!process.isKilled && !terminal.process.isKilled)
    kill(process.pid, signal)
    #expect(process.isKilled)
  }

  @Test func `nothing of the test's own descriptors and environment leaks`() throws {
    let terminal = try TerminalEmulator.shell("echo $(ls /proc/self/fd); env | sort | cut -d= -f1 | xargs")
    terminal.expectExit(0)
    #expect(terminal.row(0) == "0 1 2 3")
    #expect(
      terminal.row(1) == "COLORTERM LC_ALL PATH PWD TERM watchword" || terminal.shows("COLORTERM LC_ALL"))
    #expect(!terminal.rows[1].split(separator: " ").contains("HOME"))
  }

  @Test func `modes, alternate screen, bell and cursor are followed`() throws {
    let script =
      #"printf 'before\033[?1049h\033[H\033[?25l\033[?2004h\033[?1000;1006h\033=\aAlternate'; read x; "#
      + #"printf '\033[?1049l\033[?25h\033[?2004l\033[?1000l\033>'; read x"#
    let terminal = try TerminalEmulator.shell(script)
    terminal.expect("Alternate")
    #expect(terminal.isAlternateScreen && !terminal.isCursorVisible && terminal.isBracketedPaste)
    #expect(terminal.reportsMouse && terminal.isKeypadApplication)
    #expect(terminal.bells == 1)
    terminal.type("\n")
    terminal.expect("before")
    #expect(!terminal.isAlternateScreen && terminal.isCursorVisible && !terminal.isBracketedPaste)
    #expect(!terminal.reportsMouse && !terminal.isKeypadApplication)
  }

  @Test func `settings and the window's size are the terminal's own`() throws {
    let terminal = try TerminalEmulator.shell(
      "stty size; read x; stty size; stty raw; echo raw; read x", on: .sized(50, 10))
    terminal.expect("10 50")
    #expect(terminal.settings.isCooked)
    terminal.resize(60, 12)
    terminal.type("\n")
    terminal.expect("12 60", "raw")
    #expect(!terminal.settings.isCooked)
  }

  @Test func `a stop, a continuation and a signal's end are told`() throws {
    let terminal = try TerminalEmulator.open("cat")
    terminal.type("one\n")
    terminal.expect("one")
    terminal.settleInRead()
    terminal.press(.control("z"))
    terminal.expect(.stopped(by: SIGTSTP))
    terminal.signal(SIGCONT)
    terminal.expect(.running)
    terminal.signal(SIGTERM)
    terminal.expect(.killed(by: SIGTERM))
  }

  @Test func `a hang-up reaches the program, and its settings can be read after its end`() throws {
    let stage = Stage.with { $0.output = .pipe }
    let terminal = try TerminalEmulator.shell(
      "trap 'echo hung; exit 4' HUP; echo up; while :; do read x || sleep 0.01; done", on: stage)
    terminal.wait("it is up") { terminal.outputText == "up\n" }
    terminal.hangUp()
    terminal.expectExit(4)
    #expect(terminal.outputText == "up\nhung\n")
  }

  @Test func `an interactive shell has job control`() throws {
    let terminal = try TerminalEmulator.open(
      "bash", ["--norc", "-i"], on: .with { $0.environment["PS1"] = "% " })
    terminal.expect("%")
    terminal.type("cat\n")
    terminal.wait("cat runs") { terminal.process.children.first?.name == "cat" }
    terminal.type("hello\n")
    terminal.wait("cat answers") { terminal.rows.filter { $0 == "hello" }.count == 2 }
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    terminal.type("fg\n")
    terminal.wait("cat runs again") { terminal.process.children.first?.letter == "S" }
    terminal.press(.control("d"))
    terminal.wait("the shell asks again") { terminal.row(terminal.cursor.row) == "%" }
    terminal.type("exit 3\n")
    terminal.expectExit(3)
  }

  @Test func `a program that waits without a time limit is known to be settled`() throws {
    let wait =
      "import os, select, tty; tty.setraw(0); print('up', end='', flush=True)\n"
      + "p = select.poll(); p.register(0, select.POLLIN)\nwhile True:\n p.poll(); os.write(1, os.read(0, 1))"
    guard try Completion.of("python3", ["-c", ""]).status == 0 else { return }
    let terminal = try TerminalEmulator.open("python3", ["-c", wait])
    terminal.expect("up")
    terminal.settle()
    terminal.type("x")
    terminal.settle()
    #expect(terminal.row(0) == "upx")
  }

  @Test func `copies in memory are counted, and the test's own needle is not one`() throws {
    let needle = Needle.random()
    let terminal = try TerminalEmulator.open("cat")
    terminal.send(needle.bytes + [0x0A])
    terminal.wait("the echo and the copy of cat") {
      terminal.rows.filter { Array($0.utf8) == needle.bytes }.count == 2
    }
    let found = try scan(terminal.process, for: needle)
    #expect(found.count == 1)
    #expect(found.allSatisfy { !$0.isLocked })
    #expect(try scan(terminal.process, for: .random()).isEmpty)
  }

  @Test func `the launcher keeps a program dumpable and binds root by the limit`() throws {
    let limited = try Completion.of("sh", ["-c", "ulimit -l"], launching: ["--memlock", "65536"])
    #expect(limited == Completion(status: 0, output: "64\n"))
    let older = try Completion.of("watchword", ["--version", "--verbose"], launching: ["--no-secret-memory"])
    #expect(older.output.contains("there is no secret memory"))
    let missing = try Completion.of("no-such-program", [])
    #expect(missing.status == 127)
  }

  @Test(.enabled(if: TmuxScreen.isInstalled, "tmux is not installed"))
  func `tmux shows a program and takes keys`() throws {
    let screen = try TmuxScreen("stty -echo; echo ready; read line; echo \"<$line>\"; read line")
    screen.expect("ready")
    try screen.type("typed; text")
    try screen.press("Enter")
    screen.expect("<typed; text>")
  }
}

extension TerminalEmulator {
  /// Waits until the program sleeps in any call. For programs that do not poll.
  fileprivate func settleInRead() {
    wait("the program sleeps") { process.letter == "S" }
  }
}
