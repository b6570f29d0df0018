import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

/// When texts are judged (A4 to A9).
@Suite struct JudgementTests {
  @Test func `A4 not yet judged is dim, met green, failed red, each with its own sign`() throws {
    let emoji = Appearance(glyphs: .emoji, width: .standard)
    let before = try perform(.typing("a"), appearance: emoji).frame
    #expect(before.texts(in: .good) == ["✅"])
    #expect(before.rows.count { $0.contains("⚪") } == 5)
    #expect(!before.rows.contains { $0.contains("❌") })
    let after = try perform(.keys("a Tab"), appearance: emoji).frame
    #expect(after.texts(in: .good) == ["✅"])
    #expect(after.rows.count { $0.contains("❌") } == 5)
    #expect(!after.rows.contains { $0.contains("⚪") })
  }

  @Test(
    arguments: [
      ("abandonment", Level.weak), ("abandonments", .medium), ("counterrevolutionary", .medium),
      ("counterrevolutionaryx", .strong), ("short", .weak),
    ])
  func `B6 a word of the dictionary is one level lower by the length meter`(_ text: String, level: Level)
    throws
  {
    struct Words: WordList {
      func contains(_ text: UTF8Span) -> Bool {
        ["abandonment", "counterrevolutionary", "short"].contains(String(copying: text))
      }
    }
    var description = FormDescription.newPassword()
    description.policy = Policy.anything
    description.fields[0].isConfirmed = false
    var terminal = ScriptedTerminal(.typing(text) + [.enter], fieldCount: 1)
    let ending = try run(
      description.makeForm(), on: &terminal, judge: Judge(meter: LengthMeter(words: [Words()])))
    #expect(ending == .accepted(text, level))
  }

  @Test func `A8 cancelling judges nothing`() throws {
    let played = try perform(.keys("a Esc"))
    #expect(played.ending == .cancelled)
    #expect(played.terminal.frames.last?.errors == [])
    #expect(played.terminal.frames.last?.signs == "··✓··")
  }
}
