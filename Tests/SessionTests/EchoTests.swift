import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

/// Typed text appears first, and is judged when no input waits. Nothing is decided by an old verdict.
struct EchoTests {
  /// A meter that counts how often it is asked, and finds every text of eight characters strong.
  private final class CountingMeter: Meter {
    private(set) var count = 0

    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      self.count += 1
      return Estimate(level: count >= 8 ? .strong : .weak)
    }
  }

  /// Plays a script without a delegate that wants a verdict at once.
  private func play(_ script: [Step], judge: Judge = Judge()) throws -> Performance {
    var terminal = ScriptedTerminal(script, fieldCount: 2)
    let ending = try run(on: &terminal, judge: judge)
    return Performance(terminal: terminal, ending: ending, calls: [])
  }

  @Test func `a typed character appears before it is judged, and is judged when no input waits`() throws {
    let played = try play(.typing("abcdefg1"))
    let echo = try #require(played.terminal.echoes.last)
    #expect(played.terminal.echoes.count == 8)
    #expect(echo.rows.contains { $0.contains("7 of 8-32") })
    #expect(echo.holes.isEmpty && echo.signs == "··✓··")
    #expect(echo.rows.contains { $0.contains("********") || $0.contains("••••••••") })
    #expect(played.frame.signs == "✓·✓✓·")
  }

  @Test func `a deleted character goes before the rest is judged`() throws {
    let played = try play(.typing("abcdefg1") + [.key(Key(.backspace))])
    #expect(played.terminal.echoes.count == 9)
    let (before, echo) = (played.terminal.echoes[7], played.terminal.echoes[8])
    let row = try #require(before.cursor).row
    #expect(echo.cursor == Position(row: row, column: try #require(before.cursor).column - 1))
    #expect(before.rows[row].filter { $0 == "•" }.count == 8)
    #expect(echo.rows[row].filter { $0 == "•" }.count == 7)
    #expect(echo.rows.contains { $0.contains("8 of 8-32") })
    #expect(played.frame.rows.contains { $0.contains("7 of 8-32") })
  }

  @Test func `the last deletion brings the placeholder back at once`() throws {
    let played = try play(.typing("a") + [.key(Key(.backspace))])
    let echo = try #require(played.terminal.echoes.last)
    #expect(
      echo.rows.contains { $0.contains("┃ New password") } && echo.rows.contains { $0.contains("1 of 8-32") })
  }

  @Test func `keys that come together are judged once`() throws {
    let meter = CountingMeter()
    let keys: [Step] = "bcdefgh".unicodeScalars.map { .waiting(.key(Key(.scalar($0)))) }
    let before = try play(.typing("a"), judge: Judge(meter: meter))
    let asked = meter.count
    #expect(before.terminal.echoes.count == 1)
    let played = try play(.typing("a") + keys, judge: Judge(meter: meter))
    #expect(meter.count == 2 * asked)
    #expect(played.terminal.echoes.count == 1)
  }

  @Test(arguments: [Key(.enter), Key(.tab)])
  func `A8 a key that ends editing finds what was typed just before it judged`(_ key: Key) throws {
    let typed: [Step] = "short".unicodeScalars.map { .waiting(.key(Key(.scalar($0)))) }
    let played = try play(.typing("x") + typed + [.waiting(.key(key))])
    #expect(played.frame.errors == ["Your password must meet the requirements below."])
    #expect(played.frame.signs == "✗✗✓✗✗")
  }

  @Test func `A10 a password that is accepted is the one that was judged`() throws {
    let typed: [Step] = "correct.Horse.9".unicodeScalars.map { .waiting(.key(Key(.scalar($0)))) }
    let again = typed + [.waiting(.key(Key(.enter)))]
    let played = try play([.resize(columns: 80, rows: 24)] + again + again)
    #expect(played.ending == .accepted("correct.Horse.9", .medium))
  }

  /// Keeps the error of the field for each edit.
  private final class ErrorKeeper: TextFieldDelegate {
    var errors: [String?] = []

    func textField(
      _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
    ) {
      if event == .editingChanged { errors.append(textField.errorMessage) }
    }
  }

  @Test func `A8 a delegate sees no error whose cause is gone`() throws {
    let keeper = ErrorKeeper()
    var terminal = ScriptedTerminal(.keys("abc Tab S-Tab ABC1234!"), fieldCount: 2)
    try run(on: &terminal, delegate: keeper)
    #expect(keeper.errors[6...7] == ["Your password must meet the requirements below.", nil])
  }

  @Test(arguments: [Key(.scalar(" ")), Key(.enter)])
  func `C10 the button finds a password listed that the last of a list forbids`(_ key: Key) throws {
    let word = "correct.Horse.9x"
    let file = try TemporaryFile(String(repeating: "zzzzzzzzzzzz\n", count: 5000) + word + "\n")
    let list = try WordFile(path: file.path)
    var description = FormDescription.custom(fields: [FormField.Configuration(.newPassword, name: "new")])
    description.policy = StandardPolicy.nist.policy()
    let played = try perform(
      [.resize(columns: 80, rows: 50)] + .filling(word, word) + [.tab, .wait(milliseconds: 50), .key(key)],
      on: description.makeForm(), judge: Judge(blocklists: [list]), lists: [list])
    #expect(list.isFinished)
    #expect(played.ending == .cancelled)
    #expect(!played.frame.errors.isEmpty)
  }

  @Test func `a form without fields is shown`() throws {
    #expect(try perform([.tab], on: FormDescription.custom(fields: []).makeForm()).ending == .cancelled)
  }
}
