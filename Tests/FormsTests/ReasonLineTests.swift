import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

/// The line that says why a password is no stronger.
@Suite struct ReasonLineTests {
  /// The rows of all parts, none of them covered by the reason or an error.
  private func places(_ stage: inout Rehearsal) -> [Int?] {
    let rows = stage.rows
    return [
      "Choose a new", "Enter password", "•", "▂", "8-32", "0-9", "Re-enter", "Set password",
      "Esc cancel",
    ].map { place in rows.firstIndex { $0.contains(place) } }
  }

  @Test func `A13 the reason costs no part its place, and nothing jumps when it comes or goes`() {
    for columns in [20, 33, 40, 60, 80, 120] {
      for rows in 4...40 {
        var stage = Rehearsal(columns: columns, rows: rows)
        stage.type(String(repeating: "a", count: 19))
        #expect(stage.rows.contains { $0.contains("Longer is better") }, "\(columns)x\(rows)")
        let weak = places(&stage)
        stage.type("a")
        #expect(!stage.rows.contains { $0.contains("Longer is better") }, "\(columns)x\(rows)")
        #expect(places(&stage) == weak, "\(columns)x\(rows)")
      }
    }
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 24), (60, 10), (40, 13), (20, 24)])
  func `A13 the error and the reason share a row, and the error wins`(_ columns: Int, rows: Int) {
    var stage = Rehearsal(columns: columns, rows: rows)
    stage.type("Abcdefg1 ")
    #expect(stage.rows.contains { $0.contains("Longer is better") })
    stage.press(.tab)
    let error = columns < 50 ? "See the" : "Your password mu"
    #expect(stage.rows.contains { $0.contains(error) })
    #expect(!stage.rows.contains { $0.contains("Longer is better") })
    stage.press(Key(.tab, .shift))
    stage.press(.backspace)
    #expect(!stage.rows.contains { $0.contains(error) })
    #expect(stage.rows.contains { $0.contains("Longer is better") })
  }

  @Test func `nothing typed has no reason, and neither has a strong text`() {
    let judge = Judge(meter: Reasoning(level: .strong))
    var stage = Rehearsal(judge: judge)
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
    stage.type("a")
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
    stage = Rehearsal(judge: Judge(meter: Reasoning(level: .medium)))
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
    stage.type("a")
    #expect(stage.rows.contains { $0.contains("Neighbouring keys") })
    stage.press(.backspace)
    #expect(!stage.rows.contains { $0.contains("Keys that stand") })
  }

  private struct Reasoning: Meter {
    var level: Level

    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      Estimate(level: level, reasons: [.neighbours, .short])
    }
  }

  @Test(arguments: [(80, "Longer is better: 20 characters or more"), (40, "Longer is better")])
  func `B4 the advice is given up where the line has no room for it`(_ columns: Int, line: String) {
    var stage = Rehearsal(columns: columns, rows: 24)
    stage.type("a")
    let row = stage.rows.first { $0.contains("Longer") } ?? ""
    #expect(row.trimmingSpaces == line)
  }
}

extension String {
  /// The text without the spaces at its two ends.
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
