import Testing
import Watchword
import WatchwordTesting

/// A delegate whose answers and reactions are closures, so that a test has them beside its keys.
final class Actions: TextFieldDelegate {
  typealias Question = (borrowing TextField, borrowing RunningForm) -> Bool

  var shouldBegin: Question = { _, _ in true }
  var shouldEnd: Question = { _, _ in true }
  var shouldClear: Question = { _, _ in true }
  var shouldReturn: Question = { _, _ in true }
  var shouldChange: (borrowing TextField, Range<Int>, String, borrowing RunningForm) -> Bool = { _, _, _, _ in
    true
  }
  var shouldSubmit: (borrowing RunningForm) -> Bool = { _ in true }
  var didSend: (borrowing TextField, TextField.Event, inout RunningForm) -> Void = { _, _, _ in }
  /// The calls that tell something, in order.
  var calls: [String] = []

  func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    shouldBegin(textField, form)
  }
  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    calls.append("\(textField.name) begins")
  }
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    shouldEnd(textField, form)
  }
  func textFieldDidEndEditing(
    _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm
  ) {
    calls.append("\(textField.name) ends, \(reason)")
  }
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool {
    shouldChange(textField, range, String(copying: replacement), form)
  }
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    calls.append("\(textField.name) moves")
  }
  func textFieldShouldClear(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    shouldClear(textField, form)
  }
  func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    shouldReturn(textField, form)
  }
  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    didSend(textField, event, &form)
  }
  func formShouldSubmit(_ form: borrowing RunningForm) -> Bool { shouldSubmit(form) }
  func formDidSubmit(_ form: borrowing RunningForm) { calls.append("submitted") }
}

/// What a delegate reads of a form, and changes in it.
struct DelegateTests {
  /// A form of optional fields with these names.
  private func form(_ names: String...) throws -> PasswordForm {
    try PasswordForm("Join the club", fields: names.map { .text($0).optional() })
  }

  /// The text of `field` after `keys` were played to a form of three fields.
  private func text(
    of field: String, _ actions: Actions, _ keys: (inout ScriptedTerminal) -> Void
  ) async throws -> String? {
    var terminal = ScriptedTerminal()
    keys(&terminal)
    terminal.press(.enter, times: 4)
    return try await form("one", "two", "three").run(on: &terminal, delegate: actions)[field]
  }

  @Test(arguments: [("123456789", 4, "5"), ("123456789", 0, "7"), ("", 0, "123456")])
  func `E3 a text that is put in groups keeps the caret behind the character that was typed`(
    first: String, caret: Int, typed: String
  ) async throws {
    let actions = Actions()
    actions.didSend = { field, event, form in
      guard event == .editingChanged, let text = field.text else { return }
      let digits = Array(text.filter(\.isNumber))
      let groups = stride(from: 0, to: digits.count, by: 3).map {
        String(digits[$0..<min($0 + 3, digits.count)])
      }
      form[field.name].text = groups.joined(separator: "-")
    }
    var digits = Array(first)
    digits.insert(contentsOf: typed + "0", at: caret)
    let answer = try await text(of: "one", actions) { terminal in
      terminal.paste(first)
      terminal.press(.home)
      terminal.press(.right, times: caret + caret / 3)
      terminal.type(typed + "0")
    }
    #expect(answer?.filter(\.isNumber) == String(digits))
  }

  @Test func `E3 the caret is read, and set as near as the text lets it`() async throws {
    let actions = Actions()
    var carets: [Int] = []
    actions.didSend = { field, event, form in
      guard event == .editingChanged else { return }
      carets.append(field.caret)
      form[field.name].caret = carets.count == 1 ? -5 : 99
      carets.append(field.caret)
    }
    #expect(try await text(of: "one", actions) { $0.type("abc") } == "bac")
    #expect(carets == [1, 0, 1, 2, 3, 3])
  }

  @Test(arguments: [true, false])
  func `E3 the answer to Return says where the focus goes, also where it is no`(isYes: Bool) async throws {
    let actions = Actions()
    var events: [TextField.Event] = []
    actions.shouldReturn = { field, form in
      form.moveFocus(to: "three")
      return isYes || field.name != "one"
    }
    actions.didSend = { field, event, form in if field.name == "one" { events.append(event) } }
    var terminal = ScriptedTerminal()
    terminal.press(.enter)
    terminal.type("x")
    terminal.look("moved")
    terminal.press(.escape, times: 2)
    await #expect(throws: PasswordForm.Cancellation.escape) {
      try await form("one", "two", "three").run(on: &terminal, delegate: actions)
    }
    let look = terminal.looks["moved"]
    #expect(look?.rows.firstIndex { $0.contains("┃ x") } == look?.cursor?.row)
    #expect(events.contains(.editingDidEndOnExit) == isYes && events.last == .editingDidEnd)
  }

  @Test func `E3 a field is read, changed and given the focus by its name`() async throws {
    let actions = Actions()
    var focus: [String?] = []
    actions.didSend = { field, event, form in
      guard field.name == "one", event == .editingChanged else { return }
      focus.append(form.focusedField)
      let isAsTyped = field.text == "a" && field.isFirstResponder && field.isEnabled && !field.isSecure
      let isEmpty = !form["two"].isHidden && !form["two"].isRequired && form["two"].text == ""
      #expect(isAsTyped && isEmpty)
      form["two"].isHidden = true
      form["three"].isRequired = true
      form["three"].text = "from the program"
      form["three"].text = "a text\nof two lines"
      form["three"].errorMessage = "Not today."
      let isChanged = form["two"].isHidden && form["three"].isRequired
      #expect(isChanged && form["three"].errorMessage == "Not today.")
      let count = form["three"].withText { $0.count }
      #expect(form["three"].text == "from the program" && count == 16)
      form["three"].errorMessage = nil
      let hasFocus = form["three"].becomeFirstResponder()
      #expect(hasFocus)
      focus.append(form.focusedField)
      form.endEditing()
      focus.append(form.focusedField)
      form["three"].text = nil
      form["three"].text = "empty before"
    }
    var terminal = ScriptedTerminal()
    terminal.type("a")
    terminal.press(.tab)
    terminal.press(.enter, times: 2)
    let answer = try await form("one", "two", "three").run(on: &terminal, delegate: actions)
    #expect(focus == ["one", "three", nil])
    #expect(answer["one"] == "a" && answer["two"] == nil && answer["three"] == "empty before")
  }

  @Test func `J2 questions are asked and facts told by the names of their fields`() async throws {
    let actions = Actions()
    actions.shouldBegin = { field, _ in field.name != "two" }
    actions.shouldEnd = { field, form in field.text != "stay" }
    actions.shouldChange = { _, _, text, _ in !text.contains("9") }
    actions.shouldClear = { _, _ in false }
    var submissions = 0
    actions.shouldSubmit = { _ in
      submissions += 1
      return submissions > 1
    }
    let answer = try await text(of: "one", actions) { terminal in
      terminal.type("a9")
      terminal.press(.control("u"))
    }
    #expect(answer == "a" && submissions == 2 && actions.calls.last == "submitted")
    #expect(
      actions.calls.prefix(4) == ["one begins", "one moves", "one ends, committed", "three begins"],
      "\(actions.calls)")
  }

  @Test func `J2 a delegate is kept until the form is over`() async throws {
    weak var delegate: Actions?
    var terminal = ScriptedTerminal()
    terminal.type("x")
    terminal.press(.enter)
    func run() async throws {
      let actions = Actions()
      actions.didSend = { [weak actions] field, event, _ in #expect(actions != nil) }
      delegate = actions
      _ = try await form("one").run(on: &terminal, delegate: actions)
    }
    try await run()
    #expect(delegate == nil)
  }
}

/// A delegate that says no, and why.
struct RefusalTests {
  /// The screen after `keys` were played to a form with a month and a name, and how the form ended.
  private func rows(
    _ actions: Actions, _ keys: (inout ScriptedTerminal) -> Void
  ) async throws -> (rows: [String], answer: PasswordForm.Answer?) {
    var terminal = ScriptedTerminal()
    keys(&terminal)
    terminal.look("end")
    terminal.press(.escape)
    let form = try PasswordForm("Card", fields: [.text("month"), .text("holder")])
    let answer = try? await form.run(on: &terminal, delegate: actions)
    return (terminal.looks["end"]?.rows ?? terminal.screen, answer)
  }

  private func shows(_ text: String, _ rows: [String]) -> Bool { rows.contains { $0.contains(text) } }

  @Test func `E3 a field that may not be left says why, until the next key`() async throws {
    let actions = Actions()
    actions.shouldEnd = { field, form in
      let isMonth = field.text.flatMap(Int.init).map { 1...12 ~= $0 } ?? false
      return field.name != "month" || isMonth || form.refuse("Pick a month from 1 to 12.")
    }
    let refused = try await rows(actions) { terminal in
      terminal.type("13")
      terminal.press(.enter)
    }
    #expect(shows("Pick a month from 1 to 12.", refused.rows) && shows("13", refused.rows))
    #expect(!actions.calls.contains("holder begins"))
    let next = try await rows(actions) { terminal in
      terminal.type("13")
      terminal.press(.tab)
      terminal.press(.backspace)
    }
    #expect(!shows("Pick a month", next.rows))
  }

  @Test func `E3 no first, then the text, of which nothing is told, and then the reason`() async throws {
    let actions = Actions()
    actions.shouldChange = { field, range, text, form in
      guard field.name == "month", let old = field.text else { return true }
      // While the question is asked the text is unchanged.
      let isUnchanged = { (text: String?) in #expect(text == old) }
      defer { isUnchanged(field.text) }
      if !text.allSatisfy(\.isNumber) { return form.refuse("Digits alone.") }
      return old == "1" ? form.refuse("That is enough.", settingText: "1\(text)/") : true
    }
    var events = 0
    actions.didSend = { field, event, _ in if event == .editingChanged { events += 1 } }
    let letter = try await rows(actions) { $0.type("x") }
    #expect(shows("Digits alone.", letter.rows) && events == 0)
    let set = try await rows(actions) { $0.type("12") }
    #expect(shows("12/", set.rows) && shows("That is enough.", set.rows))
    #expect(events == 1 && actions.calls.filter { $0 == "month moves" }.count == 1)
  }

  @Test func `E3 the caret stays where the person works after a text that was set instead`() async throws {
    let actions = Actions()
    actions.shouldChange = { field, range, text, form in
      guard let old = field.text else { return true }
      var new = Array(old.filter { $0 != " " })
      let place = old.prefix(range.lowerBound).filter { $0 != " " }.count
      new.insert(contentsOf: text, at: place)
      let groups = stride(from: 0, to: new.count, by: 4).map { String(new[$0..<min($0 + 4, new.count)]) }
      return form.refuse(settingText: groups.joined(separator: " "))
    }
    let end = try await rows(actions) { terminal in
      terminal.type("12345678")
      terminal.press(.home)
      terminal.type("ab")
    }
    #expect(shows("ab12 3456 78", end.rows) || shows("12 3456 78", end.rows), "\(end.rows)")
  }

  @Test func `E3 a form that may not be submitted says why beside the button`() async throws {
    let actions = Actions()
    var count = 0
    actions.shouldSubmit = { form in
      count += 1
      return count > 1 || form.refuse("The shop opens at 9.")
    }
    let refused = try await rows(actions) { terminal in
      terminal.type("12")
      terminal.press(.enter)
      terminal.type("Ada")
      terminal.press(.enter)
    }
    #expect(shows("The shop opens at 9.", refused.rows) && refused.answer == nil)
    count = 0
    let again = try await rows(actions) { terminal in
      terminal.type("12")
      terminal.press(.enter)
      terminal.type("Ada")
      terminal.press(.enter, times: 2)
    }
    #expect(again.answer?["holder"] == "Ada")
  }

  @Test func `E3 the other questions have a reason too`() async throws {
    let actions = Actions()
    actions.shouldBegin = { field, form in field.name != "holder" || form.refuse("Not yet.") }
    actions.shouldClear = { _, form in form.refuse("It stays.") }
    #expect(shows("Not yet.", try await rows(actions) { $0.press(.tab) }.rows))
    let cleared = try await rows(actions) { terminal in
      terminal.type("12")
      terminal.press(.control("u"))
    }
    #expect(shows("It stays.", cleared.rows) && shows("12", cleared.rows))
    actions.shouldReturn = { _, form in form.refuse("Wait for the bell.", settingText: "13") }
    let returned = try await rows(actions) { $0.press(.enter) }
    #expect(shows("Wait for the bell.", returned.rows) && shows("13", returned.rows))
  }

  /// What a debug build says about `actions`, which end it.
  private static func play(_ change: (Actions) -> Void) async {
    let actions = Actions()
    change(actions)
    var terminal = ScriptedTerminal()
    terminal.type("1")
    terminal.press(.enter)
    let form = try? PasswordForm("Card", fields: [.text("month").optional(), .newPassword()])
    _ = try? await form?.run(on: &terminal, delegate: actions)
  }

  @Test func `J4 a name that no field has ends a debug build, which says the names that there are`()
    async throws
  {
    let end = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await Self.play { $0.didSend = { _, _, form in form["mont"].isHidden = true } }
      })
    let said = String(decoding: end.standardErrorContent, as: UTF8.self)
    #expect(
      said.contains(
        #"no field of the form is called "mont"; there are "month", "password", "password.confirmation""#),
      "\(said)")
  }

  @Test func `E3 a reason without a no, and a wish in the wrong call, end a debug build`() async {
    await #expect(processExitsWith: .failure) {
      await Self.play { $0.shouldEnd = { _, form in form.refuse("No.") || true } }
    }
    await #expect(processExitsWith: .failure) {
      await Self.play { $0.didSend = { _, _, form in form.refuse("No.") } }
    }
    await #expect(processExitsWith: .failure) {
      await Self.play { $0.shouldEnd = { _, form in form.moveFocus(to: "password") == () } }
    }
  }
}
