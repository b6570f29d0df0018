import Glibc
import TestSupport
import Testing

/// A form that a task awaits: Tests/Hosts/Waiter, by what its argument says.
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
    // With the modes as they were, a line ends at the left edge.
    #expect(output[crash.lowerBound...].contains("\r\n"))
  }
}
