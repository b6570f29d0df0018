import Testing
import Watchword
import WatchwordTesting

/// Fields that take only some texts.
struct InputTests {
  private func fields() -> [PasswordForm.Field] {
    [
      .choice("size", of: ["s", "m"], labels: ["Small one", "Middle one"]), .toggle("backup"),
      .number("offset", in: -12...12), .date("until").optional(),
    ]
  }

  @Test func `D6 a choice, a toggle, a number and a day are answered as texts`() async throws {
    var terminal = ScriptedTerminal()
    terminal.type("mid")
    terminal.press(.tab)
    terminal.type("y")
    terminal.press(.tab)
    terminal.type("-7")
    terminal.press(.tab)
    terminal.type("2026-11-28")
    terminal.look("typed")
    terminal.press(.enter)
    let answer = try await PasswordForm("Server", fields: fields()).run(on: &terminal)
    #expect(["size", "backup", "offset", "until"].map { answer[$0] } == ["m", "yes", "-7", "2026-11-28"])
    let look = try #require(terminal.looks["typed"])
    for words in ["[Middle one]", "[Yes]", "Saturday"] { #expect(look.rows.contains { $0.contains(words) }) }
  }

  final class Once: TextFieldDelegate {
    var asked: [String] = []

    func textField(
      _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
      in form: borrowing RunningForm
    ) -> Bool {
      asked.append("\(range) \(String(copying: replacement))")
      return asked.count == 1
    }
  }

  @Test func `D6 E1 a delegate is asked about a choice with the whole text`() async throws {
    let delegate = Once()
    var terminal = ScriptedTerminal()
    terminal.press(.right)
    terminal.press(.right)
    terminal.press(.enter)
    let field = PasswordForm.Field.choice("size", of: ["small", "m"])
    let answer = try await PasswordForm("Server", fields: [field]).run(on: &terminal, delegate: delegate)
    #expect(delegate.asked == ["0..<0 small", "0..<5 m"] && answer["size"] == "small")
  }

  @Test(arguments: [
    PasswordForm.Field.choice("it", of: []), .choice("it", of: ["a", "a"]), .choice("it", of: ["a", ""]),
    .choice("it", of: ["a"], labels: []), .choice("it", of: ["a", "b"], labels: ["x", "x"]),
    .choice("it", of: ["a\u{1B}"]),
  ]) func `J4 choices that cannot be told apart are an error`(_ field: PasswordForm.Field) {
    let form = try? PasswordForm("Server", fields: [field])
    #expect(form == nil)
  }

  @Test(arguments: [
    (PasswordForm.Field.choice("it", of: ["a"]), "b"), (.toggle("it"), "ja"), (.number("it"), "07"),
    (.number("it", in: 1...2), "3"), (.date("it"), "2026-02-30"),
  ]) func `J4 a text to start with is one that the field takes`(_ field: PasswordForm.Field, _ text: String) {
    var fields = [field]
    fields[0].initialText = text
    let form = try? PasswordForm("Server", fields: fields)
    #expect(form == nil)
  }
}
