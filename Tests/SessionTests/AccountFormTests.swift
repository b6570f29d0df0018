import TestSupport
import Testing
import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

private let good = "Abcdef1!gh"
private let invalid = "Invalid email address."
private let tooShort = "The password must have at least 8 characters."
private let tooSimple = "The password must contain numbers, uppercase, lowercase and special characters."
private let different = "Passwords do not match."

/// The delay of a validation has passed.
private let pause = Step.wait(milliseconds: 200)
/// The pause has passed after which errors are shown.
private let rest = Step.wait(milliseconds: 1500)

/// The forms for accounts: points C1 to C10.
@Suite struct AccountFormTests {
  private let signIn = FormDescription.signIn().makeForm()
  private let signUp = FormDescription.signUp().makeForm()

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
      "Re-enter password...", "8 or more", "hard",
    ] {
      #expect(played.shows(text))
    }
  }

  @Test func `C3 sign-in can ask for a user name, which is any text`() throws {
    let form = FormDescription.signIn(withUserName: true).makeForm()
    #expect(form.fields.map(\.configuration.label) == ["User name", "Password"])
    #expect(form.fields.map(\.configuration.name) == ["user", "password"])
    #expect(try perform([], on: form).shows("Enter your user name..."))
    let played = try perform(.filling("root of all", "x") + [.enter], on: form)
    #expect(played.ending == .accepted("x", .weak))
    #expect(try perform([.tab] + .typing("x") + [.enter], on: form).ending == .cancelled)
  }

  @Test func `C2 an empty field is not successful and has no message`() throws {
    let played = try perform(
      [.tab, .tab, .tab, pause] + .typing("a") + [.key(.backspace), pause], on: signUp)
    #expect(played.frame.errors == [])
    #expect(button(played.frame) == .inactiveButton)
  }

  @Test func `C3 an e-mail address that is none has its error under its field`() throws {
    #expect(try perform(.typing("ada@example") + [rest], on: signIn).frame.errors == [invalid])
    #expect(try perform(.typing("ada@example.org") + [rest], on: signIn).frame.errors == [])
  }

  @Test(arguments: [("Abc1!", [tooShort]), ("abcdefgh", [tooSimple]), (good, []), ("", [])])
  func `C4 a password is judged by its length and then by its classes`(_ text: String, errors: [String])
    throws
  {
    let typed: [Step] = [.tab, .tab] + .typing(text)
    #expect(try perform(typed + [rest], on: signUp).frame.errors == [])
    #expect(try perform(typed + [.tab], on: signUp).frame.errors == errors)
  }

  @Test
  func `C4 an error of the new password goes when its cause is gone, and another waits for a loss of focus`()
    throws
  {
    let left: [Step] = [.tab, .tab] + .typing("Abc1!") + [.tab, .backTab]
    #expect(try perform(left + .typing("x"), on: signUp).frame.errors == [tooShort])
    let spoiled = left + .typing("xyz") + [.key(.backspace), rest]
    #expect(try perform(spoiled, on: signUp).frame.errors == [])
    #expect(try perform(spoiled + [.tab], on: signUp).frame.errors == [tooShort])
    #expect(try perform(left + [.control("u")], on: signUp).frame.errors == [])
  }

  @Test func `C4 the confirm field is judged as in A9 alone`() throws {
    let alone = try perform([.tab, .tab, .tab] + .typing("abc") + [.tab], on: signUp)
    #expect(alone.frame.errors == [])
    let both = try perform(.filling("", "", "abcdefgh", "abcdefgh") + [.tab], on: signUp)
    #expect(both.frame.errors.count == 1)
  }

  @Test func `C4 signs of the panel follow each keystroke, and fail only once the field was left`() throws {
    func signs(_ script: [Step]) throws -> String {
      let rows = try perform([.tab, .tab] + script, on: signUp).rows
      let labels = FormDescription.signUp().makeForm().configuration.policy.criteria.map(\.shortLabel)
      return labels.map { label in
        let row = rows.first { $0.contains(label) } ?? ""
        let end = row.firstRange(of: label)?.lowerBound ?? row.endIndex
        return row[..<end].last { $0 != " " }.map(String.init) ?? "-"
      }.joined()
    }
    #expect(try signs(.typing("Ab")) == "·✓✓···")
    #expect(try signs(.typing("Ab") + [.tab]) == "✗✓✓✗✗✗")
    #expect(try signs(.typing("Ab") + [.tab, .backTab] + .typing("1")) == "✗✓✓✓✗✗")
    #expect(try signs([.tab]) == "······")
  }

  @Test func `C5 passwords that differ do not match`() throws {
    func errors(_ password: String, _ confirmation: String) throws -> [String] {
      try perform(
        .filling("", "", password, confirmation) + [.tab], on: signUp
      ).frame.errors
    }
    #expect(try errors(good, good + "x") == [different])
    #expect(try errors(good, "x") == [different])
    #expect(try errors(good, good) == [])
    #expect(try errors(good, "") == [])
    #expect(try errors("", good) == [])
    let later = filledSignUp + [.backTab, .key(.backspace)]
    #expect(try perform(later, on: signUp).frame.errors == [different])
    #expect(try perform(later + .typing(String(good.suffix(1))), on: signUp).frame.errors == [])
  }

  @Test func `A9 C5 in an account form too the confirm field is not accused while it is being typed`() throws
  {
    func sign(_ typed: [Step]) throws -> CriteriaPanel.Sign? {
      var terminal = KeepingTerminal(size: Size(columns: 80, rows: 24), fieldCount: 4)
      var session = try Session(signUp, appearance: .plain)
      session.start(on: &terminal)
      for step in filledSignUp.dropLast(good.count) + typed {
        if case .event(let event) = step { session.play(event, on: &terminal) }
      }
      return session.form.confirmSign(of: 3)
    }
    #expect(try sign([]) == nil)
    #expect(try sign(.typing("Abc")) == nil)
    #expect(try sign(.typing("Abx")) == .unmet)
    #expect(try sign(.typing("Abx") + [.tab, .backTab]) == .failed)
    #expect(try sign(.typing(good)) == .met)
    let typing = try perform(filledSignUp.dropLast(good.count) + .typing("Abx") + [rest], on: signUp)
    #expect(typing.frame.errors == [])
  }

  @Test func `C6 a validation runs 200 ms after the last keystroke, not on each`() throws {
    let filled: [Step] = .filling("ada@example.org", good)
    #expect(button(try perform(filled + [.wait(milliseconds: 199)], on: signIn).frame) == .inactiveButton)
    #expect(button(try perform(filled + [pause], on: signIn).frame) == .button)
    let restarted = try perform(
      .typing("a") + [.wait(milliseconds: 199)] + .typing("b") + [.wait(milliseconds: 199)], on: signIn)
    #expect(
      restarted.terminal.deadlines.map { $0.map { $0.nanoseconds / 1_000_000 } } == [nil, 1200, 1399])
  }

  @Test func `C6 an error line is first shown after a pause of 1.5 s, and then follows each validation`()
    throws
  {
    #expect(try perform(.typing("a") + [.wait(milliseconds: 1499)], on: signIn).frame.errors == [])
    #expect(try perform(.typing("a") + [rest], on: signIn).frame.errors == [invalid])
    let busy: [Step] = .typing("a") + [.wait(milliseconds: 1000), .key(.left), .wait(milliseconds: 1499)]
    let played = try perform(busy, on: signIn)
    #expect(played.frame.errors == [])
    #expect(played.terminal.deadlines.last.map { $0?.nanoseconds } == 3_500_000_000)
    let shown = .typing("a") + [rest] + .typing("b@c.de") + [pause]
    #expect(try perform(shown, on: signIn).frame.errors == [])
    #expect(
      try perform(shown + [.control("u")] + .typing("x") + [pause], on: signIn).frame.errors == [invalid])
    #expect(
      try perform(.typing("ada@example.org") + [rest], on: signIn).terminal.deadlines.last == .some(nil))
  }

  @Test func `C6 an error line is first shown when its field is left`() throws {
    let left: [Step] = .typing("a@b.cd") + [.tab, .backTab, .key(.backspace), .key(.backspace), pause]
    #expect(try perform(left, on: signIn).frame.errors == [])
    #expect(try perform(left + [.tab], on: signIn).frame.errors == [invalid])
    #expect(try perform(left + [.tab, .backTab] + .typing("cd") + [pause], on: signIn).frame.errors == [])
  }

  @Test func `C6 a text that is wrong from the start is shown so after the same pause`() throws {
    var description = FormDescription.signIn()
    description.fields[0].text = "ada@"
    description.firstField = 1
    let form = description.makeForm()
    #expect(try perform([.wait(milliseconds: 1499)], on: form).frame.errors == [])
    #expect(try perform([rest], on: form).frame.errors == [invalid])
  }

  @Test(arguments: [0, 50, 1000])
  func `C6 the delay is a setting`(_ delay: Int64) throws {
    var description = FormDescription.signIn()
    description.validationDelay = .milliseconds(delay)
    let form = description.makeForm()
    let filled: [Step] = .filling("ada@example.org", good)
    if delay > 0 {
      let early = try perform(filled + [.wait(milliseconds: delay - 1)], on: form)
      #expect(button(early.frame) == .inactiveButton)
    }
    #expect(button(try perform(filled + [.wait(milliseconds: delay)], on: form).frame) == .button)
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

  @Test func `C7 A15 the inactive button says what is missing`() throws {
    let form = try perform([], on: signIn)
    let row = try #require(form.rows.firstIndex { $0.contains("[ Sign in ]") })
    let played = try perform([.press(row: row, column: 12)], on: signIn)
    #expect(played.ending == .cancelled)
    #expect(played.frame.errors == ["Enter your email.", "Enter your password."])
    #expect(played.frame.notices == ["2 fields need attention"])
    #expect(played.terminal.beeps == 1)
    let typed = try perform([.press(row: row, column: 12)] + .typing("a"), on: signIn)
    #expect(typed.texts[0] == "a")
    #expect(typed.frame.errors == ["Enter your password."])
    #expect(typed.frame.notices == [])
    let woken = try perform(
      .filling("ada@example.org", good) + [.press(row: row, column: 12)], on: signIn)
    #expect(woken.ending == .accepted(good, .weak))
  }

  @Test func `A12 C7 Tab stops at the button, inactive or not`() throws {
    #expect(try perform([.tab, .tab, .tab] + .typing("x"), on: signIn).texts == ["x", ""])
    #expect(button(try perform([.tab, .tab], on: signIn).frame) == .focusedButton)
    #expect(button(try perform([.backTab], on: signUp).frame) == .focusedButton)
    let pressed = try perform([.tab, .tab, .enter] + .typing("x"), on: signIn)
    #expect(pressed.texts == ["x", ""])
    let filled: [Step] = .filling("ada@example.org", good)
    let onButton = try perform(filled + [.tab], on: signIn)
    #expect(button(onButton.frame) == .focusedButton)
    #expect(try perform(filled + [.tab, .key(.scalar(" "))], on: signIn).ending == .accepted(good, .weak))
  }

  @Test func `C8 an error stands in red under its own field`() throws {
    let fields = [FormField.Configuration(.email), FormField.Configuration(.newPassword)]
    let form = FormDescription.custom(fields: fields).makeForm()
    let played = try perform(.filling("a", "b") + [.tab], on: form)
    let rows = played.rows
    let places = ["a@", invalid, "◙", tooShort].map { text in rows.firstIndex { $0.contains(text) } }
    let (email, password) = (places[1] ?? 0, places[3] ?? 0)
    #expect(email < places[2] ?? 0)
    #expect(password > places[2] ?? 0)
    #expect(played.frame.errors == [invalid, tooShort])
  }

  @Test func `C2 A15 after a submission an empty field says what is missing`() throws {
    let all = try perform([.backTab, .enter], on: signUp)
    #expect(
      all.frame.errors == ["Enter your email.", "Enter your password.", "Enter your password again."])
    #expect(all.frame.notices == ["3 fields need attention"])
    let cleared = try perform([.backTab, .enter] + .typing("a") + [.key(.backspace), .tab], on: signIn)
    #expect(cleared.frame.errors == ["Enter your email.", "Enter your password."])
  }

  @Test func `A15 each kind of field has its own words`() throws {
    var fields = [FormField.Kind.name, .email, .password, .text].map { FormField.Configuration($0) }
    fields[3].label = "Team"
    let played = try perform([.backTab, .enter], on: FormDescription.custom(fields: fields).makeForm())
    #expect(
      played.frame.errors == [
        "Enter your name.", "Enter your email.", "Enter your password.", "Fill in: Team",
      ])
  }

  @Test func `A11 C2 Return in an empty field moves on before the form was submitted`() throws {
    #expect(try perform([.enter] + .typing("x"), on: signIn).texts == ["", "x"])
    let refused = try perform([.tab, .tab, .enter, .enter] + .typing("x"), on: signIn)
    #expect(refused.texts == ["x", ""])
    let wrong = try perform(.typing("a") + [.enter] + .typing("b"), on: signIn)
    #expect(wrong.texts == ["ab", ""])
    #expect(wrong.frame.errors == [invalid])
    #expect(try perform(.typing("a") + [.tab] + .typing("b"), on: signIn).texts == ["a", "b"])
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
    #expect(played.ending == .accepted(good, .medium))
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

  @Test(arguments: [Step.tab, .enter])
  func `C10 a delegate that is asked about the next focus sees no old verdict`(_ step: Step) throws {
    final class Strict: TextFieldDelegate {
      func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm)
        -> Bool
      {
        textField.tag == 0 || form.base.fields[0].error == nil
      }
    }
    var terminal = ScriptedTerminal(
      .typing("ada") + [.tab, .backTab] + .typing("@example.org") + [step] + .typing("x"), fieldCount: 2)
    try run(signIn, on: &terminal, delegate: Strict())
    #expect(terminal.texts == ["ada@example.org", "x"])
  }

  @Test func `C10 Return in the last field goes to the first that is not right yet`() throws {
    let played = try perform([.tab] + .typing(good) + [.enter] + .typing("x"), on: signIn)
    #expect(played.texts == ["x", good])
    #expect(played.terminal.beeps == 1)
  }
}
