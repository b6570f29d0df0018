import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

/// The line that says why a password is no stronger.
@Suite struct ReasonLineTests {
  /// The rows of all parts, none of them covered by the reason or an error.
  private func places(_ stage: Rehearsal) -> [Int?] {
    let rows = stage.rows
    return [
      "Choose a new", "Enter password", "•", "▂", "8-32", "0-9", "Re-enter", "Set password",
      "Esc cancel",
    ].map { place in rows.firstIndex { $0.contains(place) } }
  }

  @Test func `A13 the reason costs no part its place, and nothing jumps when it comes or goes`() {
    for columns in [20, 33, 40, 60, 80, 120] {
      for rows in 4...40 {
        let stage = Rehearsal(columns: columns, rows: rows)
        stage.type("Aa1" + String(repeating: "a", count: 16))
        stage.wait(milliseconds: 800)
        #expect(stage.rows.contains { $0.contains("Good enough") }, "\(columns)x\(rows)")
        let weak = places(stage)
        stage.type("a")
        #expect(!stage.rows.contains { $0.contains("Good enough") }, "\(columns)x\(rows)")
        #expect(places(stage) == weak, "\(columns)x\(rows)")
      }
    }
  }

  @Test func `nothing typed has no reason, and neither has a strong text`() {
    let judge = Judge(meter: Reasoning(level: .strong))
    var stage = Rehearsal(judge: judge)
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
    stage.type("a")
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
    stage = Rehearsal(judge: Judge(meter: Reasoning(level: .weak)))
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
    stage.type("a")
    stage.wait(milliseconds: 800)
    #expect(stage.rows.contains { $0.contains("Neighbouring keys") })
    stage.press(.backspace)
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
  }

  private struct Reasoning: Meter {
    var level: Level

    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      Estimate(level: level, reasons: [Reason(.neighbours), Reason(.short)])
    }
  }
}
