import TestSupport
import Testing
import WatchwordScreen

@Suite struct KeysTests {
  @Test func `control L draws anew what another program wrote over`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("abc")
    terminal.settle()
    let picture = terminal.picture
    terminal.scribble("\u{1B}[HGARBAGE\r\n\u{1B}[31mMORE GARBAGE")
    terminal.expect("GARBAGE", "MORE GARBAGE")
    terminal.press(.control("l"))
    terminal.wait("the picture is as before") { terminal.picture == picture }
    terminal.settle()
    #expect(terminal.focus == .new)
  }

  @Test func `keys that arrive while the form is closing are discarded, not handed on`() throws {
    let terminal = try TerminalEmulator.shell(
      "echo start; $watchword new --no-animation --quiet; echo status $?; read line; echo \"<$line>\"")
    terminal.expect("New password")
    terminal.fill()
    terminal.settleForm()
    terminal.type("\rrm -rf\r")
    terminal.expect("status 0")
    terminal.type("next\n")
    terminal.expect("<next>")
    #expect(!terminal.shows("rm -rf"))
  }

  @Test func `--no-mouse leaves the mouse to the terminal`() throws {
    let terminal = try TerminalEmulator.form("--no-mouse")
    #expect(!terminal.reportsMouse)
    let other = try TerminalEmulator.form()
    #expect(other.reportsMouse && other.isBracketedPaste)
  }
}

extension TerminalEmulator {
  /// Waits until the form below a shell has drawn what was typed into both fields.
  func settleForm() {
    wait("both fields are filled") {
      text(of: .confirm).count == good.count && text(of: .new).count == good.count
    }
  }
}
