import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Sign-in and sign-up: contract, part C.
@Suite struct AccountTests {
  /// Validates nothing by itself, so that a test can say what has not been validated.
  private let late = ["--debounce", "3600"]

  @Test func `C1 sign-in asks for e-mail and password`() throws {
    let terminal = try TerminalEmulator.account("sign-in")
    #expect(terminal.boxes.count == 2 && terminal.activeField == 0)
    #expect(terminal.text(inField: 0) == "Enter your email...")
    #expect(terminal.text(inField: 1) == "Enter your password...")
    #expect(!terminal.shows("8 characters or more") && !terminal.shows("Too weak"))
    terminal.fill(fields: "ada@example.org", goodForAccount)
    terminal.expect(field: 1, holds: "••••••••")
    terminal.press(.enter)
    #expect(terminal.answer() == #"{"email":"ada@example.org","password":"Kv7#mQzx"}"# + "\n")
    #expect(terminal.settings.isCooked)
  }

  @Test func `C1 account creation asks for name, e-mail, password and its confirmation, whole at 80x24`()
    throws
  {
    let terminal = try TerminalEmulator.account("sign-up")
    #expect(
      (0..<4).map { terminal.text(inField: $0) } == [
        "Enter your name...", "Enter your email...", "Enter your password...", "Re-enter password...",
      ])
    #expect(Set(terminal.boxes.map(\.columns)).count == 1, "one left edge and one width")
    let panel = terminal.line(with: "8 or more")
    #expect(["A-Z", "a-z", "0-9", "!@#", "hard"].allSatisfy { panel.contains($0) }, "in one row")
    for text in ["Create account", "[ Create account ]", "Name (optional)", "F1 keys"] {
      #expect(terminal.shows(text), "\(text)")
    }
    terminal.fill(fields: "ada", "ada@example.org", goodForAccount, goodForAccount)
    terminal.press(.enter)
    #expect(
      terminal.answer()
        == #"{"name":"Ada","email":"ada@example.org","password":"Kv7#mQzx","strength":"medium"}"# + "\n")
  }

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

  @Test(arguments: [
    ("ada@example.org", true), ("a.b_c%d+e-f@x-y.co.uk", true), ("ada", false), ("ada@example", false),
    ("ada@example.o", false), ("@example.org", false), ("ada@example.org.", false),
    ("ada@b\u{FC}cher.example", false),
  ])
  func `C3 an e-mail address is one by the pattern, as a whole`(text: String, isRight: Bool) throws {
    let terminal = try TerminalEmulator.account("sign-in")
    terminal.type(text)
    terminal.expect(field: 0, holds: text)
    terminal.press(.tab)
    terminal.wait("the password has the focus") { terminal.activeField == 1 }
    terminal.settle()
    #expect(terminal.shows(AccountError.email) == !isRight)
  }

  @Test(arguments: [
    ("Abc1!", AccountError.short), ("Abcdefg1", AccountError.simple), ("ABCDEF1!", AccountError.simple),
    ("Abcdef1é", AccountError.simple), ("Abcdef1!", AccountError.weak), (goodForAccount, ""),
  ])
  func `C4 a password is judged by its length, then by its classes, then by its level`(
    text: String, error: String
  ) throws {
    let terminal = try TerminalEmulator.account("form", "--field", "new-password:new")
    terminal.type(text)
    terminal.expect(field: 0, holds: String(repeating: "•", count: text.count))
    terminal.press(.tab)
    terminal.wait("the confirm field has the focus") { terminal.activeField == 1 }
    terminal.settle()
    let told = [AccountError.short, AccountError.simple, AccountError.weak].filter(
      terminal.text(belowField: 0).contains)
    #expect(told == (error.isEmpty ? [] : [error]))
  }

  @Test func `C4 sign-in judges the known password by the policy account, and without it by no rule`() throws
  {
    let terminal = try TerminalEmulator.account("sign-in", "--policy", "account")
    terminal.fill(fields: "ada@example.org", "Abc1!")
    terminal.press(.enter)
    terminal.expect(AccountError.short, belowField: 1)
    #expect(terminal.shows("1 field needs attention") && !terminal.shows("8 or more"))
    terminal.type("defg")
    terminal.expect(gone: AccountError.short)
    terminal.press(.enter)
    #expect(terminal.answer() == #"{"email":"ada@example.org","password":"Abc1!defg"}"# + "\n")
    let free = try TerminalEmulator.account("sign-in")
    free.fill(fields: "ada@example.org", "Abc1!")
    free.press(.enter)
    #expect(free.answer() == #"{"email":"ada@example.org","password":"Abc1!"}"# + "\n")
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

  @Test func `C6 an e-mail address that is wrong is told after a pause of 1.5 s, and not on each key`() throws
  {
    let terminal = try TerminalEmulator.account("sign-in")
    let clock = ContinuousClock()
    let time = clock.measure {
      terminal.type("ada")
      terminal.expect(AccountError.email, belowField: 0)
    }
    #expect(time >= .milliseconds(1500))
    terminal.type("@example.org")
    terminal.expect(gone: AccountError.email)
    let patient = try TerminalEmulator.open("watchword", ["sign-in"] + late, on: .capturing)
    patient.expect("Enter your email...")
    for (number, key) in "ada@".enumerated() {
      patient.type(String(key))
      patient.expect(field: 0, holds: String("ada@".prefix(number + 1)))
      #expect(!patient.shows(AccountError.email))
    }
  }

  @Test func `C6 the delay is a setting, and 0 validates each key`() throws {
    let terminal = try TerminalEmulator.account("sign-in", "--debounce", "0")
    terminal.fill(fields: "ada@example.org", "x")
    terminal.expect(button: "Sign in", isAwake: true)
  }

  @Test(arguments: ["-1", "soon", "", "nan", "inf"])
  func `C6 a delay that is none is status 2`(delay: String) throws {
    let wrong = try Completion.of("watchword", ["sign-in", "--debounce=\(delay)"])
    #expect(wrong.status == 2 && wrong.errors.contains("debounce"))
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
    terminal.expect("1 field needs attention")
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

  @Test(arguments: [
    (Keystroke.escape, TerminalEmulator.Fate.exited(1)), (.control("c"), .killed(by: SIGINT)),
  ])
  func `C9 a validation that is not due yet ends with the form`(
    key: Keystroke, fate: TerminalEmulator.Fate
  ) throws {
    let terminal = try TerminalEmulator.open("watchword", ["sign-in"] + late, on: .capturing)
    terminal.expect("Enter your email...")
    terminal.type("ada")
    terminal.expect(field: 0, holds: "ada")
    terminal.press(key)
    terminal.expect(fate)
    #expect(terminal.outputText == "")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("Invalid"))
  }

  @Test(arguments: [Keystroke.enter, .tab, .backTab, .down])
  func `C10 what ends editing validates at once`(key: Keystroke) throws {
    let terminal = try TerminalEmulator.open("watchword", ["sign-in"] + late, on: .capturing)
    terminal.expect("Enter your email...")
    terminal.type("ada")
    terminal.press(key)
    terminal.expect(AccountError.email, belowField: 0)
  }

  @Test func `C10 Return in the last field accepts what was typed a moment ago, and acts on no old verdict`()
    throws
  {
    let terminal = try TerminalEmulator.open("watchword", ["sign-in"] + late, on: .capturing)
    terminal.expect("Enter your email...")
    terminal.fill(fields: "ada@example.org", goodForAccount)
    terminal.press(.control("u"), .enter)
    terminal.expect(field: 1, holds: "Enter your password...")
    terminal.settle()
    #expect(terminal.fate == .running)
    terminal.type(goodForAccount)
    terminal.press(.enter)
    #expect(terminal.answer().contains(goodForAccount))
  }

  @Test func `C10 the button is reached by Tab before the delay is over`() throws {
    let terminal = try TerminalEmulator.open("watchword", ["sign-in"] + late, on: .capturing)
    terminal.expect("Enter your email...")
    terminal.fill(fields: "ada@example.org", goodForAccount)
    terminal.press(.tab, .enter)
    #expect(terminal.answer().contains(goodForAccount))
  }
}
