import Glibc
import TestSupport
import Testing

/// A form that a task awaits: Tests/Hosts/Waiter, by what its argument says.
@Suite struct WaiterTests {
  private func open(_ part: String, _ change: (inout Stage) -> Void = { _ in }) throws -> TerminalEmulator {
    var stage = Stage.capturing
    change(&stage)
    return try TerminalEmulator.open("Waiter", [part], on: stage)
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
    #expect(terminal.outputText == "the task that awaited the form was cancelled\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J3 a form of a task that was cancelled before ends at once`() throws {
    let terminal = try open("cancelled")
    terminal.expectExit(0)
    #expect(terminal.outputText == "the task that awaited the form was cancelled\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J3 Esc ends a form that is awaited`() throws {
    let terminal = try open("sign-up")
    terminal.expect("Join the club")
    terminal.press(.escape)
    terminal.expectExit(0)
    #expect(terminal.outputText.contains("cancelled by the person\n"))
  }
}
