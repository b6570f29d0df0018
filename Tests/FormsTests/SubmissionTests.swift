import TestSupport
import Testing
import WatchwordScreen

@testable import Watchword

/// The verifier of a submission, without a program.
@Suite struct SubmissionTests {
  /// A form that was filled in and submitted at 1 s.
  private func submitted(
    columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode, isAnimated: Bool = true
  ) -> Rehearsal {
    var description = FormDescription.newPassword()
    description.isAnimated = isAnimated
    return Rehearsal(description, columns: columns, rows: rows, glyphs: glyphs, hasVerifier: true)
      .after("Correct.Horse7 Tab Correct.Horse7 wait 1s Enter")
  }

  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `the verifier is looked at every 30 ms, whether the spinner turns or not`() {
    for isAnimated in [true, false] {
      let stage = submitted(isAnimated: isAnimated)
      #expect(stage.form.deadline == start.advanced(by: .milliseconds(30)))
      stage.wait(milliseconds: 45)
      #expect(stage.form.deadline == start.advanced(by: .milliseconds(60)))
      stage.endVerifier(.accepted)
      #expect(stage.form.deadline == nil)
    }
  }

  @Test func `the spinner turns every 90 ms, and stands still without animation`() {
    func pictures(isAnimated: Bool) -> [String] {
      let stage = submitted(isAnimated: isAnimated)
      return (0..<5).map { _ in
        defer { stage.wait(milliseconds: 45) }
        let row = stage.rows.first { $0.contains("Checking…") } ?? ""
        return row.split(separator: " ").dropLast().last.map(String.init) ?? ""
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
      let waiting = submitted()
      waiting.send(event)
      #expect(waiting.requests.dropFirst(stage.requests.count) == [.beep], "\(event)")
      #expect(waiting.form == stage.form, "\(event)")
    }
  }

  @Test func `the keys for cancelling, suspending and drawing anew work while the verifier runs`() {
    let table: [(Event, Request)] = [
      (.key(.control("l")), .redraw), (.key(.control("z")), .suspend), (.stop, .suspend), (.resume, .redraw),
    ]
    let endings: [(Event, Ending)] = [
      (.key(Key(.escape)), .cancelled), (.key(.control("c")), .interrupted), (.hangUp, .hangUp),
      (.withdrawn, .withdrawn),
    ]
    for (event, ending) in endings {
      let stage = submitted()
      stage.send(event)
      #expect(stage.ending == ending, "\(event)")
    }
    for (event, request) in table {
      let stage = submitted()
      stage.send(event)
      #expect(stage.requests.last == request, "\(event)")
    }
  }

  @Test func `an end that nobody waits for changes nothing`() {
    let stage = Rehearsal(hasVerifier: true)
    let form = stage.form
    stage.endVerifier(.accepted)
    stage.endVerifier(.no("no"))
    #expect(stage.form == form)
    #expect(stage.ending != .accepted)
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 24), (40, 12), (60, 10), (30, 16), (20, 24), (20, 6), (20, 4)])
  func `a verifier and its error are seen in every window`(_ columns: Int, rows: Int) {
    let waiting = submitted(columns: columns, rows: rows)
    #expect(waiting.rows.contains { $0.contains("Checking") })
    for outcome in [FormVerdict.no("Common"), .failed("Common"), .no("Common", field: "password")] {
      let ended = submitted(columns: columns, rows: rows)
      ended.endVerifier(outcome)
      #expect(ended.rows.contains { $0.contains("Common") }, "\(outcome)\n\(ended.frame)")
    }
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 24), (40, 12), (60, 10), (30, 16), (20, 24), (20, 6)])
  func `nothing jumps when the check begins`(_ columns: Int, rows: Int) {
    let stage = Rehearsal(columns: columns, rows: rows, hasVerifier: true)
    stage.play("Correct.Horse7 Tab Correct.Horse7 wait 1s")
    func places(_ stage: Rehearsal) -> [Int: String] {
      let rows = stage.rows.map { String($0.replacing("^R ", with: "").filter { $0.isLetter || $0 == "•" }) }
      return Dictionary(uniqueKeysWithValues: rows.enumerated().filter { !$1.isEmpty }.map { ($0, $1) })
    }
    let before = places(stage)
    stage.press(.enter)
    let during = places(stage)
    let advice = stage.layout.reason.compactMap { stage.layout.row($0) }
    for (row, text) in before where text != "Setpassword" && !text.contains("Esccancel") {
      // It is too late for advice then (B4).
      #expect(during[row] == (advice.contains(row) ? nil : text), "row \(row)")
    }
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `pictures of a verifier`(_ columns: Int, rows: Int) {
    func waiting() -> Rehearsal { submitted(columns: columns, rows: rows).after("wait 100ms") }
    let stage = waiting()
    expectGolden(stage.frame.description, "a verifier that runs \(columns)x\(rows)")
    let named = waiting()
    named.endVerifier(.no("It is based on a dictionary word", field: "password"))
    expectGolden(named.frame.description, "a password that was refused \(columns)x\(rows)")
    let failed = waiting()
    failed.endVerifier(.failed("The check took too long. Try again."))
    expectGolden(failed.frame.description, "a verifier that failed \(columns)x\(rows)")
    stage.endVerifier(.no("The directory does not accept this password, since it was used before"))
    expectGolden(stage.frame.description, "a form that was refused \(columns)x\(rows)")
  }
}
