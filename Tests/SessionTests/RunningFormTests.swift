import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// What a delegate can read of the running form and ask of it (B9, E1, E3), and the order of control events.
@Suite struct RunningFormTests {
  private func form(_ kinds: FormField.Kind...) -> FormState {
    FormDescription.custom(fields: kinds.map { FormField.Configuration($0) }).makeForm()
  }

  private func play(
    _ script: [Step], _ wishes: [String: [RecordingDelegate.Wish]], on form: FormState,
    refusing: Set<String> = []
  ) throws -> Performance {
    let delegate = RecordingDelegate(refusing: refusing)
    delegate.wishes = wishes
    return try perform(script, on: form, delegate: delegate)
  }

  /// The focused field, by the row of its label.
  private func focus(_ played: Performance, of form: FormState) -> String? {
    guard let row = played.frame.cursor?.row else { return nil }
    return form.fields.first { played.rows[row].contains($0.configuration.placeholder) }?.configuration.name
  }

  @Test func `E1 in every call the text of the field can be read, as it is then`() throws {
    let delegate = RecordingDelegate()
    _ = try perform(.keys("ab Enter c ^U"), on: form(.name, .password), delegate: delegate)
    let readings = delegate.readings.map { "\($0.call) \($0.text)" }
    #expect(
      readings.prefix(17) == [
        "0.shouldBeginEditing ", "0.editingDidBegin ", "0.didBeginEditing ",
        "0.shouldChange 0..<0 \"A\" ", "0.didChangeSelection A", "0.editingChanged A",
        "0.shouldChange 1..<1 \"b\" A", "0.didChangeSelection Ab", "0.editingChanged Ab",
        "0.shouldReturn Ab", "0.editingDidEndOnExit Ab", "0.primaryActionTriggered Ab",
        "1.shouldBeginEditing ", "0.shouldEndEditing Ab", "0.editingDidEnd Ab",
        "0.didEndEditing(committed) Ab", "1.editingDidBegin ",
      ])
    #expect(readings.contains("1.shouldClear c") && readings.contains("1.editingChanged "))
  }

  @Test func `B9 a delegate told of valueChanged or editingChanged can read strength and password there`()
    throws
  {
    let delegate = RecordingDelegate()
    let password = "vKq7#mWz2!Lp9xRt4"
    _ = try perform(.typing(password) + [.enter], delegate: delegate)
    let told = delegate.readings.filter { $0.call == "0.editingChanged" || $0.call == "0.valueChanged" }
    #expect(told.first?.text == "v" && told.first?.strength == .weak)
    #expect(told.suffix(2).map(\.call) == ["0.editingChanged", "0.valueChanged"])
    #expect(told.suffix(2).allSatisfy { $0.text == password && $0.strength == .medium })
  }

  /// Does something to the form when it begins.
  private final class Beginner: TextFieldDelegate {
    let begin: (inout RunningForm) -> Void
    var begins = 0
    init(_ begin: @escaping (inout RunningForm) -> Void) { self.begin = begin }
    func formWillBegin(_ form: inout RunningForm) {
      begins += 1
      begin(&form)
    }
  }

  @Test func `E1 a form begins once, before its first frame and before a field is asked`() throws {
    var form = FormDescription.custom(fields: [
      .init(.text, name: "a"), .init(.choice, name: "plan"), .init(.text, name: "company"),
    ])
    form.fields[1].take(.choice(Choices(["solo", "team"])), .english)
    (form.fields[1].text, form.fields[2].visibility, form.fields[2].label) = ("team", .hidden, "Company")
    let delegate = Beginner { form in
      form["company"].isHidden = form["plan"].text != "team"
      form["company"].becomeFirstResponder()
      form["a"].errorMessage = "Not today."
    }
    var terminal = ScriptedTerminal(
      [.paste("x"), .event(.key(Key(.enter))), .tickWhileShown("Checking…")] + [.event(.key(Key(.escape)))],
      fieldCount: 3)
    let verdict = FormVerifierTests.Scripted(.refused("Not yet."))
    try run(form.makeForm(), on: &terminal, verdict: verdict, delegate: delegate)
    let first = try #require(terminal.frames.first)
    #expect(
      first.rows.contains { $0.contains("Company") } && first.rows.contains { $0.contains("Not today.") })
    #expect(terminal.texts == ["", "team", "x"] && delegate.begins == 1)
  }

  @Test func `E3 the program clears the text of a secret, with its confirmation, and sets none`() throws {
    let form = FormDescription.custom(fields: [.init(.newPassword, name: "new"), .init(.text, name: "a")])
      .makeForm()
    let script: [Step] = .typing("abc") + [.tab] + .typing("abc") + [.tab] + .typing("x")
    let set = try play(script, ["2.editingChanged": [.text("other", 0)]], on: form)
    #expect(set.lastCalls.last == "not granted" && set.texts == ["abc", "abc", "x"])
    let cleared = try play(script, ["2.editingChanged": [.text("", 0)]], on: form)
    #expect(cleared.lastCalls.last == "granted" && cleared.texts == ["", "", "x"])
    #expect(cleared.frame.rows.joined().contains("Not today") == false)
    let delegate = RecordingDelegate()
    delegate.reasons = ["0.shouldChange 2..<2 \"c\"": (nil, "")]
    #expect(try perform(.typing("abc"), on: form, delegate: delegate).texts[0] == "abc")
    delegate.reasons = ["0.shouldReturn": ("Again.", "")]
    let refused = try perform(.typing("abc") + [.enter], on: form, delegate: delegate)
    #expect(refused.texts[0] == "" && refused.shows("Again."))
  }

  @Test func `E3 a delegate makes a field first responder, by the normal order of calls`() throws {
    let form = form(.name, .email, .text)
    let played = try play([.enter], ["0.primaryActionTriggered": [.focus(2)]], on: form)
    #expect(
      played.lastCalls == [
        "0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered", "wish",
        "2.shouldBeginEditing", "0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)",
        "2.editingDidBegin", "2.didBeginEditing", "granted",
      ])
    #expect(focus(played, of: form) == "text")
  }

  @Test func `E3 a field that refuses or is disabled does not get the focus, and the answer says so`() throws
  {
    let form = form(.name, .email, .text)
    let refused = try play(
      .typing("a"), ["0.editingChanged": [.focus(1)]], on: form, refusing: ["1.shouldBeginEditing"])
    #expect(refused.lastCalls.suffix(3) == ["wish", "1.shouldBeginEditing", "not granted"])
    let kept = try play(
      .typing("a"), ["0.editingChanged": [.focus(1)]], on: form, refusing: ["0.shouldEndEditing"])
    #expect(
      kept.lastCalls.suffix(4) == ["wish", "1.shouldBeginEditing", "0.shouldEndEditing", "not granted"])
    let disabled = try play(.typing("a"), ["0.editingChanged": [.enabled(false, 1), .focus(1)]], on: form)
    #expect(disabled.lastCalls.suffix(2) == ["wish", "not granted"])
    let same = try play(.typing("a"), ["0.editingChanged": [.focus(0)]], on: form)
    #expect(same.lastCalls.suffix(2) == ["wish", "granted"])
  }

  @Test func `E3 a delegate that moves the focus at the end of editing decides where it goes`() throws {
    let form = form(.name, .email, .text)
    let played = try play(.keys("Tab x"), ["0.didEndEditing(committed)": [.focus(2)]], on: form)
    #expect(played.texts == ["", "", "x"])
    #expect(played.terminal.beeps == 0)
    #expect(!played.calls.joined().contains("1.didBeginEditing"))
  }

  @Test func `E3 a delegate that always takes the focus back loops not, and Esc gets out`() throws {
    let form = form(.name, .email)
    let back = ["0.didEndEditing(committed)": [RecordingDelegate.Wish.focus(0)]]
    let played = try play(.keys("Tab x"), back, on: form)
    #expect(played.texts == ["X", ""])
    #expect(played.terminal.beeps == 1)
    let cancelled = try play([.escape], ["0.didEndEditing(cancelled)": [.focus(0)]], on: form)
    #expect(cancelled.ending == .cancelled && !cancelled.terminal.isOver)
  }

  @Test func `E3 fields that pass the focus to each other come to rest`() throws {
    let form = form(.name, .email)
    let played = try play(
      .keys("Tab x"),
      [
        "0.didBeginEditing": [.focus(1)], "1.didBeginEditing": [.focus(0)],
        "0.editingDidEnd": [.focus(0)], "1.editingDidEnd": [.focus(1)],
      ], on: form)
    #expect(played.texts.count { !$0.isEmpty } == 1)
    #expect(played.calls.joined().filter { $0 == "wish" }.count < 20)
  }

  @Test func `E3 the program sets a text that is no secret, and no other`() throws {
    let form = form(.name, .text, .password)
    let set = try play(.typing("a"), ["0.editingChanged": [.text("made of Adé", 1)]], on: form)
    #expect(set.texts == ["A", "made of Adé", ""])
    #expect(set.lastCalls.suffix(3) == ["0.editingChanged", "wish", "granted"])
    for wish in [
      RecordingDelegate.Wish.text("x", 2), .text("a\nb", 1), .text(String(repeating: "x", count: 5000), 1),
    ] {
      let refused = try play(.typing("a"), ["0.editingChanged": [wish]], on: form)
      #expect(refused.lastCalls.last == "not granted")
      #expect(refused.texts == ["A", "", ""])
    }
  }

  @Test(arguments: [
    (FormField.Kind.choice, ["gone"], "b"), (.yesno, ["Yes", "maybe"], "yes"),
    (.number, ["many", "007", "100"], "99"), (.date, ["31.12.2030", "2030-02-30", "2030-1"], "2030-12-31"),
    (.text, ["a\tb", "a\u{7}b"], "a b"),
  ])
  func `E3 a text that a field cannot start with is not set, whatever its kind`(
    _ kind: FormField.Kind, wrong: [String], right: String
  ) throws {
    var fields = [FormField.Configuration(.name), FormField.Configuration(kind)]
    if kind == .choice { fields[1].take(.choice(Choices(["a", "b"])), .english) }
    if kind == .number { fields[1].take(.number(0...99), .english) }
    let form = FormDescription.custom(fields: fields).makeForm()
    for text in wrong {
      let refused = try play(.typing("a"), ["0.editingChanged": [.text(right, 1), .text(text, 1)]], on: form)
      #expect(refused.lastCalls.last == "not granted" && refused.texts == ["A", right], "\(text)")
    }
    let empty = try play(.typing("a"), ["0.editingChanged": [.text(right, 1), .text("", 1)]], on: form)
    #expect(empty.lastCalls.last == "granted" && empty.texts == ["A", ""])
  }

  @Test func `E4 for a text that the program sets nothing is asked and nothing told`() throws {
    let form = form(.name, .email)
    let played = try play(.typing("a"), ["0.editingChanged": [.text("Ben", 0)]], on: form)
    #expect(
      played.lastCalls == [
        "0.shouldChange 0..<0 \"A\"", "0.didChangeSelection", "0.editingChanged", "wish", "granted",
      ])
    #expect(played.texts[0] == "Ben")
  }

  @Test func `E3 a text that the program sets is validated as one that was typed`() throws {
    let form = form(.name, .email)
    var script: [Step] = .keys("a Tab*2")
    let right = try play(script, ["0.editingChanged": [.text("ada@example.org", 1)]], on: form)
    #expect(!right.frame.texts(in: .focusedButton).isEmpty)
    script += [.enter]
    #expect(
      try play(script, ["0.editingChanged": [.text("ada@example.org", 1)]], on: form).ending != .cancelled)
  }

  @Test func `E3 a disabled field is passed over, and one that has the focus loses it`() throws {
    let form = form(.name, .email, .text)
    let passed = try play(.keys("Tab x"), ["0.didEndEditing(committed)": [.enabled(false, 1)]], on: form)
    #expect(passed.texts == ["", "", "x"])
    let again = try play(
      .keys("Tab*2 x"),
      [
        "0.didBeginEditing": [.enabled(false, 1)],
        "2.didEndEditing(committed)": [.enabled(true, 1), .focus(1)],
      ],
      on: form)
    #expect(again.texts == ["", "x", ""])
    let lost = try play(.typing("ab"), ["0.editingChanged": [.enabled(false, 0)]], on: form)
    #expect(lost.texts[0] == "A" && lost.frame.cursor == nil)
    #expect(lost.calls[1].suffix(4) == ["wish", "0.editingDidEnd", "0.didEndEditing(committed)", "granted"])
  }

  @Test func `E3 the key line follows what the program disables`() throws {
    let form = form(.password, .text)
    let played = try play(.typing("a"), ["0.editingChanged": [.enabled(false, 1)]], on: form)
    #expect(played.shows("Enter accept"))
  }

  @Test func `E3 the error of a lost character stays whatever the program sets, except in a disabled field`()
    throws
  {
    let lost: [Step] = .typing("ab") + [.event(.refused(.notText)), .tab]
    let end = "0.didEndEditing(committed)"
    for message in [nil, "Taken."] {
      let played = try play(lost, [end: [.error(message, 0)]], on: form(.text, .text))
      #expect(played.frame.errors == ["Not taken: not a character of this terminal's encoding"])
    }
    for wishes: [RecordingDelegate.Wish] in [[.enabled(false, 0)], [.enabled(false, 0), .enabled(true, 0)]] {
      let played = try play(lost, [end: wishes], on: form(.text, .text))
      #expect(played.frame.errors == [])
    }
  }

  @Test func `E3 an error that the program sets keeps the form open until the text changes`() throws {
    let form = form(.text)
    let error = ["0.didEndEditing(committed)": [RecordingDelegate.Wish.error("This one is taken.", 0)]]
    let refused = try play(.keys("ab Enter"), error, on: form)
    #expect(refused.frame.errors == ["This one is taken."])
    #expect(refused.ending == .cancelled && refused.terminal.isOver)
    #expect(try play(.keys("ab Enter c"), error, on: form).frame.errors == [])
    let taken = try play(
      .keys("ab Enter"), ["0.didEndEditing(committed)": [.error("Taken.", 0), .error(nil, 0)]],
      on: form)
    #expect(taken.ending != .cancelled)
  }

  @Test func `J2 a delegate that is asked about a change of a secret reads the text before the change`()
    throws
  {
    let delegate = RecordingDelegate()
    _ = try perform(.keys("ab Backspace"), on: form(.password), delegate: delegate)
    let asked = delegate.readings.filter { $0.call.hasPrefix("0.shouldChange") }
    #expect(asked.map(\.text) == ["", "a", "ab"])
  }

  @Test func `J2 a text that the program sets is asked about as one that was typed`() throws {
    var configuration = FormField.Configuration(.text)
    configuration.validator = FieldValidator(.now { $0 == "bob" ? .invalid("bob is taken") : .valid })
    let form = FormDescription.custom(fields: [FormField.Configuration(.name), configuration]).makeForm()
    let wishes = { ["0.editingChanged": [RecordingDelegate.Wish.text($0, 1)]] }
    let script: [Step] = .keys("a Enter*2")
    let refused = try play(script, wishes("bob"), on: form)
    #expect(refused.frame.errors == ["bob is taken"] && refused.ending == .cancelled)
    #expect(try play(script, wishes("ann"), on: form).ending == .accepted("A", .weak))
  }

  @Test func `J2 an error that the program sets stands whatever a validator says, until the text changes`()
    throws
  {
    var configuration = FormField.Configuration(.text)
    configuration.validator = FieldValidator(.now { _ in .valid })
    let form = FormDescription.custom(fields: [configuration]).makeForm()
    let wishes = ["0.didEndEditing(committed)": [RecordingDelegate.Wish.error("Not today.", 0)]]
    let played = try play(.keys("ann Enter"), wishes, on: form)
    #expect(played.frame.errors == ["Not today."] && played.ending == .cancelled)
    let waited = try play(.typing("ann") + [.enter, .wait(milliseconds: 2000)], wishes, on: form)
    #expect(waited.frame.errors == ["Not today."])
    let changed = try play(.keys("ann Enter a"), wishes, on: form)
    #expect(changed.frame.errors == [])
  }

  @Test func `J2 a field that is disabled while it has the focus gives it up, and keys go nowhere`() throws {
    let form = form(.name, .text)
    let played = try play(.keys("ab Tab c"), ["0.editingChanged": [.enabled(false, 0)]], on: form)
    #expect(played.texts == ["A", "c"])
    #expect(played.terminal.beeps == 1)
  }

  @Test(arguments: FormField.Kind.allCases)
  func `J2 a field that is disabled need not be filled in, and its text is answered as it stands`(
    kind: FormField.Kind
  ) throws {
    var fields = [FormField.Kind.text, kind].map { FormField.Configuration($0) }
    fields[1].name = "second"
    for text in kind == .password || kind == .newPassword ? [""] : ["", "x y"] {
      (fields[1].isEnabled, fields[1].isValidated, fields[1].text) = (false, true, text)
      fields[1].isConfirmed = false
      let form = FormDescription.custom(fields: fields).makeForm()
      let screen = try FormScreen(form, appearance: .plain)
      #expect(screen.form.state.canSubmit == false)
      let played = try perform(.keys("ab Enter"), on: form)
      #expect(played.ending != .cancelled && played.texts == ["ab", text], "\(played.frame.errors)")
    }
  }

  @Test func `J2 what is disabled as the form runs need not be right any more, until it is enabled again`()
    throws
  {
    let form = form(.text, .email, .text)
    let left = "1.didEndEditing(committed)"
    var script: [Step] = .keys("ab Enter") + .typing("no address") + [.enter]
    let disabled = try play(script + .keys("c Enter"), [left: [.enabled(false, 1)]], on: form)
    #expect(disabled.ending != .cancelled && disabled.texts == ["ab", "noaddress", "c"])
    script += .typing("c")
    let wishes = [left: [RecordingDelegate.Wish.enabled(false, 1)], "2.editingChanged": [.enabled(true, 1)]]
    let again = try play(script + [.enter], wishes, on: form)
    #expect(again.ending == .cancelled && again.frame.errors == ["Invalid email address."])
    let late = try play(.keys("ab Tab*2 Enter c"), ["1.editingChanged": [.enabled(false, 2)]], on: form)
    #expect(late.frame.errors == [])
  }

  @Test func `J2 neither a confirmation that is disabled nor that of a disabled field is asked for`() throws {
    let password = "vKq7#mWz2!Lp9xRt4"
    let form = form(.text, .newPassword)
    let first = "0.didEndEditing(committed)"
    let typed: [Step] = .keys("ab Enter")
    let alone = try play(typed + .typing(password) + [.enter], [first: [.enabled(false, 2)]], on: form)
    #expect(alone.ending == .accepted(password, .medium))
    for confirmation in ["", "x"] {
      let none = try play(typed + .typing(confirmation) + [.enter], [first: [.enabled(false, 1)]], on: form)
      #expect(none.ending == .accepted("", .weak), "\(none.frame.errors)")
    }
  }

  @Test func `E3 where all fields that are wrong refuse the focus, it stays where the person pressed Enter`()
    throws
  {
    let error = ["0.editingChanged": [RecordingDelegate.Wish.text("x", 1), .error("Not today.", 1)]]
    let form = form(.text, .text)
    for (keys, text) in [([Step.enter], "ab"), ([.tab, .enter], "a")] {
      let played = try play(
        .typing("a") + keys + .typing("b"), error, on: form, refusing: ["1.shouldBeginEditing"])
      #expect(played.frame.errors == ["Not today."] && played.ending == .cancelled)
      #expect(played.texts[0] == text)
      #expect(played.frame.texts(in: .focusedButton).isEmpty == (keys.count == 1))
    }
  }

  @Test func `E3 an error at a field that is disabled keeps nobody from submitting the form`() throws {
    let error = ["0.editingChanged": [RecordingDelegate.Wish.error("Not today.", 1), .enabled(false, 1)]]
    let played = try play(.typing("a") + [.enter], error, on: form(.text, .text))
    #expect(played.ending != .cancelled)
  }

  @Test func `J2 strength and text of a new password can be read in questions too`() throws {
    let delegate = RecordingDelegate()
    let password = "vKq7#mWz2!Lp9xRt4"
    _ = try perform(.typing(password) + [.tab], delegate: delegate)
    let asked = delegate.readings.filter { $0.call == "0.shouldEndEditing" }
    #expect(asked.map(\.text) == [password] && asked.map(\.strength) == [.medium])
  }

  @Test func `E3 before the form runs a field can be given a text, an error and the focus, and be disabled`()
    throws
  {
    var fields = [FormField.Kind.name, .email, .text].map { FormField.Configuration($0) }
    fields[0].text = "Ada"
    fields[0].error = "Another name, please."
    fields[1].isEnabled = false
    var description = FormDescription.custom(fields: fields)
    description.firstField = 1
    let played = try perform(.typing("x"), on: description.makeForm())
    #expect(played.texts == ["Ada", "", "x"])
    #expect(played.frame.errors == ["Another name, please."])
  }

  @Test
  func `E3 whatever a delegate asks for and the person does, one field at most has the focus, and calls end`()
    throws
  {
    let delegate = CapriciousDelegate()
    var events = ArbitraryEvents(random: SeededGenerator())
    for _ in 0..<100 {
      let form = form(.name, .email, .password, .newPassword)
      var terminal = KeepingTerminal(size: Size(columns: 80, rows: 40), fieldCount: form.placeCount)
      var screen = try FormScreen(form, appearance: .plain, delegate: delegate)
      screen.start(on: &terminal)
      for _ in 0..<50 where screen.form.ending == nil {
        screen.play(events.next(for: &terminal, before: screen.deadline), on: &terminal)
        #expect(screen.form.state.fields.count { $0.isFirstResponder } <= 1)
        screen.paint(on: &terminal)
      }
    }
    #expect(delegate.deepest > 1 && delegate.deepest < 10)
  }
}

/// A delegate that asks the form for anything in every call that tells something, even inside its own requests.
private final class CapriciousDelegate: TextFieldDelegate {
  private var random = SeededGenerator()
  private var depth = 0
  /// The most calls under way at one time.
  private(set) var deepest = 0

  private func ask(_ form: inout RunningForm) {
    depth += 1
    deepest = max(deepest, depth)
    defer { depth -= 1 }
    let tag = Int.random(in: form.base.fields.indices, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      let hasFocus = form.base.becomeFirstResponder(tag)
      #expect(hasFocus == form.base.fields[tag].isFirstResponder)
    case 1:
      let force = Bool.random(using: &random)
      let hasEnded = form.base.endEditing(force: force)
      #expect(hasEnded == form.base.fields.allSatisfy { !$0.isFirstResponder })
    case 2:
      let isSet = form.base.setText("é \(depth)", of: tag)
      #expect(isSet == !form.base.fields[tag].configuration.isSecure)
      if isSet { #expect(form.base.text(of: tag) == "é \(depth)") }
    case 3: form.base.setEnabled(Bool.random(using: &random), of: tag)
    case 4: form.base.setErrorMessage(Bool.random(using: &random) ? "No." : nil, of: tag)
    default: break
    }
  }

  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) { ask(&form) }
  func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) { ask(&form) }
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    ask(&form)
  }
  func textField(_ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm)
  {
    ask(&form)
  }
}
