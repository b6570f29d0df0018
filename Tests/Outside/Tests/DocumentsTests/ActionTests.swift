import Testing
import Watchword
import WatchwordTesting

/// What a program does in the calls of a delegate, which is made of closures here.
struct ActionTests {
  private func form(_ names: String...) throws -> PasswordForm {
    try PasswordForm("Join the club", fields: names.map { .text($0).optional() })
  }

  /// What is in `field` when `keys` have been played and `actions` have been taken.
  private func text(
    of field: String, _ actions: TextFieldActions, _ keys: (inout ScriptedTerminal) -> Void
  ) throws -> String? {
    var terminal = ScriptedTerminal()
    keys(&terminal)
    terminal.press(.enter, times: 4)
    return try form("one", "two", "three").runAndWait(on: &terminal, delegate: actions.delegate)[field]
  }

  @Test(arguments: [("123456789", 4, "5"), ("123456789", 0, "7"), ("", 0, "123456")])
  func `E3 a text that is put in groups keeps the caret behind the character that was typed`(
    first: String, caret: Int, typed: String
  ) throws {
    var actions = TextFieldActions()
    actions.didSend = { field, event, form in
      guard event == .editingChanged, let text = form.text(of: field.name) else { return }
      let digits = Array(text.filter(\.isNumber))
      let groups = stride(from: 0, to: digits.count, by: 3).map {
        String(digits[$0..<min($0 + 3, digits.count)])
      }
      form.setText(groups.joined(separator: "-"), of: field.name)
    }
    var digits = Array(first)
    digits.insert(contentsOf: typed + "0", at: caret)
    let answer = try text(of: "one", actions) { terminal in
      terminal.paste(first)
      terminal.press(.home)
      terminal.press(.right, times: caret + caret / 3)
      terminal.type(typed + "0")
    }
    #expect(answer?.filter(\.isNumber) == String(digits))
  }

  @Test func `E3 the caret is read, and set as near as the text lets it`() throws {
    var (actions, carets) = (TextFieldActions(), [Int?]())
    actions.didSend = { field, event, form in
      guard event == .editingChanged else { return }
      carets.append(form.caret(of: field.name))
      form.setCaret(carets.count == 1 ? -5 : 99, of: field.name)
      carets.append(form.caret(of: field.name))
    }
    #expect(try text(of: "one", actions) { $0.type("abc") } == "bac")
    #expect(carets == [1, 0, 1, 2, 3, 3])
  }

  @Test(arguments: [true, false])
  func `E3 the answer to Return says where the focus goes, also where it is no`(isYes: Bool) throws {
    var (actions, events) = (TextFieldActions(), [TextField.Event]())
    actions.shouldReturn = { field, form in
      form.focusNext("three")
      return isYes || field.name != "one"
    }
    actions.didSend = { field, event, form in if field.name == "one" { events.append(event) } }
    var terminal = ScriptedTerminal()
    terminal.press(.enter)
    terminal.type("x")
    terminal.look("moved")
    terminal.press(.escape, times: 2)
    #expect(throws: PasswordForm.Cancelled.escape) {
      try form("one", "two", "three").runAndWait(on: &terminal, delegate: actions.delegate)
    }
    let look = terminal.looks["moved"]
    #expect(look?.rows.firstIndex { $0.contains("┃ x") } == look?.cursor?.row)
    #expect(events.contains(.editingDidEndOnExit) == isYes && events.last == .editingDidEnd)
  }

  @Test func `E3 elsewhere no focus can be asked for in a question`() throws {
    var actions = TextFieldActions()
    actions.shouldChange = { _, _, _, form in
      form.focusNext("three")
      return true
    }
    #expect(try text(of: "one", actions) { $0.type("ab") } == "ab")
  }

  @Test func `J2 closures are asked and told as a delegate is`() throws {
    var (actions, calls) = (TextFieldActions(), [String]())
    actions.shouldBeginEditing = { field, _ in field.name != "two" }
    actions.didBeginEditing = { field, _ in calls.append("\(field.name) begins") }
    actions.shouldEndEditing = { field, form in form.text(of: field.name) != "stay" }
    actions.didEndEditing = { field, reason, _ in calls.append("\(field.name) ends, \(reason)") }
    actions.shouldChange = { _, _, text, _ in !String(copying: text).contains("9") }
    actions.didChangeSelection = { field, _ in calls.append("\(field.name) moves") }
    actions.shouldClear = { _, _ in false }
    var submissions = 0
    actions.shouldSubmit = { _ in
      submissions += 1
      return submissions > 1
    }
    actions.didSubmit = { form in calls.append("submitted \(form.text(of: "one") ?? "")") }
    let answer = try text(of: "one", actions) { terminal in
      terminal.type("a9")
      terminal.press(.control("u"))
    }
    #expect(answer == "a" && submissions == 2 && calls.last == "submitted a")
    #expect(
      calls.prefix(4) == ["one begins", "one moves", "one ends, committed", "three begins"], "\(calls)")
  }
}
