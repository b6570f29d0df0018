import TestSupport
import Testing
import WatchwordForms
import WatchwordScreen
import WatchwordStrength

/// What is typed appears first, and is judged when no input waits; nothing is decided by an old verdict.
struct EchoTests {
  /// A meter that counts how often it is asked, and finds every text of eight characters strong.
  private final class CountingMeter: Meter {
    private(set) var count = 0

    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      self.count += 1
      return Estimate(level: count >= 8 ? .strong : .weak)
    }
  }

  @Test func `a typed character appears before it is judged, and is judged when no input waits`() throws {
    let played = try perform(.typing("abcdefg1"))
    let echo = try #require(played.terminal.echoes.last)
    #expect(played.terminal.echoes.count == 8)
    #expect(echo.rows.contains { $0.contains("8 of 32") })
    #expect(echo.holes.isEmpty && echo.signs == "○○✓○○")
    #expect(echo.rows.contains { $0.contains("********") || $0.contains("••••••••") })
    #expect(played.frame.signs == "✓○✓✓○")
  }

  @Test func `keys that come together are judged once`() throws {
    let meter = CountingMeter()
    let keys: [Step] = "bcdefgh".unicodeScalars.map { .waiting(.key(Key(.scalar($0)))) }
    let before = try perform(.typing("a"), judge: Judge(meter: meter))
    let asked = meter.count
    #expect(before.terminal.echoes.count == 1)
    let played = try perform(.typing("a") + keys, judge: Judge(meter: meter))
    #expect(meter.count == 2 * asked)
    #expect(played.terminal.echoes.count == 1)
  }

  @Test(arguments: [Key(.enter), Key(.tab)])
  func `A8 a key that ends editing finds what was typed just before it judged`(_ key: Key) throws {
    let typed: [Step] = "short".unicodeScalars.map { .waiting(.key(Key(.scalar($0)))) }
    let played = try perform(.typing("x") + typed + [.waiting(.key(key))])
    #expect(played.frame.errors == ["Your password must meet the requirements below"])
    #expect(played.frame.signs == "✗✗✓✗✗")
  }

  @Test func `A10 a password that is accepted is the one that was judged`() throws {
    let typed: [Step] = "correct.Horse.9".unicodeScalars.map { .waiting(.key(Key(.scalar($0)))) }
    let again = typed + [.waiting(.key(Key(.enter)))]
    let played = try perform([.resize(columns: 80, rows: 24)] + again + again)
    #expect(played.ending == .accepted("correct.Horse.9", .medium))
  }
}
