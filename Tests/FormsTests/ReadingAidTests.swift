import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// What screen readers and braille displays need, which follow the cursor.
@Suite struct ReadingAidTests {
  /// A named form, so that a failure says which it was.
  struct Subject: CustomTestStringConvertible {
    var testDescription: String
    var form: FormState
  }

  private static let forms: [Subject] = {
    var single = FormDescription.newPassword()
    (single.fields[0].isConfirmed, single.reveal) = (false, .never)
    var prompt = FormDescription.newPassword()
    prompt.fields[0].placeholder = "Enter the passphrase that protects the keys of this rather old machine"
    var two = FormDescription.signIn()
    two.secondaryTitle = "Create account"
    var silent = FormDescription.signUp()
    silent.text =
      "Everybody who works here needs an account. It takes a minute, and you need an email address."
    return [
      Subject(testDescription: "new", form: FormDescription.newPassword().makeForm()),
      Subject(testDescription: "new without confirmation", form: single.makeForm()),
      Subject(testDescription: "new with a long prompt", form: prompt.makeForm()),
      Subject(testDescription: "ask", form: FormDescription.ask().makeForm()),
      Subject(testDescription: "change", form: FormDescription.change().makeForm()),
      Subject(testDescription: "sign-in", form: FormDescription.signIn(withUserName: true).makeForm()),
      Subject(testDescription: "sign-in with a second button", form: two.makeForm()),
      Subject(testDescription: "sign-up", form: FormDescription.signUp().makeForm()),
      Subject(testDescription: "sign-up with a paragraph", form: silent.makeForm()),
    ]
  }()

  private static let windows = [20, 24, 40, 56, 80].flatMap { columns in
    [4, 5, 6, 8, 10, 12, 16, 20, 24].map { Size(columns: columns, rows: $0) }
  }
  private static let glyphs: [GlyphSet] = [.unicode, .emoji, .ascii]

  @Test(arguments: forms)
  func `I2 the label of the field with the cursor is in its row or in the row above, in every window`(
    _ subject: Subject
  ) {
    for glyphs in [GlyphSet.unicode, .ascii] {
      for size in Self.windows {
        let stage = Rehearsal(subject.form, columns: size.columns, rows: size.rows, glyphs: glyphs)
        for index in subject.form.fields.indices {
          #expect(stage.form.focusedField == index)
          expectLabel(of: index, in: stage, "\(size)")
          stage.type("%x")
          expectLabel(of: index, in: stage, "\(size), typed")
          stage.press(.tab)
        }
        for index in subject.form.configuration.buttons.indices {
          #expect(stage.form.focusedButton == index)
          expectCursor(onButton: index, in: stage, "\(size)")
          stage.press(.tab)
        }
      }
    }
  }

  /// The row with the cursor; empty if there is none.
  private func cursorRow(_ frame: Frame) -> String { frame.cursor.map { frame.rows[$0.row] } ?? "" }

  private func expectLabel(
    of index: Int, in stage: Rehearsal, _ window: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (frame, place) = (stage.frame, stage.layout.fields[index])
    guard let cursor = frame.cursor else {
      Issue.record("no cursor in field \(index) at \(window)\n\(frame)", sourceLocation: sourceLocation)
      return
    }
    let near = frame.rows[max(0, cursor.row - 1)...cursor.row]
    let label = stage.appearance.cut(stage.form.usualLabel(of: index), columns: place.label.count)
    #expect(
      !label.isEmpty && near.contains { $0.contains(label) },
      "field \(index) at \(window)\n\(frame)", sourceLocation: sourceLocation)
    #expect(place.text.contains(cursor.column), sourceLocation: sourceLocation)
  }

  private func expectCursor(
    onButton index: Int, in stage: Rehearsal, _ window: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (frame, title) = (stage.frame, stage.form.configuration.buttons[index].title)
    let cell = frame.cursor.map { frame[$0.row, $0.column].glyph }
    #expect(
      cell == title.unicodeScalars.first.map(Cell.Glyph.scalar), "button \(index) at \(window)\n\(frame)",
      sourceLocation: sourceLocation)
  }

  private static let sizes = [(80, 24), (40, 12), (60, 10), (20, 24), (20, 4)]

  @Test(arguments: sizes, glyphs)
  func `I2 while a verifier runs the cursor is at what says so`(
    _ size: (columns: Int, rows: Int), _ glyphs: GlyphSet
  ) {
    let form = Rehearsal(columns: size.columns, rows: size.rows, glyphs: glyphs, hasVerifier: true)
    for _ in 0..<2 {
      form.play("Correct.Horse7 Enter")
    }
    expectCursorAtSpinner(form, glyphs)
    let field = Rehearsal(
      FormDescription.change().makeForm(), columns: size.columns, rows: size.rows, glyphs: glyphs,
      verifiedField: 0)
    field.play("old Tab")
    expectCursorAtSpinner(field, glyphs)
  }

  private func expectCursorAtSpinner(_ stage: Rehearsal, _ glyphs: GlyphSet) {
    #expect(stage.form.submission != .open)
    let frame = stage.frame
    let row = cursorRow(frame)
    let before = row.prefix { $0 != Character(glyphs.spinner[0]) }
    #expect(row.contains("\(glyphs.spinner[0]) Checking"), "\(frame)")
    #expect(frame.cursor?.column == CharacterWidth.standard.columns(of: String(before)))
  }

  @Test(arguments: sizes, glyphs)
  func `I2 F4 the cursor is behind an offer, and in the field again once that is gone`(
    _ size: (columns: Int, rows: Int), _ glyphs: GlyphSet
  ) {
    let stage = Rehearsal(columns: size.columns, rows: size.rows, glyphs: glyphs).after("^G")
    stage.draw("Kv7mQzR2.pLx")
    let frame = stage.frame
    let cell = frame.cursor.map { frame[$0.row, $0.column - 1].glyph }
    #expect(cell == .secret(field: 2, index: 11), "\(frame)")
    stage.press(.escape)
    expectLabel(of: 0, in: stage, "\(size)")
  }

  @Test(arguments: sizes) func `I2 on the page of keys the cursor is where one reads`(
    _ columns: Int, rows: Int
  ) {
    let stage = Rehearsal(columns: columns, rows: rows).after("F1")
    var seen: [String] = []
    for _ in 0..<5 {
      let frame = stage.frame
      let row = cursorRow(frame)
      #expect(row.contains { $0 != " " }, "\(frame)")
      // The first row below the title.
      #expect(frame.cursor?.row == (rows >= 24 ? 2 : 1))
      seen.append(row)
      stage.press(.pageDown)
    }
    #expect(rows == 24 || seen[0] != seen[1])
  }

  @Test(arguments: [(40, 8), (20, 10), (80, 6), (20, 4)])
  func `I2 where a form or a question is read by page, the cursor is in the first line that scrolls`(
    _ columns: Int, rows: Int
  ) {
    let text = (1...40).map { "Line \($0) of what is asked" }.joined(separator: "\n")
    let question = FormDescription.question(
      title: "Question", text: text, buttons: [FormButton("OK", accelerator: "o")])
    for form in [
      FormDescription.newPassword().makeForm(), FormDescription.signUp().makeForm(), question.makeForm(),
    ] {
      let stage = Rehearsal(form, columns: columns, rows: rows)
      for _ in 0..<3 {
        stage.press(.pageDown)
        let frame = stage.frame
        #expect(frame.cursor?.row == stage.layout.viewport.lowerBound, "\(frame)")
        #expect(frame.cursor?.column == stage.layout.left)
      }
    }
  }

  @Test func `I2 a question that is longer than the window begins with the cursor at its text`() {
    let text = (1...40).map { "Line \($0) of what is asked" }.joined(separator: "\n")
    let question = FormDescription.question(
      title: "Question", text: text, buttons: [FormButton("OK", accelerator: "o")])
    let stage = Rehearsal(question.makeForm(), columns: 40, rows: 12)
    #expect(cursorRow(stage.frame).contains("Line 1 "))
    stage.press(.tab)
    expectCursor(onButton: 0, in: stage, "40x12")
  }

  /// The texts of a frame's news, in order.
  private func news(_ frame: Frame) -> [String] {
    frame.news.map { part in
      frame.rows[part.rows].map { row in
        String(Array(row).dropFirst(part.columns.lowerBound).prefix(part.columns.count))
      }.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }
  }

  @Test func `I2 the errors of a frame are its news, that of the field with the focus at the end`() {
    let stage = Rehearsal(FormDescription.signUp().makeForm())
    #expect(stage.frame.news.isEmpty)
    for _ in stage.form.fields { stage.press(.tab) }
    #expect(stage.form.focusedButton == 0)
    stage.press(.enter)
    let focus = stage.form.focusedField
    let fields = stage.form.fields.filter { $0.tag != focus } + stage.form.fields.filter { $0.tag == focus }
    let errors = fields.compactMap(\.error?.message)
    #expect(errors.count > 1 && focus != nil)
    let news = news(stage.frame)
    #expect(news.first == stage.form.attention)
    #expect(news.dropFirst().map { String($0.dropFirst(2)) } == errors)
  }

  @Test func `I2 what was wrong before, a notice and the verifier's words are news`() {
    var question = FormDescription.question(title: "Question", text: "Really?", buttons: [FormButton("OK")])
    question.alert = "That was wrong"
    let stage = Rehearsal(question.makeForm())
    #expect(news(stage.frame) == ["✗ That was wrong"])
    let form = Rehearsal(hasVerifier: true)
    form.send(.refused(.tooLong))
    #expect(news(form.frame) == [form.form.notice])
    for _ in 0..<2 {
      form.play("Correct.Horse7 Enter")
    }
    form.endVerifier(.no("No such luck"))
    let news = news(form.frame)
    #expect(news == ["✗ No such luck", form.form.levelWords])
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 24)])
  func `I2 the news of a frame hold the words of errors and notices, level and reason, and nothing else`(
    _ columns: Int, rows: Int
  ) {
    let stage = Rehearsal(columns: columns, rows: rows)
    stage.type("pass word%")
    stage.play("Tab other Enter")
    let frame = stage.frame
    #expect(!frame.news.isEmpty)
    for row in 0..<rows {
      for column in 0..<columns where frame[row, column].glyph != .scalar(" ") {
        let isNews = frame.news.contains { $0.rows.contains(row) && $0.columns.contains(column) }
        let role = frame[row, column].style.role
        let isOfError = [.error, .notice].contains(role)
        let isSaid = isNews && [.bad, .caption, .faint].contains(role)
        #expect(isNews == isOfError || isSaid, "\(row),\(column)\n\(frame)")
      }
    }
    let level = stage.layout.words.flatMap { _ in stage.form.levelWords }
    // Of a text with a refused space nothing is said of its level.
    #expect(level == nil && (columns != 80 || news(frame).contains { $0.contains("Spaces") }))
  }

  @Test func `I2 bits that change are no news, so that the reason beside them is not said again`() {
    var description = FormDescription.newPassword()
    description.showsBits = true
    let stage = Rehearsal(description, judge: Judge(meter: Bits()))
    stage.play("Abcdefg1 wait 900ms")
    let before = stage.frame
    stage.type("2")
    let after = stage.frame
    let reason = "A word or a common password."
    for (frame, bits) in [(before, " 8 bits"), (after, " 9 bits")] {
      #expect(frame.rows.contains { $0.contains(bits) } && news(frame).last == reason)
    }
  }

  private struct Bits: Meter {
    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      Estimate(level: .weak, bits: Double(count) + 0.9, reasons: [Reason(.word)])
    }
  }

  /// The cells of `frame`, without the rows `skipped`.
  private func cells(_ frame: Frame, without skipped: Int?) -> [[Cell]] {
    (0..<frame.size.rows).filter { $0 != skipped }.map { row in
      (0..<frame.size.columns).map { frame[row, $0] }
    }
  }

  /// What `frame` says to a user who does not see the focus: without the key line, placeholders, and the key in a
  /// toggle.
  private func words(_ frame: Frame) -> [String] {
    let borders = Dictionary(uniqueKeysWithValues: zip("┏┓┗┛━┃▌", "┌┐└┘─││"))
    return frame.rows.filter { !$0.contains("Esc cancel") }.map { row in
      var row = String(row.map { borders[$0] ?? $0 }).replacing("^R show", with: "   show")
      for text in ["New password", "Re-enter new password"] {
        row = row.replacing("│ \(text)", with: "│ " + String(repeating: " ", count: text.count))
      }
      return row
    }
  }

  @Test func `I2 with --quiet-typing keys change the text alone, and leaving the field shows what is true`() {
    let quiet = Rehearsal(FormDescription.newPassword().makeForm(), isTypingQuiet: true)
    let loud = Rehearsal()
    for text in ["Kv7mQzR2.pLxw4Tn8#Ha", "Kv7mQzR2.pLxw4Tn8#HaX"] {
      let before = quiet.frame
      for character in text {
        quiet.type(String(character))
        loud.type(String(character))
        let frame = quiet.frame
        #expect(cells(frame, without: frame.cursor?.row) == cells(before, without: frame.cursor?.row))
        #expect(frame.cursor == loud.frame.cursor)
      }
      #expect(words(quiet.frame) != words(loud.frame))
      quiet.press(.tab)
      loud.press(.tab)
      quiet.hearNews()
      // The bars of both are at rest.
      loud.wait(milliseconds: 1000)
      #expect(words(quiet.frame) == words(loud.frame))
    }
    #expect(quiet.form.panel == loud.form.panel)
  }

  @Test func `J12 I2 with --quiet-typing the second button is said when it gets the focus`() {
    var form = FormDescription.signIn()
    form.secondaryTitle = "Create account"
    let stage = Rehearsal(form.makeForm(), isTypingQuiet: true)
    func isSaid() -> Bool { stage.rows.contains { $0.contains("Create account ·") } }
    stage.press(.tab, .tab)
    stage.hearNews()
    #expect(!isSaid() && stage.words.contains("Sign in ·"))
    stage.press(.tab)
    stage.hearNews()
    #expect(isSaid(), "\(stage.frame)")
  }

  @Test
  func `I2 with --quiet-typing a Return that is refused shows what is true, and the next keys leave it`() {
    let quiet = Rehearsal(FormDescription.newPassword().makeForm(), isTypingQuiet: true)
    let loud = Rehearsal()
    quiet.type("%")
    loud.type("%")
    quiet.press(.enter)
    quiet.hearNews()
    loud.play("Enter wait 1s")
    #expect(quiet.form.focusedField == 0 && words(quiet.frame) == words(loud.frame))
    let error = quiet.form.fields[0].error?.message ?? ""
    #expect(!error.isEmpty && quiet.words.contains(error))
    quiet.type("Kv7mQzR2.pLxw4Tn8#Ha")
    #expect(quiet.form.fields[0].error == nil && quiet.words.contains(error))
    quiet.press(.tab)
    quiet.hearNews()
    #expect(!quiet.words.contains(error))
  }

  /// The form `new` without animation, so that only its news is ever due.
  private var stillForm: FormState {
    var description = FormDescription.newPassword()
    description.isAnimated = false
    return description.makeForm()
  }

  @Test func `I2 with --quiet-typing news come in a write of their own, 120 ms after the last other change`()
  {
    let stage = Rehearsal(stillForm, isTypingQuiet: true).after("Sunflower")
    for isFirst in [true, false] {
      stage.press(.tab)
      let (frame, end) = (stage.frame, stage.now.advanced(by: .milliseconds(120)))
      #expect(frame.news.isEmpty && frame.rows.contains { $0.contains("9 of 8-32") }, "\(frame)")
      let told = news(frame)
      #expect(
        told.isEmpty && !stage.words.contains("Too weak") && stage.deadline == end, "\(isFirst) \(told)")
      stage.wait(milliseconds: 119)
      #expect(stage.frame == frame && stage.deadline == end)
      if !isFirst {
        // Another change takes its time as well.
        stage.type("x")
        #expect(stage.frame.news.isEmpty && stage.deadline == end.advanced(by: .milliseconds(119)))
        stage.wait(milliseconds: 119)
        stage.press(.backspace)
        stage.hearNews()
      }
      stage.wait(milliseconds: 1)
      let error = stage.form.fields[0].error?.message ?? ""
      #expect(news(stage.frame).prefix(2) == ["✗ " + error, "Too weak"] && stage.deadline == nil)
      // A second refusal says the same again.
      stage.play("S-Tab x Backspace")
    }
  }

  @Test func `I2 with --quiet-typing a notice stays until the field is left, and F1 has no deadline`() {
    let stage = Rehearsal(stillForm, isTypingQuiet: true).after("ab")
    stage.send(.refused(.controlCharacter))
    stage.hearNews()
    let frame = stage.frame
    #expect(news(frame) == [stage.form.notice])
    stage.type("c")
    #expect(stage.form.notice == nil && news(stage.frame) == news(frame))
    stage.press(.tab)
    // The old label is wiped first, because the new one begins in the same way.
    for _ in 0..<2 {
      _ = stage.frame
      stage.wait(milliseconds: 120)
    }
    #expect(news(stage.frame).isEmpty && stage.deadline != nil)
    stage.press(.function(1))
    #expect(stage.frame.news.isEmpty && stage.deadline == nil)
    stage.press(.escape)
    stage.hearNews()
    #expect(news(stage.frame).contains("Too weak"))
  }

  @Test(arguments: [FormDescription.signIn(), .signUp(), .ask()], [(80, 24), (56, 16), (40, 12)])
  func `D4 I2 with --quiet-typing the focus changes only colours, a label, and the ends of a button`(
    _ description: FormDescription, _ size: (columns: Int, rows: Int)
  ) {
    for glyphs in Self.glyphs {
      let stage = Rehearsal(
        description.makeForm(), columns: size.columns, rows: size.rows, glyphs: glyphs, isTypingQuiet: true)
      guard stage.layout.overflow == 0 else { continue }
      // A tip is heard when the field is entered.
      let lines = stage.layout.buttons.map(\.line) + [stage.layout.keyLine] + stage.layout.reason
      let others = lines.compactMap { stage.layout.row($0) }
      func pictures() -> ([String], [[Cell]]) {
        stage.hearNews()
        let frame = stage.frame
        let rows = frame.rows.enumerated().filter { !others.contains($0.offset) }.map(\.element)
        return (rows, cells(frame, without: nil))
      }
      let (rows, first) = pictures()
      for _ in 1..<stage.form.fields.count + stage.form.configuration.buttons.count {
        stage.press(.tab)
        let (next, others) = pictures()
        #expect(next == rows && others != first)
      }
    }
  }

  @Test func `D4 with --quiet-typing the label comes first, alone and in a place of its own`() {
    let stage = Rehearsal(FormDescription.signUp().makeForm(), isTypingQuiet: true)
    let labels = ["Name", "Email", "New password", "New password again", "Create account"]
    func keyLine() -> String { stage.frame.rows[stage.layout.row(stage.layout.keyLine) ?? 0] }
    let keys = keyLine().drop { $0 != "·" }
    #expect(keys.contains("Enter go on") && keys.contains("Esc cancel"))
    for (number, label) in labels.enumerated() {
      #expect(keyLine().drop { $0 == " " }.hasPrefix(label) && keyLine().hasSuffix(keys))
      stage.type("x")
      stage.hearNews()
      let before = stage.frame
      stage.press(.tab)
      let first = stage.frame
      let changed = before.rows.indices.filter { before.rows[$0] != first.rows[$0] }
      #expect(number == labels.count - 1 || changed == [stage.layout.row(stage.layout.keyLine)])
      #expect(stage.frame == first)
      stage.wait(milliseconds: 120)
      #expect(stage.frame != first || number == labels.count - 1)
      stage.hearNews()
    }
  }

  @Test func `D4 with --quiet-typing a key does not wait for the label`() {
    let stage = Rehearsal(FormDescription.signUp().makeForm(), isTypingQuiet: true)
    _ = stage.frame
    stage.press(.tab)
    _ = stage.frame
    stage.type("a")
    #expect(stage.frame.cursor?.column == stage.layout.fields[1].text.lowerBound + 1)
    #expect(stage.frame.lines.joined().contains { $0.isSecret })
  }

  @Test func `D4 with --quiet-typing the whole countdown is written at 20, 10 and 5 seconds`() {
    var description = FormDescription.ask()
    (description.timeLimit, description.isAnimated) = (.seconds(25), false)
    let stage = Rehearsal(description.makeForm(), isTypingQuiet: true)
    stage.send(.tick)
    var told: [String] = []
    var before = stage.frame
    for tenth in 1..<250 {
      stage.wait(milliseconds: 100)
      let frame = stage.frame
      // What was blank is written in full.
      for part in frame.news where before.text(in: part).isEmpty {
        told.append("\(tenth / 10) " + frame.text(in: part))
      }
      let rest = frame.rows.filter { !$0.contains("Ends in") }
      #expect(rest.allSatisfy { before.rows.contains($0) || $0.contains("Password") })
      before = frame
    }
    let end = " s: press a key to stay"
    #expect(told == ["5 Ends in 20\(end)", "15 Ends in 10\(end)", "20 Ends in 5\(end)"])
  }

  @Test(arguments: [(9, [5]), (5, [5]), (3, [3])]) func `D4 a shorter time limit is told as well`(
    limit: Int, told: [Int]
  ) {
    var description = FormDescription.ask()
    description.timeLimit = .seconds(limit)
    let stage = Rehearsal(description.makeForm(), isTypingQuiet: true)
    stage.send(.tick)
    var seen: [Int] = []
    for _ in 0..<limit * 10 {
      if let seconds = stage.form.toldSeconds, seen.last != seconds { seen.append(seconds) }
      stage.wait(milliseconds: 100)
    }
    #expect(seen == told)
  }

  @Test(arguments: ["", "ab"]) func `D4 with --quiet-typing an offer comes last, alone`(_ typed: String) {
    let stage = Rehearsal(FormDescription.newPassword().makeForm(), isTypingQuiet: true)
    stage.hearNews()
    stage.type(typed)
    let before = stage.frame
    stage.press(.control("g"))
    stage.draw("Kv7mQzR2.pLx")
    #expect(!stage.frame.rows.contains { $0.contains("Enter") && $0.contains("Esc") })
    stage.wait(milliseconds: 120)
    let first = stage.frame
    let keyRow = stage.layout.row(stage.layout.keyLine) ?? 0
    let row = first.cursor?.row ?? 0
    #expect(before.rows.indices.filter { before.rows[$0] != first.rows[$0] } == [keyRow])
    #expect(first.rows[keyRow].contains("Enter use it") && !first.hasSecrets)
    stage.wait(milliseconds: 120)
    let offer = stage.frame
    #expect(offer.rows.indices.filter { offer.rows[$0] != first.rows[$0] } == [row])
    #expect(offer.rows[row].contains("¿¿¿¿¿¿¿¿¿¿¿¿"))
    stage.hearNews()
    #expect(stage.frame == offer)
    stage.drawNothing("There is no other.")
    stage.hearNews()
    #expect(news(stage.frame) == ["There is no other."])
    stage.press(.escape)
    stage.hearNews()
    #expect(stage.frame.rows == before.rows)
  }

  @Test func `I2 with --quiet-typing a taken offer ends the stillness, and what is refused is said`() {
    let quiet = Rehearsal(FormDescription.newPassword().makeForm(), isTypingQuiet: true).after("ab")
    #expect(quiet.words.contains("0 of 8-32"))
    quiet.send(.refused(.controlCharacter))
    quiet.hearNews()
    #expect(quiet.words.contains(Texts.english("Not pasted: it holds a control character")))
    #expect(quiet.requests.contains(.beep) && quiet.words.contains("0 of 8-32"))
    quiet.press(.control("g"))
    quiet.draw("Kv7mQzR2.pLx")
    quiet.press(.enter)
    quiet.hearNews()
    #expect(quiet.words.contains("12 of 8-32"))
    quiet.type("x")
    #expect(quiet.words.contains("12 of 8-32") && quiet.form.characterCount == 13)
  }

  @Test func `I2 with --quiet-typing the sign of the confirm field waits, and so do errors and buttons`() {
    let quiet = Rehearsal(FormDescription.signUp().makeForm(), isTypingQuiet: true)
    for index in quiet.form.fields.indices {
      quiet.hearNews()
      let before = quiet.frame
      let field = quiet.form.fields[index].configuration
      quiet.type(
        field.requirement == .email ? "ada@example.org" : field.isSecure ? "Kv7mQzR2.pLxw4Tn8#Ha" : "Ada")
      quiet.wait(milliseconds: 3000)
      let frame = quiet.frame
      let row = frame.cursor?.row
      #expect(cells(frame, without: row) == cells(before, without: row), "field \(index)\n\(frame)")
      quiet.press(.tab)
    }
    #expect(quiet.form.canSubmit && quiet.form.focusedButton == 0)
  }
}
