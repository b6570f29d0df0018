import TestSupport
import Testing
import WatchwordScreen

/// The life cycle, as far as a person at the terminal sees it: contract, part E. The calls themselves are tested in
/// FormsTests.
@Suite struct LifeCycleTests {
  @Test func `E2 only one field has the focus at a time`() throws {
    let terminal = try TerminalEmulator.form()
    for _ in 0..<4 {
      #expect(terminal.rows.filter { $0.contains("┏") }.count == (terminal.isButtonFocused ? 0 : 1))
      #expect((terminal.focus == nil) == terminal.isButtonFocused)
      terminal.press(.tab)
      terminal.settle()
    }
  }

  @Test
  func
    `E3 keys, paste, a press of the mouse and a resize all come to the field being edited or go up from it`()
    throws
  {
    let terminal = try TerminalEmulator.form()
    terminal.type("Ab")
    terminal.paste("cd")
    terminal.expect(.new, holds: "••••")
    terminal.click(row: terminal.fieldRow(.confirm), column: terminal.size.columns / 2)
    terminal.expect(focus: .confirm)
    terminal.type("x")
    terminal.expect(.confirm, holds: "•")
    terminal.resize(70, 24)
    terminal.settle()
    #expect(terminal.focus == .confirm && terminal.text(of: .new) == "••••")
  }

  @Test func `E5 by default a field that is edited again keeps its text`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("Ab")
    terminal.press(.tab, .backTab)
    terminal.type("c")
    terminal.expect(.new, holds: "•••")
  }

  @Test(arguments: [(Keystroke.backspace, "New password"), (.alt("x"), "••")])
  func `E5 with --clears-on-insertion the first insertion or deletion clears it`(
    key: Keystroke, after: String
  ) throws {
    let terminal = try TerminalEmulator.form("--clears-on-insertion")
    terminal.type("Ab")
    terminal.expect(.new, holds: "••")
    terminal.press(.tab, .backTab)
    terminal.expect(focus: .new)
    if key == .backspace { terminal.press(key) } else { terminal.press(.left) }
    terminal.settle()
    #expect(terminal.text(of: .new) == after)
    terminal.type("x")
    terminal.expect(.new, holds: "•")
    terminal.type("y")
    terminal.expect(.new, holds: "••")
  }

  @Test func `E5 toggling never clears`() throws {
    let terminal = try TerminalEmulator.form("--clears-on-insertion")
    terminal.type("Ab")
    terminal.press(.tab, .backTab, .control("r"))
    terminal.expect(.new, holds: "Ab")
  }

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

  @Test func `E7 with --peek the character typed last is shown until the next key or for a second`() throws {
    let terminal = try TerminalEmulator.form("--peek")
    terminal.type("A")
    terminal.expect(.new, holds: "A")
    terminal.type("b")
    terminal.expect(.new, holds: "•b")
    terminal.press(.left)
    terminal.expect(.new, holds: "••")
    terminal.press(.end)
    terminal.type("c")
    terminal.expect(.new, holds: "••c")
    terminal.expect(.new, holds: "•••")
  }
}
