import Glibc
import Screen
import TestSupport
import Testing

/// Other forms on the terminal of the form.
@Suite struct NeighbourTests {
  private let folder = TemporaryFolder()

  /// The shell waits until the test has written `file`.
  private func waiting(for file: String) -> String { "while [ ! -e \(file) ]; do sleep 0.01; done" }

  private func path(_ file: String) -> String { folder.path + "/" + file }

  private func has(_ file: String) -> Bool { unsafe access(path(file), F_OK) == 0 }

  private var stage: Stage {
    Stage.with {
      $0.folder = folder.path
      $0.environment["options"] = "--no-dictionary --no-animation --quiet"
    }
  }

  private func change(_ terminal: TerminalEmulator) {
    _ = folder.write("", to: "go")
    terminal.wait("the neighbour is done") { has("done") }
  }

  @Test func `a second form on the terminal is refused with one line, and the first is unharmed`() throws {
    let script =
      "(\(waiting(for: "go")); $watchword new >answer 2>errors; echo $? >status; : >done) & "
      + "exec $watchword new $options"
    let terminal = try TerminalEmulator.shell(
      script,
      on: .with {
        $0.folder = folder.path
        $0.environment["options"] = "--no-dictionary --no-animation --quiet"
        $0.output = .pipe
      })
    terminal.expect("Re-enter new password")
    terminal.fill()
    terminal.settle()
    let (picture, settings, count) = (terminal.picture, terminal.settings, terminal.transcript.count)
    change(terminal)
    #expect(readText(path("status")) == "3\n")
    let errors = try #require(readText(path("errors")))
    #expect(errors.hasPrefix("watchword: another form is open on this terminal"))
    #expect(errors.split(separator: "\n").count == 1)
    #expect(readText(path("answer")) == "")
    terminal.settle()
    #expect(terminal.picture == picture && terminal.settings == settings)
    #expect(terminal.transcript.count == count)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  /// Starts a form with `title` in `terminal`, a shell, and answers its process.
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
