import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// Passwords that the form offers, chosen by the tests.
@Suite struct OfferTests {
  private let password = "Kv7mQzR2.pLx"

  /// A form with something typed, which offers `password`.
  private func offering(
    _ password: String = "Kv7mQzR2.pLx", of kind: Offer.Kind = .characters, typed: String = "ab",
    columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode
  ) -> Rehearsal {
    var stage = Rehearsal(columns: columns, rows: rows, glyphs: glyphs)
    stage.type(typed)
    stage.press(.control("g"))
    stage.draw(password, of: kind)
    return stage
  }

  /// The numbers of the offer's characters in each row of the screen that has any.
  private func places(_ frame: Frame) -> [[Int]] {
    (0..<frame.size.rows).map { row in
      (0..<frame.size.columns).compactMap { column in
        guard case .secret(2, let index) = frame[row, column].glyph else { return nil }
        return Int(index)
      }
    }.filter { !$0.isEmpty }
  }

  @Test func `F4 control G in the field of a new password asks for one of characters`() {
    var stage = Rehearsal().after("^G")
    #expect(stage.requests == [.offer(.characters)])
    stage.draw(password)
    #expect(stage.form.offer?.count == 12 && stage.form.offer?.bits == 77)
  }

  @Test func `F4 where the caller forbids it control G beeps`() {
    var (forbidden, custom) = (FormDescription.newPassword(), FormDescription.signUp())
    (forbidden.offersPasswords, custom.offersPasswords) = (false, false)
    let forms = [forbidden.makeForm(), custom.makeForm()]
    for (form, tabs) in zip(forms, [0, 2]) {
      var stage = Rehearsal(form)
      for _ in 0..<tabs { stage.press(.tab) }
      stage.press(.control("g"))
      #expect(stage.requests == [.beep])
      #expect(!stage.words.contains("^G"))
    }
    #expect(forms.allSatisfy { !$0.offersPasswords })
  }

  @Test(
    arguments: [(80, 24), (60, 20), (40, 12), (30, 16), (20, 24), (20, 10), (20, 4), (120, 40)].map {
      Size(columns: $0.0, rows: $0.1)
    }, [GlyphSet.unicode, .emoji, .ascii])
  func `A13 F4 nothing but the field, bars, reason, error, panel and key line changes for an offer`(
    size: Size, glyphs: GlyphSet
  ) throws {
    var stage = Rehearsal(columns: size.columns, rows: size.rows, glyphs: glyphs).after("password1")
    let before = stage.rows
    stage.press(.control("g"))
    stage.draw(password)
    let (after, layout, frame) = (stage.rows, stage.layout, stage.frame)
    let (bars, field) = (try #require(layout.bars), layout.fields[0])
    let lines = [field.line, field.textLine, bars, layout.keyLine] + layout.panel.map(\.line)
    let own = (lines + field.error + layout.reason).compactMap(layout.row)
    for row in before.indices where !own.contains(row) { #expect(before[row] == after[row]) }
    #expect(places(frame).flatMap(\.self) == Array(0..<12))
    #expect(after.contains { $0.contains("77 bits") })
    stage.press(.escape)
    #expect(stage.rows == before)
  }

  @Test func `F4 an offer of words breaks behind a separator, and the bits follow`() {
    let words = "whistles-Moralize-scrupled7-knapsack-pinwheel"
    var description = FormDescription.newPassword()
    description.policy = StandardPolicy.nist.policy()
    var stage = Rehearsal(description, columns: 40, rows: 12).after("^G")
    stage.draw(words, of: .words, bits: 80)
    #expect(places(stage.frame) == [Array(0..<28), Array(28..<45)])
    #expect(stage.rows.contains(" Suggested password     Strong, 80 bits"))
    var characters = Rehearsal(description, columns: 40, rows: 12).after("^G")
    characters.draw(words, bits: 80)
    #expect(places(characters.frame) == [Array(0..<36), Array(36..<45)])
  }

  @Test func `F4 a text without room ends in the sign for more`() {
    var description = FormDescription.newPassword()
    description.policy = StandardPolicy.nist.policy()
    var stage = Rehearsal(description, columns: 20, rows: 4).after("^G")
    stage.draw("whistles-moralize-scrupled-knapsack-pinwheel-tight-blimp", of: .words)
    let columns = stage.layout.width - Layout.indent
    #expect(
      places(stage.frame)
        == [Array(0..<columns), Array(columns..<2 * columns), Array(2 * columns..<3 * columns - 1)])
    #expect(stage.rows[3].contains("¿›"))
  }

  @Test func `A1 F4 the offer has the field's place, its own name, level and bits, and the panel is met`() {
    var stage = offering(typed: "Abc")
    let label = stage.layout.fields[0].label.lowerBound
    stage.draw("Kv7mQzR2-Wx9pLt4nBc3d")
    #expect(stage.rows[2].contains("━ Suggested password ━"))
    #expect(stage.rows[2].contains("━ Strong, 77 bits ━┓"))
    #expect(places(stage.frame) == [Array(0..<21)])
    #expect(stage.frame.cursor == Position(row: 3, column: stage.layout.fields[0].text.lowerBound))
    #expect(stage.words.contains("┛ Enter puts it into both fields. ✓ 8-32"))
    #expect(stage.rows.allSatisfy { !$0.contains("· ") && !$0.contains("3 of 8-32") && !$0.contains("^R") })
    stage.press(.escape)
    #expect(stage.rows[2].dropFirst(label).hasPrefix("Enter password ━"))
    #expect(stage.words.contains("· 8-32") && stage.words.contains("3 of 8-32"))
  }

  @Test func `F4 an offer too long for its field goes on below it, and so does the level`() {
    var stage = offering(columns: 34)
    stage.draw("Tight-duel3-lessee-blimp-leach", of: .words)
    #expect(places(stage.frame) == [Array(0..<25), Array(25..<30)])
    #expect(stage.words.contains("━ Suggested password ━━") && stage.words.contains("Strong, 77 bits"))
  }

  @Test func `F4 Return takes the offer into both fields, shown, and the focus stays`() {
    var stage = offering().after("Enter")
    #expect([stage.text(of: 0), stage.text(of: 1)] == [password, password])
    #expect(stage.form.offer == nil && stage.text(of: 2).isEmpty && stage.text(of: 3).isEmpty)
    #expect(stage.form.fields.allSatisfy { $0.isShown && $0.isEdited })
    #expect(stage.form.firstResponder == .field(0) && stage.form.fields[0].shape.caret == 12)
    #expect(stage.form.confirmSign(of: 1) == .met)
    #expect(stage.requests == [.offer(.characters)])
    stage.play("Enter*2")
    #expect(stage.requests.last == .accept)
  }

  @Test func `F4 a confirm field that is not enabled stays as it is`() {
    var configuration = FormDescription.newPassword().makeForm().configuration
    configuration.fields[1].isEnabled = false
    var stage = Rehearsal(FormState(configuration)).after("^G")
    stage.draw(password)
    stage.press(.enter)
    #expect([stage.text(of: 0), stage.text(of: 1)] == [password, ""])
  }

  @Test func `F4 control G asks for another of the kind, control W for the other kind`() {
    var stage = offering().after("^G ^W")
    #expect(stage.requests == [.offer(.characters), .offer(.characters), .offer(.words)])
    #expect(stage.form.offer?.kind == .characters)
    stage.draw("Tight-duel3-lessee-blimp-leach", of: .words)
    #expect(stage.text(of: 2) == "Tight-duel3-lessee-blimp-leach")
    stage.play("^G ^W")
    #expect(stage.requests.suffix(2) == [.offer(.words), .offer(.characters)])
  }

  @Test func `F4 Esc closes the offer alone and leaves all as it was`() {
    var stage = Rehearsal().after("ab Tab*3")
    let before = stage.form
    stage.press(.control("g"))
    stage.draw(password)
    #expect(stage.form != before)
    stage.press(.escape)
    #expect(stage.form == before)
    #expect(stage.text(of: 2).isEmpty && !stage.requests.contains(.cancel))
    stage.press(.escape)
    #expect(stage.requests.last == .cancel)
  }

  @Test func `F4 all other keys and pastes beep and change nothing`() {
    let own: [Action] = [
      .performReturn, .offerPassword, .deleteSpacedWordBackward, .cancel, .interrupt, .suspend, .redraw,
      .ignore,
    ]
    let keys = KeyBinding.all.filter { !own.contains($0.action) }.flatMap(\.keys)
    let events = (keys + [Key(.scalar("x")), Key(.scalar(" ")), Key(.function(7))]).map(Event.key)
    for event in events + [.paste, .refused(.notText)] {
      var stage = offering()
      let (before, window) = (stage.form, stage.layout)
      stage.send(event)
      #expect(stage.requests == [.offer(.characters), .beep], "\(event)")
      #expect(stage.form == before && stage.layout == window, "\(event)")
    }
  }

  @Test func `F4 the keys for cancelling, suspending and drawing again work over an offer`() {
    let table: [(Unicode.Scalar, Request)] = [("c", .interrupt), ("l", .redraw), ("z", .suspend)]
    for (key, request) in table {
      var stage = offering()
      stage.press(.control(key))
      #expect(stage.requests.last == request)
    }
    var stage = offering()
    stage.press(.control("\\"))
    #expect(stage.form.offer != nil && stage.requests.last == .offer(.characters))
  }

  @Test func `A2 F4 an offer goes when no key was pressed for as long as a secret stays shown`() {
    var stage = offering()
    #expect(stage.form.revealEnd == Instant(nanoseconds: 30_000_000_000))
    stage.wait(milliseconds: 29_000)
    #expect(stage.form.offer != nil)
    stage.play("^G wait 29999ms")
    #expect(stage.form.offer != nil)
    stage.wait(milliseconds: 1)
    #expect(stage.form.offer == nil && stage.text(of: 2).isEmpty)
    #expect(stage.form.revealEnd == nil)
  }

  @Test func `F4 coming back from a stop and a press of the mouse do not keep the offer`() {
    var stage = offering()
    stage.send(.press(Position(row: 0, column: 0)))
    #expect(stage.form.offer == nil && stage.text(of: 2).isEmpty && stage.text(of: 0) == "ab")
    stage = offering()
    stage.send(.resume)
    #expect(stage.form.offer == nil && stage.text(of: 2).isEmpty)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 24), (20, 4)])
  func `F4 why there are no words is said in the rows of the offer, which stays`(columns: Int, rows: Int) {
    var stage = offering(columns: columns, rows: rows).after("^W")
    // As if words were drawn, and none accepted.
    stage.draw("short")
    stage.drawNothing("There is no word list.")
    #expect(stage.requests.suffix(2) == [.offer(.words), .beep])
    #expect(stage.text(of: 2) == password && stage.text(of: 3).isEmpty)
    #expect(
      stage.words.contains(columns == 20 && rows == 4 ? "There is no word" : "There is no word list."))
    #expect(places(stage.frame) == [Array(0..<12)])
    stage.press(.control("g"))
    stage.draw("9" + password)
    #expect(!stage.words.contains("no word list") && stage.words.contains("77 bits"))
  }

  @Test func `F4 what the form would refuse is not offered`() {
    var stage = Rehearsal().after("^G")
    stage.draw("short")
    stage.draw("alllowercase")
    #expect(stage.form.offer == nil)
  }

  @Test func `F4 an offer is judged with the words of the other fields, and is none of the known passwords`()
  {
    let fields = [
      FormField.Configuration(.text, name: "user"), .init(.password, name: "old"), .init(.newPassword),
    ]
    var description = FormDescription.custom(fields: fields)
    description.policy = StandardPolicy.nist.policy(minimumLevel: .weak)
    var stage = Rehearsal(description.makeForm(), rows: 40)
    stage.play("tight-duel3-lessee-blimp Tab whistles-moralize-scrupled Tab ^G")
    stage.draw("tight-duel3-lessee-blimp", of: .words)
    #expect(stage.form.offer == nil)
    stage.draw("whistles-moralize-scrupled", of: .words)
    #expect(stage.form.offer == nil)
    stage.draw("knapsack-pinwheel-moralize", of: .words)
    #expect(stage.form.offer != nil)
  }

  @Test(arguments: [(80, 24), (60, 20), (40, 12), (20, 4)])
  func `F4 pictures of an offer`(_ columns: Int, rows: Int) {
    var stage = offering(columns: columns, rows: rows).after("^W")
    stage.draw("Tight-duel3-lessee-blimp-leach", of: .words)
    expectGolden(stage.frame.description, "an offer of words \(columns)x\(rows)")
    stage.press(.control("w"))
    stage.draw(password)
    stage.drawNothing("There is no word list.")
    expectGolden(stage.frame.description, "an offer without words \(columns)x\(rows)")
  }
}
