import TestSupport
import Testing
import WatchwordScreen

/// The life cycle (E) as a user at the terminal sees it. The calls themselves are tested in SessionTests.
@Suite struct LifeCycleTests {
  @Test func `E6 nothing that is cut from a secure field comes back, and nothing goes to the clipboard`()
    throws
  {
    let terminal = try TerminalEmulator.form()
    terminal.type("Abcd")
    terminal.press(.control("w"))
    terminal.expect(.new, holds: "New password")
    let bells = terminal.bells
    terminal.press(.control("y"))
    terminal.wait("it beeps") { terminal.bells == bells + 1 }
    terminal.settle()
    #expect(terminal.text(of: .new) == "New password")
    terminal.press(.control("r"))
    terminal.type("Wxyz")
    terminal.expect(.new, holds: "Wxyz")
    terminal.press(.control("u"), .control("y"))
    terminal.settle()
    #expect(terminal.bells == bells + 2)
    #expect(terminal.text(of: .new) == "New password")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("\u{1B}]52"))
  }

  @Test func `E7 by default what is typed is never shown, not even for a moment`() throws {
    let terminal = try TerminalEmulator.form()
    for letter in ["Ж", "Ю", "Я"] {
      terminal.type(letter)
      terminal.settle()
    }
    let written = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(!["Ж", "Ю", "Я"].contains { written.contains($0) })
  }
}
