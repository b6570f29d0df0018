import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

/// The panel under rules of the place: issue 13, H2.
@Suite struct OwnRulesTests {
  private func stage(
    _ policy: StandardPolicy = .nistMFA, columns: Int = 80, rows: Int = 24, _ change: (inout OwnRules) -> Void
  ) -> Rehearsal {
    var description = FormDescription.newPassword()
    description.policy = policy.policy().applying(change)
    return Rehearsal(description, columns: columns, rows: rows)
  }

  private func line(_ stage: inout Rehearsal, with label: String) -> String {
    stage.rows.first { $0.contains(label) }?.trimmed ?? ""
  }

  /// The holes in the line of the allowed characters.
  private func named(_ stage: inout Rehearsal) -> [Cell.Glyph] {
    let frame = stage.frame
    guard let row = frame.rows.firstIndex(where: { $0.contains("only ASCII") }) else { return [] }
    let glyphs = (0..<frame.size.columns).map { frame[row, $0].glyph }
    return glyphs.filter { if case .secret = $0 { true } else { false } }
  }

  @Test func `H2 a character that is not allowed fails its line at once, and the line is met when it goes`() {
    var stage = stage { $0.allowed = .ascii }
    let label = "only ASCII characters"
    #expect(line(&stage, with: label) == "· \(label)")
    stage.type("abc")
    #expect(line(&stage, with: label) == "✓ \(label)")
    stage.type("é")
    #expect(line(&stage, with: label) == "✗ \(label)")
    #expect(line(&stage, with: "8 characters or more") == "· 8 characters or more")
    stage.type("d")
    #expect(line(&stage, with: label) == "✗ \(label)")
    stage.press(.backspace, .backspace)
    #expect(line(&stage, with: label) == "✓ \(label)")
    stage.press(.control("u"))
    #expect(line(&stage, with: label) == "· \(label)")
  }

  @Test func `H2 the line names the character where the field is shown, as a hole, and only there`() {
    var stage = stage { $0.allowed = .ascii }
    let label = "only ASCII characters"
    stage.type("abécé")
    let masked = stage.frame
    #expect(line(&stage, with: label) == "✗ \(label)")
    #expect(!masked.hasSecrets)
    stage.press(.control("r"))
    #expect(line(&stage, with: label).hasPrefix("✗ \(label): not \""))
    #expect(named(&stage) == [.secret(field: 0, index: 2)])
    stage.press(.control("r"))
    #expect(stage.frame == masked)
  }

  @Test func `H2 the name follows the first character that is not allowed, also one of two columns`() {
    var stage = stage { $0.allowed = .ascii }
    stage.type("ab漢é")
    stage.press(.control("r"))
    #expect(named(&stage) == [.secret(field: 0, index: 2)])
    stage.press(.home)
    stage.type("x")
    #expect(named(&stage) == [.secret(field: 0, index: 3)])
    stage.press(.right, .right, .delete)
    #expect(named(&stage) == [.secret(field: 0, index: 3)])
    stage.press(.delete)
    #expect(named(&stage).isEmpty)
  }

  @Test func `H2 where the line has no room for the name it is left out, and nothing is cut`() {
    var stage = stage(columns: 40, rows: 40) { $0.allowed = AllowedCharacters("0123456789abcdefXY") }
    stage.press(.control("r"))
    stage.type("z")
    #expect(!stage.rows.contains { $0.contains("not \"") })
    #expect(stage.rows.contains { $0.trimmed == "✗ only these characters: 0-9XYa-f" })
  }

  @Test func `H2 a character that is not allowed keeps the form open, with the panel's error`() {
    var stage = stage(.pin) { _ in }
    stage.type("12a4")
    stage.press(.tab)
    #expect(stage.words.contains("Your password must meet the requirements below."))
    stage.press(.backspace)
    stage.press(Key(.tab, .shift))
    stage.press(.control("u"))
    stage.type("1234")
    stage.press(.tab)
    stage.type("1234")
    stage.press(.enter)
    #expect(stage.requests.contains(.accept))
  }

  @Test func `H1 a pin is called weak, not too weak`() {
    var stage = stage(.pin) { _ in }
    stage.type("1234")
    #expect(stage.words.contains("Weak") && !stage.words.contains("Too weak"))
    #expect(stage.words.contains("4 of 4-12"))
  }

  @Test func `H2 the counter counts to the lengths of the place`() {
    var stage = stage { ($0.minimumLength, $0.maximumLength) = (12, 20) }
    stage.type("abc")
    #expect(stage.words.contains("3 of 12-20"))
    var open = self.stage { $0.minimumLength = 12 }
    open.type("abc")
    #expect(open.words.contains("3, at least 12"))
  }

  @Test func `H1 with 25 characters two kinds of bsi are enough, and no kind has failed`() {
    var stage = stage(.bsi) { _ in }
    stage.type("only lower case of 25 cha")
    stage.press(.tab)
    #expect(line(&stage, with: "25 characters or more: 2").hasPrefix("✓"))
    #expect(line(&stage, with: "Use all 4").hasPrefix("✓"))
    #expect(line(&stage, with: "uppercase letter").hasPrefix("·"))
    stage.press(Key(.tab, .shift))
    stage.press(.backspace)
    #expect(line(&stage, with: "Use all 4").hasPrefix("✗"))
    #expect(line(&stage, with: "uppercase letter").hasPrefix("✗"))
    #expect(line(&stage, with: "25 characters or more: 2").hasPrefix("·"))
  }
}
