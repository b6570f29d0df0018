import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// A form that ends when nobody presses a key (F7).
@Suite struct TimeLimitTests {
  private func form(_ seconds: Int = 60) -> FormDescription {
    var description = FormDescription.newPassword()
    description.timeLimit = .seconds(seconds)
    description.isAnimated = false
    description.policy = .classic(minimumLevel: .weak)
    return description
  }

  /// The form after its first event, which starts the time.
  private func stage(
    _ seconds: Int = 60, columns: Int = 80, rows: Int = 24, hasVerifier: Bool = false
  ) -> Rehearsal {
    let stage = Rehearsal(form(seconds), columns: columns, rows: rows, hasVerifier: hasVerifier)
    stage.resize(columns: columns, rows: rows)
    return stage
  }

  @Test func `F7 there is one wake-up a second in the last 20, and none before`() {
    let stage = stage()
    #expect(stage.form.deadline == Instant(nanoseconds: 40_000_000_000))
    stage.wait(milliseconds: 39_999)
    #expect(stage.form.deadline == Instant(nanoseconds: 40_000_000_000) && stage.form.secondsLeft == nil)
    stage.wait(milliseconds: 1)
    for left in (1...20).reversed() {
      #expect(stage.form.secondsLeft == left && stage.requests == [])
      #expect(stage.form.deadline == stage.now.advanced(by: .seconds(1)))
      stage.wait(milliseconds: 1000)
    }
    #expect(stage.ending == .timeLimit && stage.requests.isEmpty)
  }

  @Test func `F7 a part of a second is counted as a whole one`() {
    let stage = stage(2)
    #expect(stage.form.secondsLeft == 2)
    stage.wait(milliseconds: 300)
    #expect(stage.form.secondsLeft == 2)
    #expect(stage.form.deadline == Instant(nanoseconds: 1_000_000_000))
    stage.wait(milliseconds: 1699)
    #expect(stage.form.secondsLeft == 1 && stage.requests == [])
    stage.wait(milliseconds: 1)
    #expect(stage.ending == .timeLimit && stage.requests.isEmpty)
  }

  @Test(
    arguments: [
      .key(Key(.scalar("a"))), .key(Key(.left)), .key(Key(.function(5))), .key(.control("z")), .paste,
      .press(Position(row: 0, column: 0)), .refused(.notText),
    ] as [Event])
  func `F7 any action of the user restarts the time`(_ event: Event) {
    let stage = stage().after("wait 59999ms")
    #expect(stage.form.secondsLeft == 1)
    stage.send(event)
    #expect(stage.form.secondsLeft == nil)
    stage.wait(milliseconds: 59_999)
    #expect(stage.ending != .timeLimit)
    stage.wait(milliseconds: 1)
    #expect(stage.ending == .timeLimit)
  }

  @Test(arguments: [.resize(Size(columns: 60, rows: 20)), .tick, .resume, .disturbed, .recolor] as [Event])
  func `F7 what the user did not do does not restart the time`(_ event: Event) {
    let stage = stage().after("wait 59999ms")
    stage.send(event)
    stage.wait(milliseconds: 1)
    #expect(stage.ending == .timeLimit)
  }

  @Test func `F7 the verifier's end does not restart the time, and a running verifier holds up nothing`() {
    let stage = stage(hasVerifier: true).after("Kv7mQzR2 Tab Kv7mQzR2 Enter")
    #expect(stage.requests == [.verify])
    stage.wait(milliseconds: 59_000)
    #expect(stage.words.contains("Ends in 1 s") && stage.words.contains("Checking"))
    stage.endVerifier(.no(nil))
    stage.wait(milliseconds: 1000)
    #expect(stage.ending == .timeLimit)
  }

  @Test(
    arguments: [.key(Key(.enter)), .key(Key(.scalar("x"))), .paste, .press(Position(row: 0, column: 0))]
      as [Event])
  func `F7 input that comes after the time limit is not taken`(_ event: Event) {
    let stage = stage().after("Kv7mQzR2 Tab Kv7mQzR2")
    stage.pass(milliseconds: 60_000)
    stage.send(event)
    #expect(stage.ending == .timeLimit && stage.requests.isEmpty)
    #expect(stage.text(of: 0) == "Kv7mQzR2" && stage.text(of: 1) == "Kv7mQzR2")
  }

  @Test(arguments: [
    (80, 24, "Ends in 17 s: press a key to stay"), (60, 10, "Ends in 17 s: press a key to stay"),
    (40, 12, "Ends in 17 s"), (30, 16, "17 s"), (20, 24, "17 s"),
  ])
  func `F7 the seconds are counted at the end of the title's row, and nothing moves for them`(
    _ columns: Int, rows: Int, words: String
  ) throws {
    let stage = stage(columns: columns, rows: rows)
    let before = stage.frame
    #expect(!before.rows.contains { $0.contains(" s") && $0.contains("17") })
    stage.wait(milliseconds: 43_000)
    let after = stage.frame
    let row = try #require(after.rows.firstIndex { $0.hasSuffix(words) })
    #expect(before.rows[row].contains("Choose a new") && after.rows[row].contains("Choose a"))
    for other in after.rows.indices where other != row { #expect(after.rows[other] == before.rows[other]) }
    #expect(after.cursor == before.cursor)
    stage.press(.left)
    #expect(stage.frame.rows[row] == before.rows[row])
  }

  @Test(arguments: ["", "a", "ab"])
  func `F4 F7 without a title the number stands in the first row`(_ typed: String) {
    let stage = stage(25, columns: 20, rows: 4)
    stage.type(typed)
    if typed == "ab" {
      stage.press(.control("g"))
      stage.draw("Tight-duel3-lessee-blimp-leach", of: .words)
    } else {
      stage.press(.enter)
    }
    let before = stage.rows
    stage.wait(milliseconds: 8_000)
    let after = stage.rows
    #expect(after.first?.contains(" 17 s") == true)
    #expect(after.dropFirst() == before.dropFirst())
  }

  @Test func `F4 F7 errors, reasons and offers are drawn beside the seconds in a window of any size`() {
    for columns in 0...24 {
      for rows in 0...6 {
        let stage = stage(25).after("ab Enter")
        stage.resize(columns: columns, rows: rows)
        stage.wait(milliseconds: 8_000)
        #expect(stage.frame.size == Size(columns: columns, rows: rows))
        stage.play("resize 80x24 c ^G")
        stage.draw("Kv7mQzR2.pLx")
        stage.resize(columns: columns, rows: rows)
        stage.wait(milliseconds: 8_000)
        #expect(stage.form.offer != nil && stage.frame.size == Size(columns: columns, rows: rows))
      }
    }
  }
}
