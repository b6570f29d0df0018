import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// Questions and messages, whole paragraphs, and what was wrong before.
@Suite struct QuestionFormTests {
  private static let sizes = [(80, 24), (40, 12), (20, 4)]
  private static let alert = "Bad passphrase (try 2 of 3), please look at the keyboard"

  /// A text of 40 lines, each with a number.
  private static let long = (1...40).map { "Line \($0) of what is asked" }.joined(separator: "\n")

  private func question(
    _ text: String = "Delete this key?", alert: String? = nil, endsWithAnyKey: Bool = false,
    buttons: [FormButton] = [
      FormButton("OK", accelerator: "o"), FormButton("No", accelerator: "n"),
      FormButton("Cancel", accelerator: "c", effect: .cancel),
    ]
  ) -> FormState {
    var form = FormDescription.question(title: "Question", text: text, buttons: buttons)
    (form.alert, form.endsWithAnyKey) = (alert, endsWithAnyKey)
    return form.makeForm()
  }

  /// A form of one secret, with OK and Cancel below it.
  private func secret(_ text: String?, isWhole: Bool = true, alert: String? = nil, fields: Int = 1)
    -> FormState
  {
    let fields = (0..<fields).map { number in
      var field = FormField.Configuration(placeholder: "")
      (field.name, field.label) = ("secret\(number)", "Passphrase \(number)")
      return field
    }
    var configuration = FormDescription(
      title: "Unlock",
      buttons: [FormButton("OK", accelerator: "o"), FormButton("Cancel", accelerator: "c", effect: .cancel)],
      fields: fields, policy: Policy.anything)
    (configuration.text, configuration.isTextWhole, configuration.alert) = (text, isWhole, alert)
    return FormState(configuration)
  }

  /// The numbers of the visible lines of the long text.
  private func numbers(_ rows: [String]) -> [Int] {
    rows.compactMap { row in
      guard let start = row.firstRange(of: "Line ") else { return nil }
      return Int(row[start.upperBound...].prefix { $0.isNumber })
    }
  }

  @Test(arguments: sizes) func `G2 a question with three buttons`(_ columns: Int, rows: Int) {
    for glyphs in [GlyphSet.unicode, .ascii] {
      let stage = Rehearsal(
        question("Do you really want to delete this key for good?"), columns: columns, rows: rows,
        glyphs: glyphs)
      let signs = glyphs == .ascii ? "ascii" : "unicode"
      expectGolden(stage.frame.description, "a question with three buttons \(signs) \(columns)x\(rows)")
    }
  }

  @Test(arguments: sizes) func `G2 a question of 40 lines begins with its start`(_ columns: Int, rows: Int) {
    let stage = Rehearsal(question(Self.long), columns: columns, rows: rows)
    #expect(numbers(stage.rows).first == 1)
    expectGolden(stage.frame.description, "a question of 40 lines \(columns)x\(rows)")
    stage.resize(columns: columns + 1, rows: rows)
    #expect(numbers(stage.rows).first == 1)
  }

  @Test(arguments: sizes, [Key.Code.down, .pageDown])
  func `G2 a question of 40 lines is read to its last line, and back`(
    _ size: (columns: Int, rows: Int), key: Key.Code
  ) {
    let stage = Rehearsal(question(Self.long), columns: size.columns, rows: size.rows)
    var seen = Set(numbers(stage.rows))
    var before: [String] = []
    while stage.rows != before {
      before = stage.rows
      stage.press(key)
      seen.formUnion(numbers(stage.rows))
    }
    #expect(seen == Set(1...40) && stage.requests.isEmpty && stage.form.firstResponder == .button(0))
    for _ in 0..<200 { stage.press(key == .down ? .up : .pageUp) }
    #expect(numbers(stage.rows).first == 1)
    // If no button is in view, the first key brings one there.
    if size.rows == 4 { stage.press(.enter) }
    #expect(stage.requests.isEmpty && stage.rows.contains { $0.contains("▸ OK ◂") })
    stage.press(.enter)
    #expect(stage.ending == .accepted && stage.requests.isEmpty)
  }

  @Test(arguments: [Key(.enter), Key(.scalar(" ")), Key(.scalar("o")), .alt("o")])
  func `G2 a key brings a button of a question into view before it presses it`(_ key: Key) {
    let stage = Rehearsal(question(Self.long), columns: 20, rows: 4)
    #expect(!stage.words.contains("OK"))
    stage.press(key)
    #expect(stage.requests.isEmpty && stage.words.contains("▸ OK ◂"))
    stage.press(key)
    #expect(stage.ending == .accepted && stage.requests.isEmpty)
  }

  @Test(arguments: sizes) func `G2 above a field 40 lines are read to their last line`(
    _ columns: Int, rows: Int
  ) {
    let stage = Rehearsal(secret(Self.long), columns: columns, rows: rows).after("ab")
    // The field is in view whatever is above it, and the paragraph begins there if it has room.
    #expect(stage.rows.contains { $0.contains("••") } && (rows < 8 || numbers(stage.rows).first == 1))
    expectGolden(stage.frame.description, "a field below 40 lines \(columns)x\(rows)")
    var seen: Set<Int> = []
    for _ in 0..<60 { stage.press(.pageUp) }
    #expect(numbers(stage.rows).first == 1)
    for _ in 0..<60 {
      seen.formUnion(numbers(stage.rows))
      stage.press(.pageDown)
    }
    #expect(seen == Set(1...40))
    stage.type("c")
    #expect(stage.rows.contains { $0.contains("•••") } && stage.text(of: 0) == "abc")
  }

  @Test func `G2 a paragraph that fits is shown whole without scrolling, before fields lose their borders`() {
    for lines in 1...40 {
      let text = (1...lines).map { "Line \($0)" }.joined(separator: "\n")
      let stage = Rehearsal(secret(text, fields: 2))
      #expect(stage.layout.text.count == lines)
      let least = 1 + lines + 2 + 2
      #expect((stage.layout.overflow == 0) == (least <= 24), "\(lines)")
    }
    // A form that scrolls anyway keeps the borders of its fields.
    #expect(Rehearsal(secret(Self.long, fields: 2)).layout.fields[0].hasBorder)
  }

  @Test func `G2 without the flag a long paragraph is cut as ever`() {
    let stage = Rehearsal(secret(Self.long, isWhole: false))
    #expect(stage.layout.text.count == 8 && stage.layout.overflow == 0)
  }

  @Test func `G2 the key line says how to read on, only where there is more`() {
    let stage = Rehearsal(question(Self.long))
    #expect(stage.rows.last?.contains("↓ read") == true)
    stage.resize(columns: 20, rows: 4)
    #expect(stage.rows.last?.contains("↓ read") == true && stage.rows.last?.contains("Esc cancel") == true)
    for _ in 1...100 { stage.press(.down) }
    #expect(stage.layout.scroll == stage.layout.overflow && stage.rows.last?.contains("read") == false)
    stage.resize(columns: 80, rows: 60)
    #expect(!stage.words.contains("read"))
    let field = Rehearsal(secret(Self.long))
    #expect(field.rows.last?.contains("PgDn read") == true)
    for _ in 1...3 { field.press(.pageDown) }
    #expect(field.rows.last?.contains("PgUp read") == true)
  }

  @Test(arguments: sizes) func `G2 the key line of a message says how to close it, and of no cancel`(
    _ columns: Int, rows: Int
  ) {
    let stage = Rehearsal(question(buttons: [FormButton("OK")]), columns: columns, rows: rows)
    #expect(stage.words.contains("Enter press") && !stage.words.contains("cancel"))
    let anyKey = question(endsWithAnyKey: true, buttons: [FormButton("OK")])
    let closing = Rehearsal(anyKey, columns: columns, rows: rows)
    #expect(closing.words.contains("Any key close") && !closing.words.contains("cancel"))
  }

  @Test func `G2 a form that scrolls says which of its fields has the focus, only where there are several`() {
    for (fields, words) in [(1, "1 of 1"), (2, "1 of 2")] {
      let stage = Rehearsal(secret(Self.long, fields: fields), columns: 40, rows: 12)
      #expect(stage.words.contains(words) == (fields > 1))
    }
    var configuration = secret(Self.long).configuration
    configuration.title = ""
    let untitled = Rehearsal(FormState(configuration), columns: 40, rows: 12)
    #expect(untitled.rows[0].contains("Line "))
  }

  @Test(arguments: [true, false])
  func `G2 the page of keys lists Control-Z where it suspends, and there alone`(canSuspend: Bool) {
    let form = FormDescription.question(text: "Delete this key?", buttons: [FormButton("OK")])
    let stage = Rehearsal(form.makeForm(), canSuspend: canSuspend).after("F1")
    #expect(stage.words.contains("Ctrl-Z suspend") == canSuspend)
    #expect(stage.words.contains("Mouse: press a button."))
  }

  @Test func `G2 Up and Down move among the buttons of a question that fits`() {
    let stage = Rehearsal(question()).after("Down")
    #expect(stage.form.firstResponder == .button(1))
    stage.press(.up)
    #expect(stage.form.firstResponder == .button(0) && stage.requests.isEmpty)
  }

  @Test(arguments: [
    Key(.scalar("x")), Key(.scalar(" ")), Key(.enter), Key(.function(5)), .alt("q"), Key(.tab), Key(.left),
  ])
  func `G2 any key ends a message that asks for one`(_ key: Key) {
    let stage = Rehearsal(question(endsWithAnyKey: true, buttons: [FormButton("OK")]))
    #expect(stage.words.contains("Any key close"))
    stage.press(key)
    #expect(stage.ending == .accepted && stage.requests.isEmpty)
  }

  @Test(
    arguments: [
      .key(Key(.enter)), .key(Key(.scalar(" "))), .key(Key(.scalar("o"))), .key(.alt("o")),
      .key(Key(.scalar("c"))),
      .key(Key(.scalar("n"))), .press(Position(row: 0, column: 0)),
    ] as [Event], [false, true])
  func `G2 for half a second after the picture the buttons are grey, and what presses one beeps`(
    _ event: Event, endsWithAnyKey: Bool
  ) throws {
    let stage = Rehearsal(question(endsWithAnyKey: endsWithAnyKey))
    func style(_ stage: Rehearsal) throws -> (Position, Style.Role) {
      let frame = stage.frame
      let row = try #require(frame.rows.firstIndex { $0.contains("OK") })
      let start = try #require(frame.rows[row].firstRange(of: "OK")?.lowerBound)
      let position = Position(
        row: row, column: frame.rows[row].distance(from: frame.rows[row].startIndex, to: start))
      return (position, frame[position.row, position.column].style.role)
    }
    stage.holdButtons()
    let (position, role) = try style(stage)
    #expect(role == .focusedInactiveButton || role == .focusedInactiveButtonLetter)
    #expect(stage.form.deadline == Instant(nanoseconds: 500_000_000))
    var event = event
    if case .press = event { event = .press(position) }
    for _ in 0..<2 {
      stage.send(event)
      stage.pass(milliseconds: 499 / 2)
    }
    #expect(stage.requests == [.beep, .beep])
    stage.wait(milliseconds: 2)
    #expect(try [.focusedButton, .focusedButtonLetter].contains(style(stage).1))
    stage.send(event)
    #expect(stage.requests.count == 2 && [.accepted, .cancelled].contains(stage.ending))
  }

  @Test func `G2 Esc and control C end a question at once, and a form with a field is never grey`() {
    for (key, ending) in [(Key(.escape), Ending.cancelled), (.control("c"), .interrupted)] {
      let stage = Rehearsal(question())
      stage.holdButtons()
      stage.press(key)
      #expect(stage.ending == ending && stage.requests.isEmpty)
    }
    let stage = Rehearsal(secret(nil))
    stage.holdButtons()
    #expect(stage.form.deadline == nil)
    stage.press(.enter)
    #expect(stage.ending == .accepted && stage.requests.isEmpty)
  }

  @Test func `G2 a key that is bound to something else does that`() {
    let stage = Rehearsal(question(Self.long, endsWithAnyKey: true, buttons: [FormButton("OK")]))
    stage.play("Down PageDown Up PageUp ^L ^Z")
    #expect(stage.requests == [.redraw, .suspend])
    stage.press(.function(1))
    // On the page of keys no key ends the message.
    stage.press(.scalar("x"))
    #expect(stage.requests == [.redraw, .suspend, .beep])
    stage.play("Esc*2")
    #expect(stage.requests == [.redraw, .suspend, .beep] && stage.ending == .cancelled)
    let other = Rehearsal(question(endsWithAnyKey: true, buttons: [FormButton("OK")]))
    other.send(.paste)
    #expect(other.requests == [.beep])
  }

  @Test func `G2 without that a key that does nothing beeps`() {
    let stage = Rehearsal(question(buttons: [FormButton("OK")])).after("x Tab")
    #expect(stage.requests == [.beep, .beep])
  }

  @Test func `G2 the page of keys of a question lists no key that edits`() {
    let stage = Rehearsal(question()).after("F1")
    #expect(
      stage.words.contains("cancel") && !stage.words.contains("character") && !stage.words.contains("delete"))
  }

  @Test func `G2 the page of keys names the letters, only where buttons have some`() {
    let stage = Rehearsal(question()).after("F1")
    #expect(stage.words.contains("Alt-letter press the button with this letter underlined"))
    #expect(
      stage.words.contains("Enter press the button") && stage.words.contains("to the next button, and back"))
    expectGolden(stage.frame.description, "the page of keys of a question")
    let field = Rehearsal(secret(nil)).after("F1")
    #expect(field.words.contains("Alt-letter") && field.words.contains("from the last one accept"))
    for form in [FormDescription.newPassword().makeForm(), question(buttons: [FormButton("OK")])] {
      let stage = Rehearsal(form).after("F1")
      #expect(!stage.words.contains("Alt-letter"))
    }
  }

  @Test func `G2 the time limit of a question is that of other forms`() {
    var form = FormDescription.question(text: "Well?", buttons: [FormButton("OK")])
    form.timeLimit = .seconds(5)
    let stage = Rehearsal(form.makeForm()).after("wait 0ms wait 5s")
    #expect(stage.ending == .timeLimit && stage.requests.isEmpty)
  }

  @Test(arguments: sizes) func `G2 what was wrong before stands above the first field`(
    _ columns: Int, rows: Int
  ) {
    let stage = Rehearsal(secret("Please unlock the key", alert: Self.alert), columns: columns, rows: rows)
    expectGolden(stage.frame.description, "what was wrong before \(columns)x\(rows)")
    // It is in view when the form opens, with its glyph.
    #expect(stage.rows.contains { $0.contains("✗ Bad") })
    stage.type("ab")
    #expect(stage.rows.contains { $0.contains("••") })
    if rows > 4 { #expect(stage.rows.contains { $0.contains("✗ Bad passphrase") }) }
  }

  @Test(arguments: sizes) func `G2 what was wrong before a question`(_ columns: Int, rows: Int) {
    let stage = Rehearsal(
      question("Try again?", alert: Self.alert), columns: columns, rows: rows, glyphs: .ascii)
    expectGolden(stage.frame.description, "what was wrong before a question ascii \(columns)x\(rows)")
  }

  @Test func `G2 the paragraph is cut before what was wrong, which stays whole`() {
    let paragraph = Array(repeating: "word", count: 60).joined(separator: " ")
    for rows in 4...30 {
      let stage = Rehearsal(
        secret(paragraph, isWhole: false, alert: "One\ntwo\nthree"), columns: 60, rows: rows)
      #expect(stage.layout.alert == ["One", "two", "three"])
      #expect(stage.layout.overflow == 0 || stage.layout.text.isEmpty)
    }
  }
}
