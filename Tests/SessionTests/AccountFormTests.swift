import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

private let good = "Abcdef1!gh"
private let invalid = "Invalid email address."

/// The delay before a validation.
private let pause = Step.wait(milliseconds: 200)
/// The pause after which errors are shown.
private let rest = Step.wait(milliseconds: 1500)

/// The forms for accounts (C1 to C10).
@Suite struct AccountFormTests {
  private let signIn = FormDescription.signIn().makeForm()
  private let signUp = FormDescription.signUp().makeForm()

  private let filledSignUp: [Step] = .filling("ada", "ada@example.org", good, good)

  /// The style of the button in the frame; `nil` if it is not there.
  private func button(_ frame: Frame) -> Style.Role? {
    let roles: [Style.Role] = [.button, .inactiveButton, .focusedButton]
    return frame.cells.map(\.style.role).first(where: roles.contains)
  }

  @Test func `C6 a validation runs 200 ms after the last keystroke, not on each`() throws {
    let filled: [Step] = .filling("ada@example.org", good)
    #expect(button(try perform(filled + [.wait(milliseconds: 199)], on: signIn).frame) == .inactiveButton)
    #expect(button(try perform(filled + [pause], on: signIn).frame) == .button)
    let restarted = try perform(
      .typing("a") + [.wait(milliseconds: 199)] + .typing("b") + [.wait(milliseconds: 199)], on: signIn)
    #expect(restarted.terminal.deadlines.map { $0.map { $0.nanoseconds / 1_000_000 } } == [nil, 1200, 1399])
  }

  @Test func `C6 an error line is due after a pause of 1.5 s, and nothing where there is none`() throws {
    let busy: [Step] = .typing("a") + [.wait(milliseconds: 1000), .key(.left), .wait(milliseconds: 1499)]
    let played = try perform(busy, on: signIn)
    #expect(played.terminal.deadlines.last.map { $0?.nanoseconds } == 3_500_000_000)
    #expect(try perform(.typing("a") + [rest], on: signIn).frame.errors == [invalid])
    #expect(
      try perform(.typing("ada@example.org") + [rest], on: signIn).terminal.deadlines.last == .some(nil))
  }

  /// A session of `signIn` in which "a" was typed at time 0.
  private func begun(on terminal: inout KeepingTerminal) throws -> FormScreen {
    terminal.now = Instant(nanoseconds: 0)
    var screen = try FormScreen(signIn, appearance: .plain)
    screen.start(on: &terminal)
    screen.play(.key(Key(.scalar("a"))), on: &terminal)
    return screen
  }

  @Test func `C6 a key that comes late finds the validation done that was due before it`() throws {
    var terminal = KeepingTerminal(size: Size(columns: 80, rows: 24), fieldCount: 2)
    var screen = try begun(on: &terminal)
    func type(_ scalar: Unicode.Scalar, after milliseconds: Int64) {
      terminal.now = terminal.now.advanced(by: .milliseconds(milliseconds))
      screen.play(.key(Key(.scalar(scalar))), on: &terminal)
    }
    type("b", after: 199)
    #expect(screen.form.state.result(of: 0) == .empty)
    type("c", after: 250)
    #expect(screen.form.state.result(of: 0) == .failure(invalid))
    #expect(screen.form.state.deadline == terminal.now.advanced(by: .milliseconds(200)))
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

  @Test func `C9 a validation that falls due after the form has closed does not run`() throws {
    for closing in [Event.key(Key(.escape)), .key(.control("c")), .hangUp] {
      var terminal = KeepingTerminal(size: Size(columns: 80, rows: 24), fieldCount: 2)
      var screen = try begun(on: &terminal)
      #expect(screen.form.state.deadline == Instant(nanoseconds: 200_000_000))
      screen.play(closing, on: &terminal)
      #expect(screen.form.state.deadline == nil)
      #expect(screen.form.state.result(of: 0) == .empty)
    }
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
}
