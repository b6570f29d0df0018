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

  private func problem(_ fields: [PasswordForm.Field]) -> String? {
    do {
      _ = try PasswordForm("Server", fields: fields)
      return nil
    } catch { return "\(error)" }
  }

  @Test(arguments: [
    (PasswordForm.Field.choice("it", of: []), "no choices"),
    (.choice("it", of: ["a", "a"]), "the choice \"a\" twice"),
    (.choice("it", of: ["a", ""]), "an empty choice"),
    (.choice("it", of: ["a"], labels: []), "choices and labels in different numbers, 1 and 0"),
    (.choice("it", of: ["a", "b"], labels: ["x", "x"]), "the label \"x\" twice"),
    (.choice("it", of: ["a\u{1B}"]), "a control character in a choice"),
  ]) func `J4 choices that cannot be told apart are an error, which says what is wrong`(
    _ field: PasswordForm.Field, _ fault: String
  ) {
    #expect(problem([field]) == "the field \"it\" has \(fault)")
  }

  @Test(arguments: [
    (PasswordForm.Field.choice("it", of: ["a"]), "b"), (.toggle("it"), "ja"), (.number("it"), "07"),
    (.number("it", in: 1...2), "3"), (.date("it"), "2026-02-30"),
  ]) func `J4 a text to start with is one that the field takes`(_ field: PasswordForm.Field, _ text: String) {
    var fields = [field]
    fields[0].initialText = text
    let start = "the field \"it\" does not take the text that it starts with (initialText): "
    #expect(problem(fields) == start + "\"\(text)\"")
  }

  @Test func `J4 a choice with a pattern, whose answer would be none of its values, is an error`() {
    var plan = PasswordForm.Field.choice("plan", of: ["solo", "team"])
    plan.pattern = "9999"
    #expect(problem([plan]) == "pattern of the field \"plan\" is \"9999\": such a field has none")
  }
}
