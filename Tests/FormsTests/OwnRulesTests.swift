import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

/// The panel under added rules.
@Suite struct OwnRulesTests {
  private func stage(
    _ policy: StandardPolicy = .nistMFA, columns: Int = 80, rows: Int = 24, _ change: (inout OwnRules) -> Void
  ) -> Rehearsal {
    var description = FormDescription.newPassword()
    description.policy = policy.policy().applying(change)
    return Rehearsal(description, columns: columns, rows: rows)
  }

  private func line(_ stage: Rehearsal, with label: String) -> String {
    stage.rows.first { $0.contains(label) }?.trimmed ?? ""
  }

  /// The holes in the line about allowed characters.
  private func named(_ stage: Rehearsal) -> [Cell.Glyph] {
    let frame = stage.frame
    guard let row = frame.rows.firstIndex(where: { $0.contains("only ASCII") }) else { return [] }
    let glyphs = (0..<frame.size.columns).map { frame[row, $0].glyph }
    return glyphs.filter { if case .secret = $0 { true } else { false } }
  }

  @Test func `H2 the line names the character where the field is shown, as a hole, and only there`() {
    let stage = stage { $0.allowed = .ascii }
    let label = "only ASCII characters"
    stage.type("abécé")
    let masked = stage.frame
    #expect(line(stage, with: label) == "· \(label)")
    #expect(!masked.hasSecrets)
    stage.press(.control("r"))
    #expect(line(stage, with: label).hasPrefix("· \(label): not \""))
    #expect(named(stage) == [.secret(field: 0, index: 2)])
    stage.press(.control("r"))
    #expect(stage.frame == masked)
  }

  @Test func `H2 the name follows the first character that is not allowed, also one of two columns`() {
    let stage = stage { $0.allowed = .ascii }
    stage.play("ab漢é ^R")
    #expect(named(stage) == [.secret(field: 0, index: 2)])
    stage.play("Home x")
    #expect(named(stage) == [.secret(field: 0, index: 3)])
    stage.press(.right, .right, .delete)
    #expect(named(stage) == [.secret(field: 0, index: 3)])
    stage.press(.delete)
    #expect(named(stage).isEmpty)
  }
}
