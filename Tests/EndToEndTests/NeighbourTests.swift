import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Other programs on the form's terminal: some change its modes, one is a second form.
@Suite struct NeighbourTests {
  private let folder = TemporaryFolder()

  /// A command that waits until the test has written `file`.
  private func waiting(for file: String) -> String { "while [ ! -e \(file) ]; do sleep 0.01; done" }

  private func path(_ file: String) -> String { folder.path + "/" + file }

  private func has(_ file: String) -> Bool { unsafe access(path(file), F_OK) == 0 }

  private static let notice = "Another program changed the terminal"

  private var stage: Stage {
    Stage.with {
      $0.folder = folder.path
      $0.environment["options"] = "--no-dictionary --no-animation --quiet"
    }
  }

  /// A form on one terminal with a neighbour, which runs `before` first and `change` when the test says so. The form can
  /// be so quick to put modes right that stty complains, which must not be seen over a field.
  private func open(before: String = ":", change: String) throws -> TerminalEmulator {
    let script =
      "(\(waiting(for: "ready")); exec $watchword new $options) | "
      + "(\(before); : >ready; \(waiting(for: "go")); \(change); : >done; cat >answer; : >end) 2>/dev/null; read x"
    let terminal = try TerminalEmulator.shell(script, on: stage)
    terminal.expect("Re-enter new password")
    return terminal
  }

  /// Types a letter and takes it back, and waits until both are seen. A busy kernel can be late to pass a key on, so it
  /// is not enough that none is unread.
  private func touch(_ terminal: TerminalEmulator) {
    terminal.type("z")
    terminal.expect(.new, holds: "•")
    terminal.press(.backspace)
    terminal.expect(gone: "•")
  }

  private func change(_ terminal: TerminalEmulator) {
    _ = folder.write("", to: "go")
    terminal.wait("the neighbour is done") { has("done") }
  }

  private func written(_ terminal: TerminalEmulator, since start: Int) -> String {
    String(decoding: terminal.transcript[start...], as: UTF8.self)
  }

  /// Types a password and accepts it. No more than `seen` letters of it may have been on the screen.
  private func finish(_ terminal: TerminalEmulator, since start: Int, seen: Int = 0) {
    terminal.type("QQQQQQQ")
    terminal.press(.tab)
    terminal.type("QQQQQQQ")
    leave(terminal)
    #expect(written(terminal, since: start).count { $0 == "Q" } <= seen)
  }

  private func leave(_ terminal: TerminalEmulator) {
    terminal.press(.escape)
    // The neighbour may be done before the form's last output has come.
    terminal.wait("the form has ended") { has("end") && !terminal.isAlternateScreen }
  }

  @Test(arguments: [
    "stty echo </dev/tty", "stty sane </dev/tty", "stty -echo </dev/tty; stty echo </dev/tty",
  ])
  func `modes that a neighbour changed are ours again within a second, and a notice says so`(change: String)
    throws
  {
    let terminal = try open(change: change)
    touch(terminal)
    let start = terminal.transcript.count
    let settings = terminal.settings
    self.change(terminal)
    terminal.expect(Self.notice)
    #expect(terminal.settings == settings)
    finish(terminal, since: start)
  }

  @Test(arguments: [("iutf8", true), ("echo", false)])
  func `modes that are found changed before the first key are put right without a word`(
    change: String, isKept: Bool
  ) throws {
    let terminal = try open(before: "stty -iutf8 </dev/tty", change: "stty \(change) </dev/tty")
    let (start, settings) = (terminal.transcript.count, terminal.settings)
    self.change(terminal)
    terminal.wait("the modes are ours again") { terminal.settings == settings }
    // A notice would be drawn before this key is.
    terminal.type("Q")
    terminal.expect(.new, holds: "•")
    let written = written(terminal, since: start)
    #expect(!written.contains(Self.notice) && written.contains("Re-enter") == !isKept)
  }

  @Test func `of the keys typed while the echo is on, one can be seen, until the screen is drawn again`()
    throws
  {
    let terminal = try open(change: "stty echo </dev/tty")
    let start = terminal.transcript.count
    change(terminal)
    terminal.type("Q")
    terminal.expect(.new, holds: "•")
    terminal.expect(gone: "Q")
    finish(terminal, since: start, seen: 1)
  }

  @Test(arguments: [":", "stty -echo </dev/tty"])
  func `at the end there is an echo, also where the neighbour switched it off before the form began`(
    before: String
  ) throws {
    let terminal = try open(before: before, change: "stty echo </dev/tty")
    touch(terminal)
    change(terminal)
    terminal.expect(Self.notice)
    leave(terminal)
    #expect(terminal.settings.isCooked)
  }

  @Test func `modes are not set from the background`() throws {
    let thief = """
      perl -MPOSIX -e 'setpgid(0, 0); $SIG{TTOU} = "IGNORE"; open(T, "+<", "/dev/tty"); $form = tcgetpgrp(fileno(T)); \
      tcsetpgrp(fileno(T), getpgrp()); system("stty sane </dev/tty"); system(": >done"); \
      select(undef, undef, undef, 0.01) until -e "go"; tcsetpgrp(fileno(T), $form)'
      """
    let terminal = try TerminalEmulator.shell(
      "(\(waiting(for: "ready")); \(thief)) & exec $watchword new $options", on: stage)
    terminal.expect("Re-enter new password")
    touch(terminal)
    _ = folder.write("", to: "ready")
    terminal.wait("the thief has the terminal") { has("done") }
    let before = terminal.process.wakeUps
    terminal.wait("the form has looked twice") { terminal.process.wakeUps >= before + 2 }
    #expect(terminal.settings.isCooked)
    #expect(!terminal.shows(Self.notice))
    _ = folder.write("", to: "go")
    terminal.expect(Self.notice)
    #expect(!terminal.settings.echoes)
  }

  @Test func `a second form on the terminal is refused with one line, and the first is unharmed`() throws {
    let script =
      "(\(waiting(for: "go")); $watchword new >answer 2>errors; echo $? >status; : >done) & "
      + "exec $watchword new $options"
    var stage = stage
    stage.output = .pipe
    let terminal = try TerminalEmulator.shell(script, on: stage)
    terminal.expect("Re-enter new password")
    terminal.fill()
    terminal.settle()
    let (picture, settings) = (terminal.picture, terminal.settings)
    change(terminal)
    #expect(readText(path("status")) == "3\n")
    let errors = try #require(readText(path("errors")))
    #expect(errors.hasPrefix("watchword: another form is open on this terminal"))
    #expect(errors.split(separator: "\n").count == 1)
    #expect(readText(path("answer")) == "")
    terminal.settle()
    #expect(terminal.picture == picture && terminal.settings == settings)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  /// Starts a form with `title` in `terminal`, a shell, and returns its process.
  private func start(_ title: String, in terminal: TerminalEmulator) throws -> ProcessState {
    let others = Set(terminal.process.children.map(\.pid))
    terminal.type("$watchword new $options --title '\(title)'\n")
    terminal.wait("the form stands") { terminal.isAlternateScreen && terminal.shows(title) }
    return try #require(terminal.process.children.first { !others.contains($0.pid) })
  }

  @Test func `while a form is suspended another one can be open, and it goes on when that has ended`() throws
  {
    let terminal = try TerminalEmulator.jobControl()
    _ = try start("The first", in: terminal)
    terminal.type("abc")
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    terminal.expectPrompt()
    _ = try start("The second", in: terminal)
    terminal.press(.escape)
    terminal.expectPrompt()
    terminal.type("fg\n")
    terminal.wait("the first is back") { terminal.isAlternateScreen && terminal.shows("The first") }
    terminal.expect(.new, holds: "•••")
    terminal.press(.escape)
    terminal.expectPrompt()
    terminal.type("echo status $?\n")
    terminal.expect("status 1")
  }

  @Test func `a form that goes on where another one is open ends with status 3 and one line`() throws {
    let terminal = try TerminalEmulator.jobControl()
    _ = try start("The first", in: terminal)
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    terminal.expectPrompt()
    let second = try start("The second", in: terminal)
    terminal.signal(SIGSTOP, to: second.pid)
    terminal.wait("it is stopped") { second.letter == "T" }
    terminal.wait("the shell asks again") { terminal.settings.local & UInt32(ISIG) != 0 }
    terminal.type("clear; fg %1; echo status $?\n")
    terminal.expect("watchword: another form is open on this terminal", "status 3")
    terminal.type("fg %2\n")
    terminal.wait("the second is back") { terminal.isAlternateScreen && terminal.shows("The second") }
    terminal.press(.escape)
  }
}
