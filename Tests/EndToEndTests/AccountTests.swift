import TestSupport
import Testing
import WatchwordScreen

/// Sign-in and sign-up (C).
@Suite struct AccountTests {
  @Test func `C2 an empty field is not successful and has no message`() throws {
    let terminal = try TerminalEmulator.account("sign-in")
    terminal.type("a")
    terminal.expect(AccountError.email, belowField: 0)
    terminal.press(.backspace)
    terminal.expect(gone: AccountError.email)
    terminal.settle()
    #expect(terminal.text(belowField: 0) == "")
    terminal.expect(button: "Sign in", isAwake: false)
  }

  @Test func `C5 C8 that passwords do not match is said under the confirm field`() throws {
    let terminal = try TerminalEmulator.account("sign-up")
    terminal.fill(fields: "ada", "ada@example.org", goodForAccount, "Kv7#mQz?")
    terminal.press(.tab)
    terminal.expect(AccountError.differs, belowField: 3)
    #expect(terminal.text(belowField: 2).contains("Passwords") == false)
    terminal.press(.backTab)
    terminal.expect(button: "Create account", isAwake: false)
    terminal.press(.backspace)
    terminal.type("x")
    terminal.expect(gone: AccountError.differs)
    terminal.expect(button: "Create account", isAwake: true)
  }

  @Test func `C6 the delay is a setting, and 0 validates each key`() throws {
    let terminal = try TerminalEmulator.account("sign-in", "--debounce", "0")
    terminal.fill(fields: "ada@example.org", "x")
    terminal.expect(button: "Sign in", isAwake: true)
  }

  @Test func `A12 A15 C7 the button is grey until all is right, and says what is missing when it is pressed`()
    throws
  {
    let terminal = try TerminalEmulator.account("sign-in")
    terminal.expect(button: "Sign in", isAwake: false)
    terminal.click(on: "[ Sign in ]")
    terminal.expect("Enter your email.", belowField: 0)
    terminal.expect("Enter your password.", belowField: 1)
    terminal.expect("2 fields need attention")
    terminal.type("ada@example.org")
    terminal.expect(gone: "2 fields need attention")
    terminal.press(.tab, .tab)
    terminal.wait("the button has the focus") { terminal.activeField == nil }
    terminal.press(.enter)
    terminal.wait("the password has the focus") { terminal.activeField == 1 }
    terminal.type(goodForAccount)
    terminal.expect(button: "Sign in", isAwake: true)
    terminal.press(.control("u"))
    terminal.expect(button: "Sign in", isAwake: false)
    terminal.type(goodForAccount)
    terminal.expect(button: "Sign in", isAwake: true)
    terminal.press(.tab)
    terminal.settle()
    #expect(terminal.activeField == nil)
    terminal.press(.enter)
    #expect(terminal.answer().contains("ada@example.org"))
  }

  @Test func `C8 errors are red, each under its field, and nothing jumps`() throws {
    let terminal = try TerminalEmulator.account(
      "form", "--field", "email", "--field", "new-password:new", on: .sized(80, 40))
    let before = terminal.boxes
    terminal.fill(fields: "ada", "Abc1!")
    terminal.press(.tab)
    terminal.expect(AccountError.email, belowField: 0)
    terminal.expect(AccountError.short, belowField: 1)
    for error in [AccountError.email, AccountError.short] {
      #expect(terminal.cell(of: error)?.foreground.isReddish == true, "\(error)")
    }
    #expect(terminal.boxes.map(\.row) == before.map(\.row))
  }

  @Test func `--optional lets a field stay empty, but not be wrong`() throws {
    let terminal = try TerminalEmulator.account(
      "form", "--field", "email", "--field", "password", "--optional", "email", "--format", "lines")
    terminal.type("ada")
    terminal.press(.tab)
    terminal.type(goodForAccount)
    terminal.expect(AccountError.email, belowField: 0)
    terminal.expect(button: "Submit", isAwake: false)
    terminal.press(.backTab, .control("u"))
    terminal.expect(button: "Submit", isAwake: true)
    terminal.press(.tab, .enter)
    #expect(terminal.answer() == "\n\(goodForAccount)\n")
  }
}
