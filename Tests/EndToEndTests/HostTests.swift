import Glibc
import TestSupport
import Testing

/// A form in another program, Tests/Hosts/Host. Its argument says which.
@Suite struct HostTests {
  private func open(_ part: String) throws -> TerminalEmulator {
    try TerminalEmulator.open("Host", [part], on: .capturing)
  }

  private func accept(on terminal: TerminalEmulator) {
    terminal.expect("Enter password", "Set password")
    terminal.fill(fields: good, good)
    terminal.press(.enter)
  }

  @Test func `J3 when a form is over the process and the terminal are as they were`() throws {
    let terminal = try open("state")
    accept(on: terminal)
    terminal.wait("it is over") { terminal.outputText == "accepted 8 bytes\nthe same\n" }
    // The second form is in line mode.
    terminal.expect("New password:")
    terminal.press(.control("c"))
    terminal.wait("it is over") {
      terminal.outputText == "accepted 8 bytes\nthe same\ncancelled\nthe same\n"
    }
    // The host sets two handlers while the third form is shown. Only these differ.
    terminal.expect("Enter password", "Set password")
    terminal.press(.escape)
    terminal.expectExit(0)
    let lines = terminal.outputText.split(separator: "\n").dropFirst(4)
    #expect(lines.first == "cancelled")
    #expect(lines.dropFirst().map { $0.prefix(10) } == ["signal 15:", "signal 28:"], "\(lines)")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J3 one of two forms in two threads is shown, and the other is told that one is open`() throws {
    let terminal = try open("threads")
    // The thread that starts last may do so when the other's form has ended, unless that waits.
    let refusal = "a form of this process is open already: wait for its end\n"
    terminal.wait("one is refused") { terminal.outputText == refusal }
    accept(on: terminal)
    terminal.expectExit(0)
    #expect(terminal.outputText == refusal + "accepted 8 bytes\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J3 a form that a delegate shows is refused, and the one on the screen goes on`() throws {
    let terminal = try open("delegate")
    accept(on: terminal)
    terminal.expectExit(0)
    let refusal = "inner: a form of this process is open already: wait for its end\n"
    #expect(terminal.outputText == refusal + refusal + "accepted 8 bytes\nthe same\n")
  }

  @Test func `J3 a form in lines is one that is open, too`() throws {
    let terminal = try open("lines")
    for prompt in ["New password:", "New password again:"] {
      terminal.expect(prompt)
      terminal.settle()
      terminal.type("\(good)\n")
    }
    terminal.wait("it is over") { terminal.outputText.hasSuffix("the same\n") }
    #expect(
      terminal.outputText.hasPrefix("inner: a form of this process is open already: wait for its end\n"))
    #expect(terminal.outputText.contains("accepted 8 bytes\n"))
  }

  @Test func `J3 a handler of the host's own can restore the terminal, and the form go on`() throws {
    let terminal = try open("handler")
    terminal.expect("Enter password", "Set password")
    terminal.fill(fields: good)
    terminal.signal(SIGUSR1)
    terminal.wait("the screen was left") { terminal.settings.isCooked && !terminal.isAlternateScreen }
    terminal.signal(SIGUSR2)
    terminal.wait("the screen was taken again") {
      terminal.isAlternateScreen && !terminal.settings.isCooked && terminal.shows("Set password")
    }
    terminal.signal(SIGTERM)
    terminal.expectExit(7)
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && !terminal.reportsMouse)
    #expect(terminal.isCursorVisible)
  }

  @Test func `J3 a host with a screen of ncurses works on after its forms`() throws {
    let terminal = try open("screen")
    terminal.expect("host screen")
    let modes = terminal.settings
    // The second form uses the first one's screen.
    for end in ["accepted 8 bytes\n", "accepted 8 bytes\ncancelled\n"] {
      terminal.type("f")
      if end.hasSuffix("cancelled\n") {
        terminal.expect("Set password")
        terminal.press(.escape)
      } else {
        accept(on: terminal)
      }
      terminal.wait("the host's screen is there again") {
        terminal.outputText == end && terminal.shows("host screen") && terminal.isAlternateScreen
          && terminal.settings == modes
      }
      #expect(!terminal.shows("Set password"))
    }
    terminal.type("a")
    terminal.expect("key 97, 80 columns")
    // The first Control-C is counted with the next key.
    terminal.press(.control("c"))
    terminal.type("b")
    terminal.expect("interrupts: 1", "key 98, 80 columns")
    terminal.resize(60, 20)
    terminal.expect("key 410, 60 columns")
    terminal.type("q")
    terminal.expectExit(0)
    #expect(terminal.outputText.hasSuffix("escape delay 50, endwin 0\n"))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J3 a form follows the window where another thread takes the signal`() throws {
    let terminal = try open("resize")
    terminal.expect("Enter password", "Set password")
    terminal.type("a")
    terminal.expect("1 of 8-32")
    terminal.resize(60, 24)
    terminal.wait("the form has the window's width") { terminal.row(2).hasSuffix("┓") }
    terminal.press(.escape)
    terminal.expectExit(0)
    #expect(terminal.outputText == "cancelled\n")
  }
}
