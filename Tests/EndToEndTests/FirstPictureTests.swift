import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What comes between the first picture and the start of ncurses.
///
/// The description of the terminal is a pipe, which the program reads twice, before its first picture and when it starts
/// ncurses: it is held there until somebody writes.
@Suite struct FirstPictureTests {
  private let folder = TemporaryFolder()

  /// The form, held behind its first picture.
  private func hold(in size: Size = Size(columns: 80, rows: 24)) throws -> TerminalEmulator {
    _ = unsafe chmod(folder.path, 0o755)
    _ = unsafe mkdir("\(folder.path)/x", 0o755)
    _ = unsafe mkfifo("\(folder.path)/x/xterm-256color", 0o644)
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-animation"],
      on: .with {
        ($0.output, $0.errors, $0.size) = (.pipe, .pipe, size)
        $0.environment["TERMINFO"] = folder.path
      })
    try describe()
    terminal.expect("New password", "Set password")
    return terminal
  }

  /// Gives the program the description of its terminal once it wants it.
  private func describe() throws {
    let copy = "cat /lib/terminfo/x/xterm-256color >'\(folder.path)/x/xterm-256color'"
    #expect(try Completion.of("timeout", ["20", "sh", "-c", copy]).status == 0)
  }

  private func expectFormWorks(_ terminal: TerminalEmulator) {
    terminal.fill()
    terminal.expect(.confirm, holds: "••••••••")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
    terminal.expectLeft()
  }

  @Test func `keys that come in between are typed into the form`() throws {
    let terminal = try hold()
    terminal.type("Kv7")
    try describe()
    terminal.expect(.new, holds: "•••")
    terminal.press(.backspace, times: 3)
    expectFormWorks(terminal)
  }

  @Test func `a window that changes in between is drawn for`() throws {
    let terminal = try hold()
    terminal.resize(50, 16)
    try describe()
    terminal.wait("it is drawn anew") { terminal.fieldRows.count == 2 && terminal.shows("Enter check") }
    expectFormWorks(terminal)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal that ends the program leaves the screen`(number: Int32) throws {
    let terminal = try hold()
    terminal.signal(number)
    terminal.expect(.killed(by: number))
    terminal.expectLeft()
    #expect(!terminal.shows("password") && terminal.outputText == "" && terminal.errorText == "")
  }

  @Test func `a stop leaves the screen, and the form comes back`() throws {
    let terminal = try hold()
    terminal.signal(SIGTSTP)
    try describe()
    terminal.wait("it is stopped") { terminal.process.letter == "T" }
    terminal.expectLeft()
    terminal.signal(SIGCONT)
    terminal.expect("New password")
    expectFormWorks(terminal)
  }

  @Test func `without memory for ncurses the form ends, says so and leaves the screen`() throws {
    // So large that no window of ncurses fits into what the program has already.
    let terminal = try hold(in: Size(columns: 300, rows: 120))
    let size = try #require(
      terminal.process.status("VmSize")?.split(separator: " ").first.flatMap { Int($0) })
    let limit = try Completion.of("prlimit", ["--pid", "\(terminal.pid)", "--as=\((size + 512) * 1024)"])
    #expect(limit.status == 0)
    try describe()
    terminal.expectExit(6)
    terminal.expectLeft()
    #expect(terminal.errorText.contains("memory") && terminal.errorText.split(separator: "\n").count == 1)
    #expect(terminal.outputText == "")
  }
}
