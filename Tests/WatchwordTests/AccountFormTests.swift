import TestSupport
import Testing
import WatchwordForms
import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

private let good = "Abcdef1!"
private let invalid = "Invalid email address."
private let tooShort = "The password must have at least 8 characters."
private let tooSimple = "The password must contain numbers, uppercase, lowercase and special characters."
private let different = "Passwords do not match."

/// The delay of a validation has passed.
private let pause = Step.wait(milliseconds: 200)

/// The forms for accounts: points C1 to C10.
@Suite struct AccountFormTests {
  private let signIn = CustomForm.signIn().makeForm()
  private let signUp = CustomForm.signUp().makeForm()

  private let filledSignUp: [Step] =
    .filling("ada", "ada@example.org", good, good)

  /// The style of the button in the frame; `nil` where it is not there.
  private func button(_ frame: Frame) -> Style.Role? {
    let roles: [Style.Role] = [.button, .inactiveButton, .focusedButton]
    return frame.cells.map(\.style.role).first(where: roles.contains)
  }

  @Test func `C1 sign-in asks for e-mail and password`() throws {
    let played = try perform([], on: signIn)
    #expect(played.texts.count == 2)
    for text in ["Sign in", "Enter your email...", "Enter your password...", "[ Sign in ]"] {
      #expect(played.shows(text))
    }
    #expect(!played.shows("8 characters or more"))
    #expect(!played.shows("Too weak"))
  }

  @Test func `C1 account creation asks for name, e-mail, password and its confirmation`() throws {
    let played = try perform([], on: signUp)
    #expect(played.texts.count == 4)
    for text in [
      "Create account", "Enter your name...", "Enter your email...", "Enter your password...",
      "Re-enter password...", "8 characters or more", "Too weak",
    ] {
      #expect(played.shows(text))
    }
  }

  @Test func `C2 an empty field is not successful and has no message`() throws {
    let played = try perform(
      [.tab, .tab, .tab, pause] + .typing("a") + [.key(.backspace), pause], on: signUp)
    #expect(played.frame.errors == [])
    #expect(button(played.frame) == .inactiveButton)
  }

  @Test func `C3 an e-mail address that is none has its error under its field`() throws {
    #expect(try perform(.typing("ada@example") + [pause], on: signIn).frame.errors == [invalid])
    #expect(try perform(.typing("ada@example.org") + [pause], on: signIn).frame.errors == [])
  }

  @Test(arguments: [("Abc1!", [tooShort]), ("abcdefgh", [tooSimple]), (good, []), ("", [])])
  func `C4 a password is judged by its length and then by its classes`(_ text: String, errors: [String])
    throws
  {
    #expect(try perform([.tab, .tab] + .typing(text) + [pause], on: signUp).frame.errors == errors)
  }

  @Test func `C4 the confirm field is validated by the same rule`() throws {
    let alone = try perform([.tab, .tab, .tab] + .typing("abc") + [pause], on: signUp)
    #expect(alone.frame.errors == [tooShort])
    let both = try perform(
      .filling("", "", "abcdefgh", "abcdefgh") + [pause], on: signUp)
    let errors = both.frame.errors.map { $0.filter { $0 != "✗" }.drop { $0 == " " } }
    // Beside the panel the second may end in an ellipsis.
    #expect(errors.count == 2 && errors.allSatisfy { $0.prefix(60) == tooSimple.prefix(60) })
  }

  @Test func `C4 signs of the panel follow each keystroke, and fail only once the field was left`() throws {
    func signs(_ script: [Step]) throws -> String {
      let rows = try perform([.tab, .tab] + script, on: signUp).rows
      let labels = CustomForm.signUp().makeForm().configuration.policy.criteria.map(\.label)
      return labels.map { label in
        let row = rows.first { $0.contains(label) } ?? ""
        let end = row.firstRange(of: label)?.lowerBound ?? row.endIndex
        return row[..<end].last { $0 != " " }.map(String.init) ?? "-"
      }.joined()
    }
    #expect(try signs(.typing("Ab")) == "·✓✓··")
    #expect(try signs(.typing("Ab") + [.tab]) == "✗✓✓✗✗")
    #expect(try signs(.typing("Ab") + [.tab, .backTab] + .typing("1")) == "✗✓✓✓✗")
    #expect(try signs([.tab]) == "·····")
  }

  @Test func `C5 passwords that differ do not match`() throws {
    func errors(_ password: String, _ confirmation: String) throws -> [String] {
      try perform(
        .filling("", "", password, confirmation) + [pause], on: signUp
      ).frame.errors
    }
    #expect(try errors(good, good + "x") == [different])
    #expect(try errors(good, "x") == [different])
    #expect(try errors(good, good) == [])
    #expect(try errors(good, "") == [])
    #expect(try errors("", good) == [])
    let later = filledSignUp + [pause, .backTab] + .typing("x") + [pause]
    #expect(try perform(later, on: signUp).frame.errors == [different])
    #expect(try perform(later + [.key(.backspace), pause], on: signUp).frame.errors == [])
  }

  @Test func `C6 a validation runs 200 ms after the last keystroke, not on each`() throws {
    let early = try perform(.typing("a") + [.wait(milliseconds: 199)], on: signIn)
    #expect(early.frame.errors == [])
    #expect(try perform(.typing("a") + [pause], on: signIn).frame.errors == [invalid])
    let restarted = try perform(
      .typing("a") + [.wait(milliseconds: 199)] + .typing("b") + [.wait(milliseconds: 199)], on: signIn)
    #expect(restarted.frame.errors == [])
    #expect(
      restarted.terminal.deadlines.map { $0.map { $0.nanoseconds / 1_000_000 } } == [nil, 1200, 1399])
  }

  @Test(arguments: [0, 50, 1000])
  func `C6 the delay is a setting`(_ delay: Int64) throws {
    var description = CustomForm.signIn()
    description.validationDelay = .milliseconds(delay)
    let form = description.makeForm()
    if delay > 0 {
      let early = try perform(.typing("a") + [.wait(milliseconds: delay - 1)], on: form)
      #expect(early.frame.errors == [])
    }
    #expect(try perform(.typing("a") + [.wait(milliseconds: delay)], on: form).frame.errors == [invalid])
  }

  /// A session of `signIn` in which "a" was typed at the time 0.
  private func begun(on terminal: inout KeepingTerminal) throws -> Session {
    terminal.now = Instant(nanoseconds: 0)
    var session = try Session(signIn, appearance: .plain)
    session.start(on: &terminal)
    session.play(.key(Key(.scalar("a"))), on: &terminal)
    return session
  }

  @Test func `C6 a key that comes late finds the validation done that was due before it`() throws {
    var terminal = KeepingTerminal(size: Size(columns: 80, rows: 24), fieldCount: 2)
    var session = try begun(on: &terminal)
    func type(_ scalar: Unicode.Scalar, after milliseconds: Int64) {
      terminal.now = terminal.now.advanced(by: .milliseconds(milliseconds))
      session.play(.key(Key(.scalar(scalar))), on: &terminal)
    }
    type("b", after: 199)
    #expect(session.form.result(of: 0) == .empty)
    type("c", after: 250)
    #expect(session.form.result(of: 0) == .failure(invalid))
    #expect(session.form.deadline == terminal.now.advanced(by: .milliseconds(200)))
  }

  @Test func `C7 the button wakes up when all is right`() throws {
    let filled = try perform(filledSignUp, on: signUp)
    #expect(button(filled.frame) == .inactiveButton)
    #expect(button(try perform(filledSignUp + [pause], on: signUp).frame) == .button)
    for (field, style) in zip(0..<4, [Style.Role.button, .inactiveButton, .inactiveButton, .inactiveButton]) {
      let back = Array(repeating: Step.backTab, count: 3 - field)
      let spoiled = try perform(filledSignUp + [pause] + back + [.control("u"), pause], on: signUp)
      #expect(button(spoiled.frame) == style, "without field \(field)")
    }
  }

  @Test func `C7 the inactive button does nothing`() throws {
    let form = try perform([], on: signIn)
    let row = try #require(form.rows.firstIndex { $0.contains("[ Sign in ]") })
    let played = try perform([.press(row: row, column: 40)] + .typing("a"), on: signIn)
    #expect(played.ending == .cancelled)
    #expect(played.texts[0] == "a")
    #expect(played.terminal.beeps == 0)
    let woken = try perform(
      .filling("ada@example.org", good) + [.press(row: row, column: 40)], on: signIn)
    #expect(woken.ending == .accepted(good, .weak))
  }

  @Test func `C7 Tab passes over the inactive button and stops at the active one`() throws {
    #expect(try perform([.tab, .tab] + .typing("x"), on: signIn).texts == ["x", ""])
    let filled: [Step] = .filling("ada@example.org", good)
    let onButton = try perform(filled + [.tab], on: signIn)
    #expect(button(onButton.frame) == .focusedButton)
    #expect(try perform(filled + [.tab, .key(.scalar(" "))], on: signIn).ending == .accepted(good, .weak))
  }

  @Test func `C8 an error stands in red under its own field`() throws {
    let fields = [TextField.Configuration(.email), TextField.Configuration(.newPassword)]
    let form = CustomForm(fields: fields).makeForm()
    let played = try perform(.filling("a", "b") + [pause], on: form)
    let rows = played.rows
    let places = ["a@", invalid, "◙", tooShort].map { text in rows.firstIndex { $0.contains(text) } }
    let (email, password) = (places[1] ?? 0, places[3] ?? 0)
    #expect(email < places[2] ?? 0)
    #expect(password > places[2] ?? 0)
    #expect(played.frame.errors == [invalid, tooShort])
  }

  @Test func `C9 a validation that falls due after the form has closed does not run`() throws {
    for closing in [Event.key(Key(.escape)), .key(.control("c")), .hangUp] {
      var terminal = KeepingTerminal(size: Size(columns: 80, rows: 24), fieldCount: 2)
      var session = try begun(on: &terminal)
      #expect(session.form.deadline == Instant(nanoseconds: 200_000_000))
      session.play(closing, on: &terminal)
      #expect(session.form.deadline == nil)
      #expect(session.form.result(of: 0) == .empty)
    }
  }

  @Test(arguments: [Step.tab, .backTab, .enter, .press(row: 0, column: 0)])
  func `C10 any loss of focus validates at once`(_ step: Step) throws {
    let played = try perform(.typing("a") + [step], on: signIn)
    #expect(played.frame.errors == [invalid])
  }

  @Test func `C10 Return in the last field accepts what was typed a moment ago`() throws {
    let played = try perform(filledSignUp + [.enter], on: signUp)
    #expect(played.ending == .accepted(good, .weak))
  }

  @Test func `C10 Return does not act on an old verdict`() throws {
    let filled: [Step] = .filling("ada@example.org", good) + [pause]
    let played = try perform(filled + [.key(.control("u")), .enter], on: signIn)
    #expect(played.ending == .cancelled)
    #expect(
      try perform(filled + [.key(.backspace)] + .typing("!") + [.enter], on: signIn).ending != .cancelled)
  }

  @Test func `C10 the button is never skipped because of a verdict that is not in yet`() throws {
    let filled: [Step] = .filling("ada@example.org", good)
    #expect(button(try perform(filled + [.tab], on: signIn).frame) == .focusedButton)
    let back: [Step] = [.tab] + .typing(good) + [.backTab] + .typing("ada@example.org") + [.backTab]
    #expect(button(try perform(back, on: signIn).frame) == .focusedButton)
  }

  @Test func `C10 Return in the last field goes to the first that is not right yet`() throws {
    let played = try perform([.tab] + .typing(good) + [.enter] + .typing("x"), on: signIn)
    #expect(played.texts == ["x", good])
    #expect(played.terminal.beeps == 1)
  }
}
