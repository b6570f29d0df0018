import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import Watchword

/// The table of the text-field life cycle, row by row, on the screen and in line mode: the same calls in the same order
/// with the same texts. Clearing a field by a key or the mouse is left out, because line mode has neither.
@Suite struct LifeCycleTableTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is typed as lines.
    var lines = ["ada", "ada@example.org", "Abcdef1!"]
    /// What is typed on the screen; `nil` for a paste and Return for each line.
    var steps: [Step]?
    var kinds: [FormField.Kind] = [.text, .email, .newPassword]
    var configure: @Sendable (inout [FormField.Configuration]) -> Void = { _ in }
    var refusals: Set<String> = []
    var reasons: [String: (reason: String?, text: String?)] = [:]
    var moves: [String: Int] = [:]
    var wishes: [String: [RecordingDelegate.Wish]] = [:]
    /// The title of the form's second button.
    var secondaryTitle: String?
    /// What the verdict says about the fields, the first time.
    var refused: [String: String]?
    /// The calls that must come in a row somewhere, and those that must not come.
    var calls: [String] = []
    var missing: [String] = []
    /// The field that line mode asks for once more, before Return in the last one: nobody has seen it there.
    var missed: Int?
    /// What the screen shows, and what line mode says.
    var shown: String?
    /// Whether ``calls`` has each valueChanged of field 0; if not, it has none.
    var isOfValues: Bool { calls.contains("0.valueChanged") || missing.contains("0.valueChanged") }

    /// The row with a first field of this kind, which takes only `texts`.
    func with(_ kind: FormField.Kind, _ texts: [String]) -> Row {
      var row = self
      @Sendable func replaced(_ text: String) -> String {
        zip(["ada", "ADA", "old", "nobody", "x"], texts).first { $0.0 == text }?.1 ?? text
      }
      row.kinds[0] = kind
      row.lines = lines.map(replaced)
      row.steps = steps?.map { step in
        if case .paste(let text) = step { .paste(replaced(text)) } else { step }
      }
      row.calls = calls.map { call in
        call.split(separator: "\"", omittingEmptySubsequences: false).map { replaced(String($0)) }
          .joined(separator: "\"")
      }
      row.reasons = reasons.mapValues { ($0.reason, $0.text.map(replaced)) }
      row.wishes = wishes.mapValues { wishes in
        wishes.map { if case .text(let text, let field) = $0 { .text(replaced(text), field) } else { $0 } }
      }
      row.configure = { [configure] fields in
        configure(&fields)
        for index in fields.indices { fields[index].text = replaced(fields[index].text) }
      }
      return row
    }

    init(_ name: String, _ set: (inout Row) -> Void) {
      testDescription = name
      set(&self)
    }
  }

  private static let begun = ["0.shouldBeginEditing", "0.editingDidBegin", "0.didBeginEditing"]
  private static let returned = ["0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered"]
  private static let ended = ["0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)"]
  private static let lastEnded = [
    "2.shouldReturn", "2.editingDidEndOnExit", "2.primaryActionTriggered", "2.shouldEndEditing",
    "2.editingDidEnd", "2.didEndEditing(committed)", "2.valueChanged",
  ]
  private static let changed = ["0.shouldChange 0..<0 \"ada\"", "0.didChangeSelection", "0.editingChanged"]

  private static let focusRows = [
    Row("a field becomes first responder when none was") { ($0.lines, $0.calls) = ([], begun) },
    Row("the same, and it is cleared") {
      $0.lines = []
      $0.configure = { ($0[0].text, $0[0].clearsOnBeginEditing) = ("old", true) }
      $0.calls = ["0.shouldBeginEditing", "0.shouldClear", "0.editingDidBegin", "0.didBeginEditing"]
    },
    Row("the same, and clearing is refused") {
      ($0.lines, $0.refusals) = ([""], ["0.shouldClear"])
      $0.configure = { ($0[0].text, $0[0].clearsOnBeginEditing) = ("old", true) }
      $0.calls = ["0.didBeginEditing"] + returned
    },
    Row("the first field refuses") {
      ($0.lines, $0.refusals) = (["ada@example.org"], ["0.shouldBeginEditing"])
      $0.calls = ["0.shouldBeginEditing", "1.shouldBeginEditing", "1.editingDidBegin", "1.didBeginEditing"]
    },
    Row("the focus moves") {
      $0.lines = ["ada"]
      $0.calls = returned + LifeCycleTests.move
    },
    Row("the next field refuses") {
      ($0.lines, $0.refusals) = (["ada"], ["1.shouldBeginEditing"])
      $0.calls = ["1.shouldBeginEditing", "2.shouldBeginEditing"] + ended
    },
    Row("the next field refuses with a reason") {
      ($0.lines, $0.reasons) = (["ada"], ["1.shouldBeginEditing": ("Not this one", nil)])
      $0.calls = ["1.shouldBeginEditing", "2.shouldBeginEditing"] + ended
      $0.shown = "Not this one"
    },
    Row("all next fields refuse") {
      ($0.lines, $0.refusals) = (["ada"], ["1.shouldBeginEditing", "2.shouldBeginEditing"])
      $0.missing = ["0.shouldEndEditing"]
    },
    Row("the field that ends refuses") {
      ($0.lines, $0.refusals) = (["ada"], ["0.shouldEndEditing"])
      ($0.calls, $0.missing) = (["1.shouldBeginEditing", "0.shouldEndEditing"], ["1.editingDidBegin"])
    },
    Row("the field that ends refuses with a reason and a text") {
      ($0.lines, $0.reasons) = (["ada"], ["0.shouldEndEditing": ("Say who", "nobody")])
      ($0.calls, $0.missing) = (["1.shouldBeginEditing", "0.shouldEndEditing"], ["1.editingDidBegin"])
      $0.shown = "Say who"
    },
    Row("a field is disabled") {
      $0.lines = ["ada", "Abcdef1!"]
      $0.configure = { $0[1].isEnabled = false }
      ($0.calls, $0.missing) = (lastEnded + ["shouldSubmit", "didSubmit"], ["1.shouldBeginEditing"])
    },
    Row("the program ends the editing") {
      ($0.lines, $0.steps) = (["ada"], [.paste("ada"), .tab, .enter])
      $0.wishes = ["0.editingChanged": [.end(force: false)]]
      $0.calls = ["wish"] + ended + ["granted"]
    },
    Row("the program ends the editing, and the field refuses") {
      ($0.lines, $0.refusals) = (["ada"], ["0.shouldEndEditing"])
      $0.wishes = ["0.editingChanged": [.end(force: false)]]
      $0.calls = ["wish", "0.shouldEndEditing", "not granted"]
    },
    Row("the program forces the end") {
      ($0.lines, $0.refusals) = (["ada"], ["0.shouldEndEditing"])
      ($0.steps, $0.wishes) = ([.paste("ada"), .tab, .enter], ["0.editingChanged": [.end(force: true)]])
      $0.calls = ["wish", "0.editingDidEnd", "0.didEndEditing(committed)", "granted"]
    },
    Row("the program moves the focus when the field is full") {
      $0.wishes = ["0.editingChanged": [.focus(1)]]
      $0.steps = [.paste("ada"), .paste("ada@example.org"), .enter, .paste("Abcdef1!"), .enter]
      $0.calls = ["wish"] + LifeCycleTests.move + ["granted", "1.shouldChange 0..<0 \"ada@example.org\""]
    },
    Row("the program moves the focus at Return") {
      ($0.lines, $0.wishes) = (["ada"], ["0.editingDidEndOnExit": [.focus(2)]])
      $0.calls = ["2.shouldBeginEditing"] + ended
    },
    Row("the form is cancelled, whatever the field says") {
      ($0.lines, $0.refusals) = ([], ["0.shouldEndEditing"])
      $0.calls = ["0.didBeginEditing", "0.editingDidEnd", "0.didEndEditing(cancelled)"]
    },
    Row("the field with the focus is hidden") {
      ($0.lines, $0.wishes) = (["ada"], ["0.editingChanged": [.hidden(true, 0)]])
      ($0.steps, $0.refusals) = ([.paste("ada"), .tab], ["0.shouldEndEditing"])
      $0.calls = ["wish", "0.editingDidEnd", "0.didEndEditing(committed)", "granted"]
    },
    Row("the field with the focus is disabled") {
      ($0.lines, $0.wishes) = (["ada"], ["0.editingChanged": [.enabled(false, 0)]])
      ($0.steps, $0.refusals) = ([.paste("ada"), .tab], ["0.shouldEndEditing"])
      $0.calls = ["wish", "0.editingDidEnd", "0.didEndEditing(committed)", "granted"]
    },
    Row("the next field is disabled meanwhile") {
      ($0.lines, $0.wishes) = (["ada", "Abcdef1!"], ["0.editingChanged": [.enabled(false, 1)]])
      $0.missing = ["1.shouldBeginEditing"]
    },
    Row("the next field is hidden meanwhile") {
      ($0.lines, $0.wishes) = (["ada", "Abcdef1!"], ["0.editingChanged": [.hidden(true, 1)]])
      $0.missing = ["1.shouldBeginEditing"]
    },
    Row("a hidden field is shown") {
      $0.configure = { $0[1].visibility = .hidden }
      $0.wishes = ["0.editingChanged": [.hidden(false, 1)]]
      $0.calls = LifeCycleTests.move
    },
  ]

  private static let textRows = [
    Row("the text changes") { ($0.lines, $0.calls) = (["ada"], changed + returned) },
    Row("the text changes as a whole") {
      ($0.kinds, $0.lines) = ([.email, .text], ["nobody", "ada@example.org"])
      $0.configure = { $0[0].clearsOnInsertion = true }
      $0.calls = ["0.shouldChange 0..<6 \"ada@example.org\"", "0.didChangeSelection", "0.editingChanged"]
    },
    Row("a change is refused") {
      ($0.lines, $0.steps, $0.refusals) = (["ada"], [.paste("ada")], ["0.shouldChange"])
      ($0.calls, $0.missing) = ([changed[0]], ["0.didChangeSelection", "0.editingChanged", "0.shouldReturn"])
    },
    Row("a change is refused with a reason") {
      ($0.lines, $0.steps, $0.reasons) = (["ada"], [.paste("ada")], ["0.shouldChange": ("No Ada", nil)])
      ($0.missing, $0.shown) = (["0.didChangeSelection", "0.editingChanged", "0.shouldReturn"], "No Ada")
    },
    Row("a change is refused, and another text set") {
      ($0.lines, $0.reasons) = (["ada"], ["0.shouldChange": (nil, "ADA")])
      ($0.calls, $0.missing) = ([changed[0]] + returned, ["0.editingChanged"])
    },
    Row("a change is refused with a reason, and another text set") {
      ($0.lines, $0.steps, $0.reasons) = (["ada"], [.paste("ada")], ["0.shouldChange": ("Louder", "ADA")])
      ($0.missing, $0.shown) = (["0.editingChanged", "0.shouldReturn"], "Louder")
    },
    Row("the program sets the text") {
      ($0.lines, $0.wishes) = ([""], ["0.didBeginEditing": [.text("x", 0)]])
      $0.calls = ["0.didBeginEditing", "wish", "granted"] + returned
    },
    Row("the program sets the text of the next field") {
      ($0.lines, $0.wishes) = (["ada", "", "Abcdef1!"], ["0.editingChanged": [.text("x@example.org", 1)]])
      ($0.calls, $0.missing) = (["wish", "granted"] + returned, ["1.editingChanged"])
    },
    Row("Return is refused") {
      ($0.lines, $0.refusals) = (["ada"], ["0.shouldReturn"])
      ($0.calls, $0.missing) = (changed + ["0.shouldReturn"], ["0.editingDidEndOnExit"])
    },
    Row("Return is refused with a reason and a text") {
      ($0.lines, $0.reasons) = (["ada"], ["0.shouldReturn": ("Not yet", "nobody")])
      ($0.missing, $0.shown) = (["0.editingDidEndOnExit"], "Not yet")
    },
    Row("Return says where the focus goes") {
      ($0.lines, $0.moves) = (["ada"], ["0.shouldReturn": 2])
      $0.calls = returned + ["2.shouldBeginEditing"] + ended + ["2.editingDidBegin", "2.didBeginEditing"]
    },
    Row("Return is refused, and says where the focus goes") {
      ($0.lines, $0.moves, $0.refusals) = (["ada"], ["0.shouldReturn": 2], ["0.shouldReturn"])
      $0.calls =
        ["0.shouldReturn", "2.shouldBeginEditing"] + ended + ["2.editingDidBegin", "2.didBeginEditing"]
    },
    Row("Return in a new password that is right") {
      ($0.kinds, $0.lines) = ([.newPassword, .text], ["Abcdef1!"])
      $0.calls =
        returned + ["1.shouldBeginEditing"] + ended
        + ["0.valueChanged", "1.editingDidBegin", "1.didBeginEditing"]
    },
    Row("Return in a field in error") {
      ($0.kinds, $0.lines) = ([.email, .text], ["nobody"])
      $0.calls = returned + ["1.shouldBeginEditing"] + ended + begun
      $0.shown = "Invalid email address"
    },
    Row("Return in an empty field") {
      $0.lines = [""]
      $0.calls = returned + LifeCycleTests.move
    },
    Row("an error is set when editing begins") {
      ($0.lines, $0.wishes) = (["ada"], ["0.didBeginEditing": [.error("Not today.", 0)]])
      $0.shown = "Not today."
    },
  ]

  private static let formRows = [
    Row("Return in the last field, and all is right") {
      $0.calls = lastEnded + ["shouldSubmit", "didSubmit"]
    },
    Row("the second button is pressed in a field that is wrong") {
      ($0.secondaryTitle, $0.lines) = ("Back", ["ada", "Back", ""])
      $0.steps = [.paste("ada"), .enter, .key(Key.secondaryButton)]
      $0.calls = LifeCycleTests.move + ["1.editingDidEnd", "1.didEndEditing(cancelled)"]
      $0.missing = ["1.shouldEndEditing", "1.didEndEditing(committed)", "shouldSubmit", "didSubmit"]
    },
    Row("the form may not be submitted, twice") {
      ($0.lines, $0.refusals) = ($0.lines + [""], ["shouldSubmit"])
      ($0.calls, $0.missing) = (lastEnded + ["shouldSubmit", "shouldSubmit"], ["didSubmit"])
      $0.shown = "This was not accepted."
    },
    Row("the form may not be submitted, for a reason") {
      $0.reasons = ["shouldSubmit": ("Not on Sundays", nil)]
      ($0.missing, $0.shown) = (["didSubmit"], "Not on Sundays")
    },
    Row("the verdict refuses") {
      $0.refused = ["email": "This address is taken."]
      $0.calls =
        lastEnded + ["shouldSubmit", "1.shouldBeginEditing", "1.editingDidBegin", "1.didBeginEditing"]
      ($0.missing, $0.shown) = (["didSubmit"], "This address is taken.")
    },
    Row("the verdict refuses, and accepts what is typed then") {
      ($0.refused, $0.lines) = (["password": "Used before."], $0.lines + ["Abcdef2!"])
      $0.configure = { $0[2].clearsOnInsertion = true }
      $0.calls = lastEnded + ["shouldSubmit", "didSubmit"]
    },
    Row("another field is wrong") {
      $0.wishes = ["2.editingChanged": [.error("Not today.", 0)]]
      ($0.calls, $0.missing, $0.shown) = (lastEnded + begun, ["shouldSubmit"], "Not today.")
    },
    Row("another field is wrong, and refuses") {
      ($0.lines, $0.missed) = (["ada@example.org", "Abcdef1!"], 0)
      $0.refusals = ["0.shouldBeginEditing"]
      ($0.calls, $0.missing) = (lastEnded + ["0.shouldBeginEditing"], ["shouldSubmit"])
    },
    Row("two fields are wrong, and the first refuses") {
      ($0.lines, $0.refusals) = (["ada@example.org", "Abcdef1!"], ["0.shouldBeginEditing"])
      ($0.missed, $0.wishes) = (0, ["2.editingChanged": [.error("Not today.", 1)]])
      $0.calls = lastEnded + ["0.shouldBeginEditing", "1.shouldBeginEditing", "1.editingDidBegin"]
    },
  ]

  /// A row of the rows below: what is entered into a field of this kind, and what it sends.
  private static func valued(
    _ name: String, _ kind: FormField.Kind, _ lines: [String], at start: String = "",
    _ set: (inout Row) -> Void
  ) -> Row {
    Row(name) {
      ($0.kinds, $0.lines) = ([kind, .text], lines)
      $0.configure = { $0[0].text = start }
      set(&$0)
    }
  }

  private static func choiceRows(_ kind: FormField.Kind, _ one: String, _ other: String) -> [Row] {
    [
      valued("a value is chosen", kind, [one]) {
        $0.calls = ["0.didChangeSelection", "0.editingChanged", "0.valueChanged", "0.shouldReturn"]
      },
      valued("another value is chosen", kind, [other], at: one) {
        $0.calls = ["0.editingChanged", "0.valueChanged", "0.shouldReturn"]
      },
      valued("the same value is chosen", kind, [one], at: one) { $0.missing = ["0.valueChanged"] },
      valued("the choice is refused", kind, [one]) {
        ($0.steps, $0.refusals, $0.missing) = ([.paste(one)], ["0.shouldChange"], ["0.valueChanged"])
      },
      valued("the program chooses instead", kind, [one]) {
        ($0.reasons, $0.missing) = (["0.shouldChange": (nil, other)], ["0.valueChanged"])
      },
      valued("the program chooses another value when one is chosen", kind, [one]) {
        $0.wishes = ["0.editingChanged": [.text(other, 0)]]
        $0.calls = ["0.editingChanged", "wish", "granted", "0.valueChanged", "0.shouldReturn"]
      },
    ]
  }

  private static func entryRows(
    _ kind: FormField.Kind, _ one: String, _ other: String, wrong: String
  ) -> [Row] {
    [
      valued("a value is entered", kind, [one]) {
        $0.calls = ["0.editingDidEnd", "0.didEndEditing(committed)", "0.valueChanged", "1.editingDidBegin"]
      },
      valued("another value is entered", kind, [other], at: one) {
        $0.configure = { ($0[0].text, $0[0].clearsOnBeginEditing) = (one, true) }
        $0.calls = ["0.didEndEditing(committed)", "0.valueChanged", "1.editingDidBegin"]
      },
      valued("the value stays", kind, [""], at: one) { $0.missing = ["0.valueChanged"] },
      valued("no value is entered", kind, [wrong]) {
        ($0.calls, $0.missing) = (["0.didEndEditing(committed)"], ["0.valueChanged"])
      },
      valued("a value is entered, and the form is cancelled", kind, [one]) {
        $0.refusals = ["0.shouldEndEditing"]
        ($0.calls, $0.missing) = (["0.didEndEditing(cancelled)"], ["0.valueChanged"])
      },
      valued("the program sets the value", kind, [""]) {
        $0.wishes = ["0.didBeginEditing": [.text(one, 0)]]
        ($0.calls, $0.missing) = (["0.didEndEditing(committed)"], ["0.valueChanged"])
      },
      valued("the program corrects the value that is entered", kind, [one]) {
        $0.wishes = ["0.editingChanged": [.text(other, 0)]]
        $0.calls = ["0.didEndEditing(committed)", "0.valueChanged"]
      },
      valued("the program sets another value at the end of editing", kind, [wrong]) {
        $0.wishes = ["0.didEndEditing(committed)": [.text(one, 0)]]
        $0.missing = ["0.valueChanged"]
      },
      valued("the field is hidden once a value is entered", kind, [one]) {
        ($0.steps, $0.wishes) = ([.paste(one), .tab], ["0.editingChanged": [.hidden(true, 0)]])
        $0.calls = ["wish", "0.editingDidEnd", "0.didEndEditing(committed)", "0.valueChanged", "granted"]
      },
      valued("the field is disabled once a value is entered", kind, [one]) {
        ($0.steps, $0.wishes) = ([.paste(one), .tab], ["0.editingChanged": [.enabled(false, 0)]])
        $0.calls = ["wish", "0.editingDidEnd", "0.didEndEditing(committed)", "0.valueChanged", "granted"]
      },
      valued("the field is hidden once no value is entered", kind, [wrong]) {
        ($0.steps, $0.wishes) = ([.paste(wrong), .tab], ["0.editingChanged": [.hidden(true, 0)]])
        $0.configure = { $0[0].isOptional = true }
        ($0.calls, $0.missing) = (["wish", "0.editingDidEnd"], ["0.valueChanged"])
      },
      valued("the program ends the editing of a value", kind, [one]) {
        ($0.steps, $0.wishes) = ([.paste(one), .tab, .enter], ["0.editingChanged": [.end(force: true)]])
        $0.calls = ["0.didEndEditing(committed)", "0.valueChanged", "granted"]
      },
    ]
  }

  private static let valueRows =
    choiceRows(.choice, "ada", "old") + choiceRows(.yesno, "yes", "no")
    + entryRows(.number, "1", "22", wrong: "007")
    + entryRows(.date, "2026-11-28", "2026-11-29", wrong: "2026-11-31")

  @Test(arguments: valueRows)
  func `B9 E1 I1 choice and toggle send valueChanged at each change, number and date at the end of editing`(
    _ row: Row
  ) throws {
    try play(row)
  }

  @Test(arguments: focusRows + textRows + formRows)
  func `E1 E2 I1 line by line the same is asked and told as on the screen`(_ row: Row) throws {
    try play(row)
  }

  /// What each kind of field takes in place of the texts of the table.
  private static let inputs: [FormField.Kind: [String]] = [
    .choice: ["ada", "ADA", "old", "nobody", "x"], .yesno: ["yes", "no", "no", "no", "no"],
    .number: ["1", "22", "333", "4", "5"],
    .date: ["2026-11-28", "2026-11-29", "2024-02-29", "2026-12-01", "2026-12-02"],
  ]

  @Test(
    arguments: (focusRows + textRows + formRows).filter { $0.kinds[0] == .text },
    inputs.keys.sorted { $0.rawValue < $1.rawValue })
  func `D6 E1 E2 I1 a field that takes only some texts has the life cycle of any text`(
    _ row: Row, _ kind: FormField.Kind
  ) throws { try play(row.with(kind, Self.inputs[kind] ?? [])) }

  private func play(_ row: Row) throws {
    var fields = row.kinds.map { kind in
      var field = FormField.Configuration(kind, name: kind == .newPassword ? "password" : "\(kind)")
      if kind == .choice { field.take(.choice(Choices(Self.inputs[.choice] ?? [])), .english) }
      field.isConfirmed = false
      return field
    }
    row.configure(&fields)
    var description = FormDescription.custom(fields: fields)
    (description.policy, description.isAnimated) = (.account(minimumLevel: .weak), false)
    description.secondaryTitle = row.secondaryTitle
    let form = description.makeForm()
    let delegates = (0..<2).map { _ in
      let delegate = RecordingDelegate(refusing: row.refusals)
      (delegate.reasons, delegate.moves, delegate.wishes) = (row.reasons, row.moves, row.wishes)
      return delegate
    }
    let verdicts = row.refused.map { refused in
      (0..<2).map { _ in FormVerifierTests.Scripted(.refused(fields: refused), .accepted) }
    }
    let check: [Step] = verdicts == nil ? [] : [.tickWhileShown("Checking…")]
    let steps =
      row.steps
      ?? row.lines.flatMap { line -> [Step] in (line.isEmpty ? [] : [.paste(line)]) + [.enter] + check }
    var screen = ScriptedTerminal(steps, fieldCount: form.placeCount)
    try run(form, on: &screen, verdict: verdicts?[0], delegate: delegates[0])
    let session = try Session(form, verdict: verdicts?[1], delegate: delegates[1])
    let script: [Step] = row.lines.map { .line($0) } + (verdicts == nil ? [] : [.wait(.seconds(1))])
    var dialogue = Dialogue(session, on: ScriptedTerminal(script, fieldCount: 0))
    _ = try? dialogue.run()
    let talk = dialogue.terminal.printed ?? ""
    for (delegate, place) in zip(delegates, ["on the screen", "line by line"]) {
      // The rows about values say where their events belong. Here it is enough that a choice sends one for each change.
      let values = delegate.calls.count { $0 == "0.valueChanged" }
      if row.kinds[0] == .choice || row.kinds[0] == .yesno {
        #expect(values == delegate.calls.count { $0 == "0.editingChanged" }, "\(place): \(delegate.calls)")
      }
      #expect(values == 0 || ![.text, .name, .email, .password].contains(row.kinds[0]))
      let calls = row.isOfValues ? delegate.calls : delegate.calls.filter { $0 != "0.valueChanged" }
      let isThere = calls.indices.contains { calls[$0...].starts(with: row.calls) } || row.calls.isEmpty
      #expect(isThere, "\(place): \(calls)\n\(talk)")
      #expect(!row.missing.contains(where: calls.contains), "\(place): \(calls)")
    }
    var talked = delegates[1].calls
    if let missed = row.missed {
      let last = try #require(talked.firstIndex(of: "2.shouldReturn"))
      #expect(talked.remove(at: last - 1) == "\(missed).shouldBeginEditing")
    } else {
      #expect(delegates[0].readings == delegates[1].readings)
    }
    #expect(delegates[0].calls == talked, "\(talk)")
    #expect(delegates.allSatisfy { $0.begins == [0] })
    if let shown = row.shown {
      #expect(screen.frames.contains { $0.rows.contains { $0.contains(shown) } })
      #expect(talk.contains(shown), "\(talk)")
    }
  }
}
