import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// Forms with several buttons, and the letters that press them.
@Suite struct ButtonTests {
  private static let three = [
    FormButton("Yes", accelerator: "y"), FormButton("No", accelerator: "n"),
    FormButton("Cancel", accelerator: "c", effect: .cancel),
  ]

  /// A form of `fields` plain fields with these buttons.
  private func form(fields count: Int = 0, _ buttons: [FormButton] = three) -> FormState {
    let fields = (0..<count).map { number in
      var field = FormField.Configuration(placeholder: "")
      (field.name, field.label, field.isSecure) = ("field\(number)", "Field \(number)", false)
      return field
    }
    return FormState(
      FormDescription(
        title: "Shall it be?", buttons: buttons, fields: fields, policy: Policy.anything))
  }

  @Test func `G2 a form without fields has its focus on the first button`() {
    let stage = Rehearsal(form())
    #expect(stage.form.firstResponder == .button(0))
    stage.press(.enter)
    #expect(stage.ending == .accepted && stage.requests.isEmpty && stage.form.pressedButton == 0)
  }

  @Test func `G2 Tab goes through the fields and all buttons, and Shift-Tab goes back`() {
    let stage = Rehearsal(form(fields: 1))
    var seen = [stage.form.firstResponder]
    for _ in 0..<4 {
      stage.press(.tab)
      seen.append(stage.form.firstResponder)
    }
    #expect(seen == [.field(0), .button(0), .button(1), .button(2), .field(0)])
    stage.press(Key(.tab, .shift))
    #expect(stage.form.firstResponder == .button(2))
  }

  @Test func `G2 Left and Right move from button to button, and beep at the ends`() {
    let stage = Rehearsal(form()).after("Right*2")
    #expect(stage.form.firstResponder == .button(2) && stage.requests.isEmpty)
    stage.press(.right)
    #expect(stage.form.firstResponder == .button(2) && stage.requests == [.beep])
    stage.press(.left, .left)
    #expect(stage.form.firstResponder == .button(0) && stage.requests == [.beep])
    stage.press(.left)
    #expect(stage.form.firstResponder == .button(0) && stage.requests == [.beep, .beep])
  }

  @Test(
    arguments: [
      (Key(.scalar("y")), 0), (Key(.scalar("Y")), 0), (Key(.scalar("n")), 1), (.alt("n"), 1), (.alt("N"), 1),
      (Key(.scalar("N"), .shift), 1), (Key(.scalar("N"), [.alt, .shift]), 1),
    ])
  func `G2 a letter presses its button where no field has the focus, in either case`(
    _ key: Key, _ button: Int
  ) {
    let stage = Rehearsal(form())
    stage.press(key)
    #expect(stage.ending == .accepted && stage.requests.isEmpty && stage.form.pressedButton == button)
  }

  @Test func `G2 the letter of a button that cancels ends the form with nothing`() {
    let stage = Rehearsal(form(fields: 1)).after("ccc")
    #expect(stage.requests.isEmpty && stage.text(of: 0) == "ccc")
    stage.press(.alt("c"))
    #expect(stage.ending == .cancelled && stage.requests.isEmpty)
  }

  @Test func `G2 other letters and a letter with control press nothing`() {
    let stage = Rehearsal(form())
    for key in [Key(.scalar("x")), .alt("x"), .control("y")] { stage.press(key) }
    #expect(stage.requests == [.beep, .beep, .beep] && stage.form.firstResponder == .button(0))
  }

  @Test func `G2 in a field a letter is typed, and Alt and the letter come before an editing key`() {
    let stage = Rehearsal(
      form(fields: 1, [FormButton("OK", accelerator: "o"), FormButton("Back", accelerator: "b")]))
    stage.type("bob o")
    #expect(stage.text(of: 0) == "bob o" && stage.requests.isEmpty)
    stage.press(.alt("b"))
    #expect(stage.ending == .accepted && stage.requests.isEmpty && stage.form.pressedButton == 1)
    #expect(stage.form.fields[0].shape.caret == 5)
    // Without a button for the letter, a form edits as usual.
    let other = Rehearsal(form(fields: 1, [FormButton("OK", accelerator: "o")]))
    other.type("bob o")
    other.press(.alt("b"))
    #expect(other.ending == nil && other.form.fields[0].shape.caret < 5)
  }

  @Test func `G2 Alt and a letter judge what was typed before they accept`() {
    var description = FormDescription.newPassword()
    description.policy = .classic(minimumLevel: .weak)
    var configuration = description.makeForm().configuration
    configuration.buttons = [FormButton("Delete", accelerator: "d")]
    let stage = Rehearsal(FormState(configuration)).after("Correct.Horse7 Tab Correct.Horse M-d")
    #expect(stage.form.fields[1].error?.message == "Passwords do not match.")
    #expect(stage.ending != .accepted)
    stage.play("7 M-d")
    #expect(stage.ending == .accepted)
  }

  /// How a form's button looks.
  private func button(_ stage: Rehearsal) -> Style.Role? {
    let roles: [Style.Role] = [.button, .focusedButton, .inactiveButton, .focusedInactiveButton]
    return stage.frame.cells.map(\.style.role).first(where: roles.contains)
  }

  @Test func `C7 the button of new is grey until the form could be accepted, with the focus too`() {
    let stage = Rehearsal()
    #expect(button(stage) == .inactiveButton)
    stage.play("Kv7mQzR2.pLx Tab Kv7mQzR2.pL")
    #expect(button(stage) == .inactiveButton)
    stage.play("x")
    #expect(button(stage) == .button)
    stage.play("Tab")
    #expect(button(stage) == .focusedButton)
    stage.play("S-Tab Backspace Tab")
    #expect(button(stage) == .focusedInactiveButton && stage.words.contains("▸ Set password ◂"))
    stage.play("Enter")
    #expect(stage.requests.last == .beep && stage.form.focusedField == 1)
    let change = Rehearsal(FormDescription.change()).after("Tab*3")
    #expect(button(change) == .focusedInactiveButton)
  }

  @Test func `C7 a button that cancels is never grey, and where an empty text is taken the other is not`() {
    var optional = FormDescription.newPassword(policy: .anything)
    optional.fields[0].isOptional = true
    optional.buttons = [FormButton("OK"), FormButton("Cancel", effect: .cancel)]
    let stage = Rehearsal(optional)
    #expect(!stage.frame.cells.contains { $0.style.role == .inactiveButton })
    stage.play("ab")
    let roles = Set(stage.frame.cells.map(\.style.role))
    #expect(roles.contains(.inactiveButton) && roles.contains(.button))
  }

  @Test func `D5 a disabled field is dim, has no sign, and says in its label that it is not available`() {
    var configuration = FormDescription.signUp().makeForm().configuration
    configuration.fields[1].isEnabled = false
    configuration.fields[2].isEnabled = false
    configuration.fields[1].text = "ada@example.org"
    let stage = Rehearsal(FormState(configuration))
    #expect(stage.rows.contains { $0.contains("─ Email (not available) ─") })
    #expect(stage.rows.contains { $0.contains("─ New password (not available) ─") })
    let frame = stage.frame
    let line = stage.layout.fields[2].line
    let row = (0..<80).map { frame[line + 1, $0] }.filter { $0.glyph != .scalar(" ") }
    #expect(row.allSatisfy { [.faint, .placeholder, .border].contains($0.style.role) }, "\(frame)")
    #expect(frame.rows.count { $0.contains("show") } == 1)
  }

  @Test func `G2 a letter that two buttons share presses the first, and only there is it underlined`() {
    let stage = Rehearsal(
      form([FormButton("Open", accelerator: "o"), FormButton("Only look", accelerator: "o")]))
    stage.press(.scalar("o"))
    #expect(stage.form.pressedButton == 0 && stage.ending == .accepted && stage.requests.isEmpty)
    let letters = stage.frame.cells.filter {
      $0.style.role == .buttonLetter || $0.style.role == .focusedButtonLetter
    }
    #expect(letters.count == 1)
  }

  @Test
  func
    `G2 Return in the last field accepts as the first button, and Space and Return press the one in focus`()
  {
    for (keys, button) in [
      ([Key.Code.enter], 0), ([.tab, .tab, .enter], 1), ([.tab, .tab, .scalar(" ")], 1), ([.tab, .enter], 0),
    ] {
      let stage = Rehearsal(form(fields: 1))
      for key in keys { stage.press(key) }
      #expect(stage.ending == .accepted && stage.requests.isEmpty && stage.form.pressedButton == button)
    }
    let stage = Rehearsal(form(fields: 1)).after("Tab*3 Enter")
    #expect(stage.ending == .cancelled && stage.requests.isEmpty)
  }

  @Test
  func `G2 after a verifier that failed the focus is on the button that was pressed, which the answer names`()
  {
    let stage = Rehearsal(form(fields: 1), hasVerifier: true).after("M-n")
    #expect(stage.requests == [.verify])
    stage.endVerifier(.failed("It broke"))
    #expect(stage.form.firstResponder == .button(1))
    stage.press(.enter)
    stage.endVerifier(.accepted)
    #expect(stage.ending == .accepted && stage.form.pressedButton == 1)
  }

  @Test(arguments: [("j", 0), ("y", 0), ("n", 1), ("o", 2)])
  func `I4 a button is pressed by its letter in the language and in English`(_ letter: Character, button: Int)
  {
    var yes = FormButton("Ja", accelerator: "j")
    yes.englishAccelerator = "y"
    var no = FormButton("Nein", accelerator: "n")
    no.englishAccelerator = "o"
    // A button's own letter goes before another button's English one.
    let stage = Rehearsal(form([yes, no, FormButton("Ohne", accelerator: "o")]))
    stage.type(String(letter))
    #expect(stage.ending == .accepted)
    #expect(stage.form.pressedButton == button)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 4)])
  func `G2 a press of the mouse on each button works`(_ columns: Int, rows: Int) {
    for (button, ending) in [(0, Ending.accepted), (1, .accepted), (2, .cancelled)] {
      let stage = Rehearsal(form(), columns: columns, rows: rows)
      while stage.form.firstResponder != .button(button) { stage.press(.tab) }
      _ = stage.frame
      let place = stage.layout.buttons[button]
      stage.press(.tab)
      stage.send(
        .press(Position(row: stage.layout.row(place.line) ?? -1, column: place.columns.upperBound - 1)))
      #expect(stage.ending == ending)
      if ending == .accepted { #expect(stage.form.pressedButton == button) }
    }
  }

  @Test(arguments: [(80, 24), (60, 16), (40, 12), (20, 4)])
  func `J12 A12 a press of the mouse on the second button leaves the form, whatever it holds`(
    _ columns: Int, rows: Int
  ) {
    var form = FormDescription.signIn()
    form.secondaryTitle = "Create account"
    let stage = Rehearsal(form, columns: columns, rows: rows).after("ada@ Tab x")
    while stage.form.firstResponder != .button(1) { stage.press(.tab) }
    _ = stage.frame
    let place = stage.layout.buttons[1]
    stage.send(.press(Position(row: stage.layout.row(place.line) ?? -1, column: place.columns.lowerBound)))
    guard case .secondaryPress(let press) = stage.ending else {
      Issue.record("\(stage.frame)")
      return
    }
    #expect(press.texts == ["email": "ada@"] && stage.form.fields.allSatisfy { $0.error?.cause != .missing })
  }

  @Test func `J12 C7 the second button is never grey`() {
    var form = FormDescription.signIn()
    form.secondaryTitle = "Create account"
    let roles = Set(Rehearsal(form).frame.cells.map(\.style.role))
    #expect(roles.contains(.inactiveButton) && roles.contains(.button))
  }

  /// What happens between press and release, where the button is released, and whether it acts.
  @Test(
    arguments: [
      ([], 0, 0, true), ([], 0, 2, true), ([], 0, -20, false), ([], 1, 0, false), ([], nil, 0, false),
      ([.key(Key(.left))], 0, 0, false), ([.refused(.notText)], 0, 0, false),
      ([.tick, .recolor], 0, 0, true),
      ([.release(Position(row: 0, column: 0))], 0, 0, false),
    ] as [([Event], Int?, Int, Bool)])
  func `A12 a press of the mouse acts when the button is let go inside the same target`(
    events: [Event], button: Int?, offset: Int, acts: Bool
  ) {
    for (milliseconds, isSoon) in [(0, true), (1_999, true), (2_000, false)] as [(Int64, Bool)] {
      let stage = Rehearsal(form())
      let layout = stage.layout
      func place(_ button: Int) -> Position {
        let place = layout.buttons[button]
        return Position(row: layout.row(place.line) ?? -1, column: place.columns.lowerBound + 1)
      }
      let (first, last) = (place(0), button.map(place) ?? Position(row: 0, column: 0))
      stage.sendAlone(.press(first))
      #expect(stage.requests.isEmpty)
      for event in events { stage.sendAlone(event) }
      stage.pass(milliseconds: milliseconds)
      stage.sendAlone(.release(Position(row: last.row, column: last.column + offset)))
      #expect((stage.ending == .accepted) == (acts && isSoon), "\(milliseconds)")
      // One release is enough.
      let count = stage.requests.count
      stage.sendAlone(.release(first))
      #expect(stage.requests.count == count)
    }
  }

  @Test func `A12 a press into a text places the caret when the button is let go in the same field`() {
    let stage = Rehearsal(.newPassword())
    stage.type("abcdef")
    let (text, other) = (stage.layout.fields[0], stage.layout.fields[1])
    let row = stage.layout.row(text.textLine) ?? -1
    stage.sendAlone(.press(Position(row: row, column: text.text.lowerBound + 1)))
    stage.sendAlone(
      .release(Position(row: stage.layout.row(other.textLine) ?? -1, column: other.text.lowerBound)))
    #expect(stage.form.focusedField == 0 && stage.form.fields[0].shape.caret == 6)
    stage.sendAlone(.press(Position(row: row, column: text.text.lowerBound + 1)))
    stage.sendAlone(.release(Position(row: row, column: text.text.lowerBound + 2)))
    #expect(stage.form.fields[0].shape.caret == 2)
    // Outside of every field, too.
    stage.sendAlone(.press(Position(row: 0, column: 0)))
    #expect(stage.form.focusedField == 0)
    stage.sendAlone(.release(Position(row: 0, column: 1)))
    #expect(stage.form.focusedField == nil)
  }

  @Test(arguments: [GlyphSet.emoji, .unicode])
  func `A13 where signs are wider than they are taken for, the form is drawn in ASCII`(glyphs: GlyphSet) {
    let stage = Rehearsal(.newPassword(), glyphs: glyphs).after("abc")
    stage.avoidAmbiguousWidth()
    #expect(stage.rows.joined().utf8.allSatisfy { $0 < 0x80 } && stage.words.contains("[#] ***"))
    let other = Rehearsal(.newPassword(), glyphs: .ascii).after("abc")
    #expect(stage.rows == other.rows)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 4)])
  func `G2 the button with the focus is in view whole, whatever the window`(_ columns: Int, rows: Int) {
    for fields in 0..<3 {
      let buttons = Self.three + [FormButton("One with a long, long label for a narrow window")]
      let stage = Rehearsal(form(fields: fields, buttons), columns: columns, rows: rows)
      for index in buttons.indices {
        while stage.form.firstResponder != .button(index) { stage.press(.tab) }
        let title = buttons[index].title.prefix(8)
        #expect(
          stage.rows.contains { $0.contains("▸ \(title)") }, "\(title) of \(fields) at \(columns)x\(rows)")
        #expect(stage.frame.cursor != nil)
      }
    }
  }

  @Test(arguments: ["unicode", "ascii"], [(80, 24), (40, 12), (20, 4)])
  func `G2 buttons below a field`(_ signs: String, size: (columns: Int, rows: Int)) {
    let stage = Rehearsal(
      form(fields: 1), columns: size.columns, rows: size.rows, glyphs: signs == "ascii" ? .ascii : .unicode)
    stage.press(.tab, .tab)
    expectGolden(stage.frame.description, "buttons below a field \(signs) \(size.columns)x\(size.rows)")
  }
}
