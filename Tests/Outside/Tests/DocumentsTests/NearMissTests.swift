import Testing
import Watchword
import WatchwordTesting

/// What a debug build of a program traps at, because nothing else would tell its author.
struct NearMissTests {
  private final class NoForm: TextFieldDelegate {
    func textFieldShouldReturn(_ textField: borrowing TextField) -> Bool { false }
  }
  private final class ReadOnlyFact: TextFieldDelegate {
    func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: borrowing RunningForm) {}
  }
  private final class StringAsReplacement: TextFieldDelegate {
    func textField(
      _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacementString: String,
      in form: borrowing RunningForm
    ) -> Bool { false }
  }
  private final class ReasonWithoutForm: TextFieldDelegate {
    func textFieldDidEndEditing(_ textField: borrowing TextField, reason: TextField.EndReason) {}
  }
  private final class Several: TextFieldDelegate {
    func textFieldShouldReturn(_ textField: borrowing TextField) -> Bool { false }
    func textFieldDidEndEditing(_ textField: borrowing TextField, reason: TextField.EndReason) {}
  }
  private final class ChangingQuestion: TextFieldDelegate {
    func textFieldShouldReturn(_ textField: borrowing TextField, in form: inout RunningForm) -> Bool { true }
  }
  private final class EndWithoutForm: TextFieldDelegate {
    func textFieldDidEndEditing(_ textField: borrowing TextField) {}
  }
  private final class BeginWithoutForm: TextFieldDelegate {
    func textFieldShouldBeginEditing(_ textField: borrowing TextField) -> Bool { true }
  }
  private final class ReadOnlyBegin: TextFieldDelegate {
    func formWillBegin(_ form: borrowing RunningForm) {}
  }
  private final class Misspelled: TextFieldDelegate {
    func textFieldShouldreturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
      true
    }
  }
  private final class Setting: TextFieldDelegate {
    func formWillBegin(_ form: inout RunningForm) { form["password"].text = "secret" }
  }
  private final class Refusing: TextFieldDelegate {
    func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
      form.refuse(settingText: "secret")
    }
  }
  private final class Clearing: TextFieldDelegate {
    func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
      if textField.name == "user" { form["password"].text = nil }
    }
    func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
      textField.isSecure ? form.refuse(settingText: "") : true
    }
  }

  static var delegates: [(any TextFieldDelegate, String)] {
    [
      (NoForm(), "textFieldShouldReturn(_:) is never called as it is: add `in form`"),
      (ReadOnlyFact(), "textFieldDidChangeSelection(_:in:) is never called as it is: make the form `inout`"),
      (
        StringAsReplacement(), "replacementString:in:) is never called as it is: take `replacement: UTF8Span`"
      ),
      (ReasonWithoutForm(), "textFieldDidEndEditing(_:reason:) is never called as it is: add `in form`"),
      (
        ChangingQuestion(), "textFieldShouldReturn(_:in:) is never called as it is: make the form `borrowing`"
      ),
      (Setting(), "the text of the secure field \"password\" can only be cleared"),
      (Refusing(), "the text of the secure field \"password\" can only be cleared"),
      (
        Several(),
        "in Several: textFieldShouldReturn(_:) is never called as it is: add `in form`; "
          + "textFieldDidEndEditing(_:reason:) is never called as it is: add `in form`"
      ),
      (EndWithoutForm(), "textFieldDidEndEditing(_:) is never called as it is: add `in form`"),
      (BeginWithoutForm(), "textFieldShouldBeginEditing(_:) is never called as it is: add `in form`"),
      (ReadOnlyBegin(), "formWillBegin(_:) is never called as it is: make the form `inout`"),
    ]
  }

  @discardableResult
  static func play(_ delegate: any TextFieldDelegate) throws -> ScriptedTerminal {
    var terminal = ScriptedTerminal()
    terminal.type("a")
    terminal.press(.enter)
    terminal.press(.escape)
    _ = try? PasswordForm("x", fields: [.existingPassword(), .text("user")]).runAndWait(
      on: &terminal, delegate: delegate)
    return terminal
  }

  @Test(arguments: 0..<11)
  func `J2 E3 what looks like a method of the delegate, or sets a secret, traps and says why`(number: Int)
    async throws
  {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [number] in
      try NearMissTests.play(NearMissTests.delegates[number].0)
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains(Self.delegates[number].1), "\(said)")
  }

  static let verdicts: [PasswordForm.Verdict] = [
    .refused(fields: ["usr": "Taken."]), .refused("No.", clearing: ["pasword"]),
  ]

  static func refuse(_ verdict: PasswordForm.Verdict) throws
    -> ScriptedTerminal
  {
    var terminal = ScriptedTerminal()
    terminal.type("a")
    terminal.press(.enter)
    terminal.look("refused")
    terminal.press(.escape)
    var verdicts = [verdict]
    var late = PasswordForm.Field.text("late")
    late.isHidden = true
    _ = try? PasswordForm("x", fields: [.text("user"), late]).runAndWait(on: &terminal) { _ in
      verdicts.popLast() ?? .accepted
    }
    return terminal
  }

  @Test(arguments: [(0, "\"usr\""), (1, "\"pasword\"")])
  func `J4 a verdict that names no field traps and lists the names`(number: Int, name: String) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [number] in
      _ = try NearMissTests.refuse(NearMissTests.verdicts[number])
    }
    let said = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(said.contains("no field of the form is called \(name); there are \"user\", \"late\""), "\(said)")
  }

  @Test func `J4 a verdict about a hidden field is no mistake, and stands beside the button`() throws {
    let terminal = try Self.refuse(.refused(fields: ["late": "Too late."]))
    #expect(terminal.looks["refused"]?.rows.contains { $0.contains("Too late.") } == true)
  }

  @Test func `J2 a name that is no near miss is nobody's, and a secret is cleared by nil or an empty text`()
    throws
  {
    #expect(try Self.play(Misspelled()).calls.first == "formWillBegin")
    let cleared = try Self.play(Clearing())
    #expect(cleared.screen.contains("•") == false && cleared.calls.contains("password.textFieldShouldReturn"))
  }

  @Test func `J11 a test sees the calls that a delegate got`() async throws {
    var terminal = ScriptedTerminal()
    terminal.type("1")
    terminal.press(.tab)
    terminal.press(.escape)
    let form = try PasswordForm("x", fields: [.number("seats"), .text("user")])
    _ = try? await form.run(on: &terminal, delegate: Misspelled())
    #expect(
      terminal.calls == [
        "formWillBegin", "seats.textFieldShouldBeginEditing", "seats.editingDidBegin",
        "seats.textFieldDidBeginEditing", "seats.shouldChangeCharactersIn",
        "seats.textFieldDidChangeSelection",
        "seats.editingChanged", "user.textFieldShouldBeginEditing", "seats.textFieldShouldEndEditing",
        "seats.editingDidEnd", "seats.textFieldDidEndEditing(committed)", "seats.valueChanged",
        "user.editingDidBegin", "user.textFieldDidBeginEditing", "user.editingDidEnd",
        "user.textFieldDidEndEditing(cancelled)",
      ])
    terminal.press(.escape)
    _ = try? form.runAndWait(on: &terminal)
    #expect(terminal.calls.isEmpty)
  }
}
