import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// Passwords that the form offers, chosen by the tests.
@Suite struct OfferTests {
  private let password = "Kv7mQzR2.pLx"

  /// Finds every text strong.
  private struct Generous: Meter {
    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      Estimate(level: .strong, bits: 86)
    }
  }

  /// A form with something typed, which offers `password`.
  private func offering(columns: Int = 80, rows: Int = 24) -> Rehearsal {
    let stage = Rehearsal(columns: columns, rows: rows).after("ab ^G")
    stage.draw(password)
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

  @Test(
    arguments: [(80, 24), (60, 20), (40, 12), (30, 16), (20, 24), (20, 10), (20, 4), (120, 40)].map {
      Size(columns: $0.0, rows: $0.1)
    }, [GlyphSet.unicode, .emoji, .ascii])
  func `A13 F4 nothing but the field, bars, reason, error, panel and key line changes for an offer`(
    size: Size, glyphs: GlyphSet
  ) throws {
    let stage = Rehearsal(columns: size.columns, rows: size.rows, glyphs: glyphs).after("password1")
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
    let stage = Rehearsal(description, columns: 40, rows: 12).after("^G")
    stage.draw(words, of: .words, bits: 80)
    #expect(places(stage.frame) == [Array(0..<28), Array(28..<45)])
    #expect(stage.rows.contains(" Strong password, 80 bits"))
    let characters = Rehearsal(description, columns: 40, rows: 12).after("^G")
    characters.draw(words, bits: 80)
    #expect(places(characters.frame) == [Array(0..<36), Array(36..<45)])
  }

  @Test func `F4 a text without room ends in the sign for more`() {
    var description = FormDescription.newPassword()
    description.policy = StandardPolicy.nist.policy()
    let stage = Rehearsal(description, columns: 20, rows: 4).after("^G")
    stage.draw("whistles-moralize-scrupled-knapsack-pinwheel-tight-blimp", of: .words)
    let columns = stage.layout.width - Layout.indent
    #expect(
      places(stage.frame)
        == [Array(0..<columns), Array(columns..<2 * columns), Array(2 * columns..<3 * columns - 1)])
    #expect(stage.rows[3].contains("¿›"))
  }

  @Test func `F4 an offer too long for its field goes on below it, and so does the level`() {
    let stage = offering(columns: 34)
    stage.draw("Tight-duel3-lessee-blimp-leach", of: .words)
    #expect(places(stage.frame) == [Array(0..<25), Array(25..<30)])
    #expect(stage.words.contains("━ Strong password, 77 bits ━━"))
  }

  @Test func `F4 Return takes the offer into both fields, shown, and the focus stays`() {
    let stage = offering().after("Enter")
    #expect([stage.text(of: 0), stage.text(of: 1)] == [password, password])
    #expect(stage.form.offer == nil)
    #expect(stage.form.fields.allSatisfy { $0.isShown && $0.source == .user })
    #expect(stage.form.firstResponder == .field(0) && stage.form.fields[0].shape.caret == 12)
    #expect(stage.form.confirmSign(of: 1) == .met)
    #expect(stage.requests == [.offer(.characters)])
    stage.play("Enter*2")
    #expect(stage.ending == .accepted)
  }

  @Test func `F4 Left and Right ask for a part fewer and more than stand there`() {
    let stage = offering().after("Left Right")
    #expect(stage.requests.suffix(2) == [.offer(.characters, parts: 11), .offer(.characters, parts: 13)])
    stage.draw("tight-duel3-Lessee", of: .words)
    stage.play("Left ^F ^G")
    #expect(
      stage.requests.suffix(3) == [.offer(.words, parts: 2), .offer(.words, parts: 4), .offer(.words)])
  }

  @Test func `F4 an offer that is taken is to be kept, and has no bits, until the text is changed`() {
    let keep = "Write it down or save it: it is not shown again."
    for (key, isGone) in [("Left", false), ("^R", false), ("Tab y", false), ("x", true), ("^U", true)] {
      let stage = Rehearsal(judge: Judge(meter: Generous())).after("ab ^G")
      stage.draw(password)
      #expect(stage.words.contains("━ Strong password, 77 bits ━") && !stage.words.contains(keep))
      stage.play("Enter")
      let row = stage.layout.reason.first.flatMap(stage.layout.row) ?? 0
      #expect(stage.rows[row].hasSuffix(keep) && !stage.words.contains(" bits"))
      stage.play(key)
      #expect(stage.words.contains(keep) != isGone && stage.words.contains(" bits") == (key == "x"), "\(key)")
    }
  }

  @Test func `F4 a confirm field that is not enabled stays as it is`() {
    var configuration = FormDescription.newPassword().makeForm().configuration
    configuration.fields[1].isEnabled = false
    let stage = Rehearsal(FormState(configuration)).after("^G")
    stage.draw(password)
    stage.press(.enter)
    #expect([stage.text(of: 0), stage.text(of: 1)] == [password, ""])
  }

  @Test func `F4 Esc closes the offer alone and leaves all as it was`() {
    let stage = Rehearsal().after("ab Tab*3")
    let before = stage.form
    stage.press(.control("g"))
    stage.draw(password)
    #expect(stage.form != before)
    stage.press(.escape)
    #expect(stage.form == before)
    #expect(stage.text(of: 2).isEmpty && stage.ending != .cancelled)
    stage.press(.escape)
    #expect(stage.ending == .cancelled)
  }

  @Test func `F4 all other keys and pastes beep and change nothing`() {
    let own: [Action] = [
      .performReturn, .offerPassword, .deleteSpacedWordBackward, .moveBackward, .moveForward, .cancel,
      .interrupt, .suspend, .redraw, .ignore,
    ]
    let keys = KeyBinding.all.filter { !own.contains($0.action) }.flatMap(\.keys)
    let events = (keys + [Key(.scalar("x")), Key(.scalar(" ")), Key(.function(7))]).map(Event.key)
    for event in events + [.paste, .refused(.notText)] {
      let stage = offering()
      let (before, window) = (stage.form, stage.layout)
      stage.send(event)
      #expect(stage.requests == [.offer(.characters), .beep], "\(event)")
      #expect(stage.form == before && stage.layout == window, "\(event)")
    }
  }

  @Test func `F4 the keys for cancelling, suspending and drawing again work over an offer`() {
    let table: [(Unicode.Scalar, Request)] = [("l", .redraw), ("z", .suspend)]
    for (key, request) in table {
      let stage = offering()
      stage.press(.control(key))
      #expect(stage.requests.last == request)
    }
    let ended = offering()
    ended.press(.control("c"))
    #expect(ended.ending == .interrupted)
    let stage = offering()
    stage.press(.control("\\"))
    #expect(stage.form.offer != nil && stage.requests.last == .offer(.characters))
  }

  @Test func `F4 coming back from a stop and a press of the mouse do not keep the offer`() {
    var stage = offering()
    stage.send(.press(Position(row: 0, column: 0)))
    #expect(stage.form.offer == nil && stage.text(of: 2).isEmpty && stage.text(of: 0) == "ab")
    stage = offering()
    stage.send(.resume)
    #expect(stage.form.offer == nil && stage.text(of: 2).isEmpty)
  }

  @Test func `F4 what the form would refuse is not offered`() {
    let stage = Rehearsal().after("^G")
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
    let stage = Rehearsal(description.makeForm(), rows: 40)
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
    let stage = offering(columns: columns, rows: rows).after("^W")
    stage.draw("Tight-duel3-lessee-blimp-leach", of: .words)
    expectGolden(stage.frame.description, "an offer of words \(columns)x\(rows)")
    stage.press(.control("w"))
    stage.draw(password)
    stage.drawNothing("There is no word list.")
    expectGolden(stage.frame.description, "an offer without words \(columns)x\(rows)")
  }
}
