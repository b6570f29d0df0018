import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The test machinery itself, with programs that every system has.
@Suite struct HarnessTests {
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
}
