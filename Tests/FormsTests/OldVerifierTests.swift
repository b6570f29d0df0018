import Testing
import WatchwordScreen

@testable import Watchword

/// The verifier of the old password, without a program.
@Suite struct OldVerifierTests {
  /// The form `change` with a text in its first field, which has a verifier of its own.
  private func stage(
    _ old: String = "Old.Horse7", columns: Int = 80, rows: Int = 24, hasVerifier: Bool = false,
    delegate: (any TextFieldDelegate)? = nil
  ) -> Rehearsal {
    let stage = Rehearsal(
      FormDescription.change().makeForm(), columns: columns, rows: rows, hasVerifier: hasVerifier,
      verifiedField: 0, delegate: delegate)
    stage.type(old)
    stage.wait(milliseconds: 1000)
    return stage
  }

  private let start = Instant(nanoseconds: 1_000_000_000)

  private static let early = "Not taken: typed during the check. Type it again."

  @Test func `F3 a text begun during the check is not taken before a pause`() {
    let stage = stage()
    stage.play("Tab N e")
    #expect(stage.requests.last == .beep && stage.text(of: 0) == "Old.Horse7")
    stage.endVerifier(.accepted)
    #expect(stage.form.focusedField == 1 && stage.words.contains(Self.early))
    for key in ["w", "Enter", "wait 900ms x"] {
      stage.play(key)
      #expect(stage.requests.last == .beep && stage.form.focusedField == 1 && stage.text(of: 1) == "")
    }
    stage.wait(milliseconds: 1000)
    stage.type("New")
    #expect(stage.text(of: 1) == "New" && !stage.words.contains(Self.early))
  }

  @Test func `F3 why a text was refused is said whatever was typed meanwhile`() {
    let stage = stage()
    stage.play("Tab N")
    stage.endVerifier(.refused(fields: ["old": "Not this one."]))
    #expect(stage.words.contains("Not this one.") && !stage.words.contains(Self.early))
    stage.play("e")
    #expect(stage.text(of: 0) == "Old.Horse7e")
  }

  @Test(arguments: [false, true])
  func `A8 A16 what is typed after a refusal is drawn as in a new picture, key by key`(isShown: Bool) {
    let stage = Rehearsal(FormDescription.change().makeForm(), verifiedField: 0)
    stage.play("1 Tab")
    stage.endVerifier(.refused(fields: ["old": "Not this one."]))
    if isShown { stage.press(.control("r")) }
    for (key, blames) in [
      ("A", false), ("B", false), ("C", false), ("D", true), ("E", true), ("f", false), ("Backspace", true),
    ] {
      _ = stage.frame
      stage.play(key)
      let drawn = stage.frame
      #expect(stage.words.contains("Is Caps Lock on?") == blames, "\(key)")
      stage.resize(columns: 80, rows: 24)
      #expect(drawn.rows == stage.rows, "\(key)")
    }
  }

  @Test func `F3 a key that types nothing during the check has the next field take a text at once`() {
    let stage = stage()
    stage.play("Tab Enter")
    stage.endVerifier(.accepted)
    stage.type("New")
    #expect(stage.text(of: 1) == "New")
  }

  @Test func `F3 a click elsewhere asks too, and then goes where it went`() {
    let layout = stage().layout
    func row(_ line: Int) -> Int { layout.row(line) ?? -1 }
    let places: [(Position, Responder)] = [
      (Position(row: row(layout.fields[2].textLine), column: layout.left + 10), .field(2)),
      (Position(row: row(0), column: 0), .form),
    ]
    for (place, goal) in places {
      let stage = stage()
      stage.send(.press(place))
      #expect(stage.requests.last == .verify && stage.form.focusedField == 0)
      stage.endVerifier(.accepted)
      #expect(stage.form.firstResponder == goal)
    }
    let inside = stage()
    inside.send(.press(Position(row: row(layout.fields[0].textLine), column: layout.left + 8)))
    #expect(!inside.requests.contains(.verify))
    let sign = stage()
    sign.send(
      .press(Position(row: row(layout.fields[1].textLine), column: layout.fields[1].sign.lowerBound + 1)))
    #expect(!sign.requests.contains(.verify))
  }

  @Test func `F3 where the program has moved the focus on, the form is not accepted without the yes`() {
    final class Mover: TextFieldDelegate {
      func textField(
        _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
      ) {
        if event == .editingChanged, textField.tag == 0, form.base.fields[0].shape.count == 10 {
          form.base.becomeFirstResponder(1)
        }
      }
    }
    let stage = stage(delegate: Mover())
    #expect(stage.form.focusedField == 1 && !stage.requests.contains(.verify))
    stage.play("New.Donkey8 Tab New.Donkey8 Enter")
    #expect(stage.requests.last == .verify && stage.form.submission == .verifying(.field(0), since: start))
    stage.endVerifier(.no("no"))
    #expect(stage.form.focusedField == 0 && stage.form.fields[0].error?.message == "no")
  }

  @Test func `F3 while it runs keys but Esc and ^C beep, and what is shown is masked`() {
    let before = stage().after("^R")
    #expect(before.form.fields[0].isShown)
    before.press(.tab)
    #expect(!before.form.fields[0].isShown)
    let keys = KeyBinding.all.filter { ![.cancel, .interrupt, .suspend, .redraw].contains($0.action) }
      .flatMap(\.keys)
    let events = (keys + [Key(.scalar("x"))]).map(Event.key)
    for event in events + [.paste, .press(Position(row: 10, column: 20))] {
      let stage = stage().after("Tab")
      var (form, asked) = (stage.form, stage.requests.count)
      form.notice = Input(event).isTyping ? Self.early : nil
      stage.send(event)
      #expect(stage.requests.dropFirst(asked) == [.beep], "\(event)")
      #expect(stage.form == form, "\(event)")
    }
    for (key, ending) in [(Key(.escape), Ending.cancelled), (.control("c"), .interrupted)] {
      let stage = stage().after("Tab")
      stage.press(key)
      #expect(stage.ending == ending && stage.form.submission == .open)
      stage.endVerifier(.accepted)
      #expect(stage.ending == ending && stage.form.firstResponder == .form)
    }
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 4)])
  func `F3 A13 nothing moves while it runs, and the field stays in view with its error`(_ size: Size) {
    let stage = stage(columns: size.columns, rows: size.rows)
    _ = stage.frame
    let before = stage.layout
    stage.press(.tab)
    #expect(stage.words.contains("Checking"))
    #expect(stage.layout == before)
    stage.endVerifier(.no("Not this."))
    #expect(stage.words.contains("Not this."))
    #expect(stage.layout == before)
  }
}
