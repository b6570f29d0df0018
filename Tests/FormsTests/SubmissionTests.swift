import TestSupport
import Testing
import WatchwordScreen

@testable import Watchword

/// The verifier of a submission, without a program.
@Suite struct SubmissionTests {
  /// A form that was filled in and submitted at the time of 1 s.
  private func submitted(
    columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode, isAnimated: Bool = true
  ) -> Rehearsal {
    var description = FormDescription.newPassword()
    description.isAnimated = isAnimated
    var stage = Rehearsal(description, columns: columns, rows: rows, glyphs: glyphs, hasVerifier: true)
    stage.play("Correct.Horse7 Tab Correct.Horse7 wait 1s Enter")
    return stage
  }

  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `a form with a verifier asks for it where it would be accepted`() {
    let stage = submitted()
    #expect(stage.requests.last == .verify)
    #expect(stage.form.submission == .verifying(since: start))
    #expect(stage.form.firstResponder == .form)
  }

  @Test func `the verifier is looked at every 30 ms, whether the spinner turns or not`() {
    for isAnimated in [true, false] {
      var stage = submitted(isAnimated: isAnimated)
      #expect(stage.form.deadline == start.advanced(by: .milliseconds(30)))
      stage.wait(milliseconds: 45)
      #expect(stage.form.deadline == start.advanced(by: .milliseconds(60)))
      stage.endVerifier(.accepted)
      #expect(stage.form.deadline == nil)
    }
  }

  @Test func `the spinner turns every 90 ms, and stands still without animation`() {
    func pictures(isAnimated: Bool) -> [String] {
      var stage = submitted(isAnimated: isAnimated)
      return (0..<5).map { _ in
        defer { stage.wait(milliseconds: 45) }
        let row = stage.rows.first { $0.contains("Checking…") } ?? ""
        return row.split(separator: " ").first.map(String.init) ?? ""
      }
    }
    #expect(pictures(isAnimated: true) == ["▁", "▁", "▃", "▃", "▅"])
    #expect(pictures(isAnimated: false) == ["▁", "▁", "▁", "▁", "▁"])
  }

  @Test func `keys other than cancel do nothing but beep while the verifier runs`() {
    let stage = submitted()
    let keys = KeyBinding.all.filter { ![.cancel, .interrupt, .suspend, .redraw].contains($0.action) }
      .flatMap(\.keys)
    let events = (keys + [Key(.scalar("x")), Key(.scalar(" "))]).map(Event.key)
    for event in events + [.paste, .press(Position(row: 20, column: 40)), .refused(.notText)] {
      var waiting = submitted()
      waiting.send(event)
      #expect(waiting.requests.dropFirst(stage.requests.count) == [.beep], "\(event)")
      #expect(waiting.form == stage.form, "\(event)")
    }
  }

  @Test func `the keys for cancelling, suspending and drawing anew work while the verifier runs`() {
    let table: [(Event, Request)] = [
      (.key(Key(.escape)), .cancel), (.key(.control("c")), .interrupt), (.key(.control("l")), .redraw),
      (.key(.control("z")), .suspend), (.stop, .suspend), (.resume, .redraw), (.hangUp, .hangUp),
    ]
    for (event, request) in table {
      var stage = submitted()
      stage.send(event)
      #expect(stage.requests.last == request, "\(event)")
    }
  }

  @Test func `what was refused can be submitted again as it is`() {
    for outcome in [VerifierOutcome.refused("no"), .refused("no", field: 0), .failed("no")] {
      var stage = submitted()
      stage.endVerifier(outcome)
      stage.play("Tab*3 S-Tab")
      while stage.form.firstResponder != .button(0) { stage.press(.tab) }
      stage.press(.enter)
      #expect(stage.requests.last == .verify)
      #expect(stage.form.error == nil)
      #expect(stage.form.fields.allSatisfy { $0.error == nil })
    }
  }

  @Test func `E5 what was refused of another field, or not at all, arms nothing`() {
    for outcome in [VerifierOutcome.failed("no")] {
      var stage = submitted()
      stage.endVerifier(outcome)
      stage.play("Tab x")
      #expect(stage.text(of: 0) == "Correct.Horse7x")
    }
    var stage = submitted()
    stage.endVerifier(.refused("no"))
    stage.play("S-Tab Enter")
    stage.endVerifier(.failed("no"))
    stage.play("Tab x")
    #expect(stage.text(of: 0) == "Correct.Horse7x")
  }

  @Test func `A2 a shown password is masked after 30 s without a key, and text, caret and focus stay`() {
    var stage = Rehearsal().after("abc wait 300ms")
    #expect(stage.form.deadline == nil)
    stage.play("Left ^R wait 20s Left")
    #expect(stage.form.deadline == Instant(nanoseconds: 50_300_000_000))
    stage.wait(milliseconds: 29_999)
    #expect(stage.form.fields[0].isShown)
    stage.wait(milliseconds: 1)
    #expect(!stage.form.fields[0].isShown)
    #expect(stage.form.fields[0].shape.caret == 1)
    #expect(stage.text(of: 0) == "abc")
    #expect(stage.form.focusedField == 0)
    #expect(stage.form.deadline == nil)
  }

  @Test func `A2 a password that is always shown is never masked by a pause, nor is one without a timeout`() {
    var always = FormDescription.newPassword()
    always.reveal = .always
    var without = FormDescription.newPassword()
    without.revealTimeout = nil
    for description in [always, without] {
      var stage = Rehearsal(description).after("abc")
      if !stage.form.fields[0].isShown { stage.press(.control("r")) }
      stage.wait(milliseconds: 300)
      #expect(stage.form.deadline == nil)
      stage.wait(milliseconds: 100_000)
      #expect(stage.form.fields[0].isShown)
    }
  }

  @Test func `an end that nobody waits for changes nothing`() {
    var stage = Rehearsal(hasVerifier: true)
    let form = stage.form
    stage.endVerifier(.accepted)
    stage.endVerifier(.refused("no"))
    #expect(stage.form == form)
    #expect(stage.requests.last != .accept)
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 24), (40, 12), (60, 10), (30, 16), (20, 24), (20, 6), (20, 4)])
  func `a verifier and its error are seen in every window`(_ columns: Int, rows: Int) {
    var waiting = submitted(columns: columns, rows: rows)
    #expect(waiting.rows.contains { $0.contains("Checking") })
    for outcome in [VerifierOutcome.refused("Common"), .failed("Common"), .refused("Common", field: 0)] {
      var ended = submitted(columns: columns, rows: rows)
      ended.endVerifier(outcome)
      #expect(ended.rows.contains { $0.contains("Common") }, "\(outcome)\n\(ended.frame)")
    }
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 24), (40, 12), (60, 10), (30, 16), (20, 24), (20, 6)])
  func `nothing jumps when the check begins`(_ columns: Int, rows: Int) {
    var stage = Rehearsal(columns: columns, rows: rows, hasVerifier: true)
    stage.play("Correct.Horse7 Tab Correct.Horse7 wait 1s")
    func places(_ stage: inout Rehearsal) -> [Int: String] {
      let rows = stage.rows.map { String($0.replacing("^R ", with: "").filter { $0.isLetter || $0 == "•" }) }
      return Dictionary(uniqueKeysWithValues: rows.enumerated().filter { !$1.isEmpty }.map { ($0, $1) })
    }
    let before = places(&stage)
    stage.press(.enter)
    let during = places(&stage)
    for (row, text) in before where text != "Setpassword" && !text.contains("Esccancel") {
      #expect(during[row] == text, "row \(row)")
    }
  }

  @Test(arguments: [(80, 24), (60, 20), (40, 12)])
  func `a long reason of a refusal is seen whole, and the button comes back for who goes there`(
    _ columns: Int, rows: Int
  ) {
    let reason = "The directory does not take this password: it was used before, on 2024-05-01."
    for outcome in [VerifierOutcome.refused(reason), .refused(reason, field: 0), .refused(reason, field: 1)] {
      var stage = submitted(columns: columns, rows: rows)
      stage.endVerifier(outcome)
      #expect(stage.words.contains(reason), "\(stage.frame)")
      while stage.form.firstResponder != .button(0) { stage.press(.tab) }
      #expect(stage.words.contains("▸ Set password ◂"))
      #expect(stage.frame.cursor != nil)
      stage.play("S-Tab*2 x")
      #expect(stage.words.contains("[ Set password ]") && stage.words.contains("Esc cancel"))
    }
  }

  @Test func `nothing jumps when an error of the form appears`() {
    func borders(_ stage: inout Rehearsal) -> [Bool] {
      stage.rows.map { $0.contains("┓") || $0.contains("┐") }
    }
    var stage = Rehearsal(hasVerifier: true)
    let atStart = borders(&stage)
    stage = submitted()
    stage.endVerifier(.refused("no"))
    #expect(borders(&stage) == atStart)
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `pictures of a verifier`(_ columns: Int, rows: Int) {
    func waiting() -> Rehearsal {
      var stage = submitted(columns: columns, rows: rows).after("wait 100ms")
      return stage
    }
    var stage = waiting()
    expectGolden(stage.frame.description, "a verifier that runs \(columns)x\(rows)")
    var named = waiting()
    named.endVerifier(.refused("It is based on a dictionary word", field: 0))
    expectGolden(named.frame.description, "a password that was refused \(columns)x\(rows)")
    var failed = waiting()
    failed.endVerifier(.failed("The check took longer than 10 s"))
    expectGolden(failed.frame.description, "a verifier that failed \(columns)x\(rows)")
    stage.endVerifier(.refused("The directory does not accept this password, since it was used before"))
    expectGolden(stage.frame.description, "a form that was refused \(columns)x\(rows)")
  }
}
