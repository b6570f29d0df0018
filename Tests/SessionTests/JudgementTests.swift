import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

private let requirements = "Your password must meet the requirements below."

/// What is judged when: points A4 to A9.
@Suite struct JudgementTests {
  @Test func `A4 not yet judged is dim, met green, failed red, each with its own sign`() throws {
    let emoji = Appearance(glyphs: .emoji, width: .standard)
    let before = try perform(.typing("a"), appearance: emoji).frame
    #expect(before.texts(in: .good) == ["✅"])
    #expect(before.rows.count { $0.contains("⚪") } == 5)
    #expect(!before.rows.contains { $0.contains("❌") })
    let after = try perform(.typing("a") + [.tab], appearance: emoji).frame
    #expect(after.texts(in: .good) == ["✅"])
    #expect(after.rows.count { $0.contains("❌") } == 5)
    #expect(!after.rows.contains { $0.contains("⚪") })
  }

  /// A text, and the criteria that it meets.
  @Test(
    arguments: [
      ("1234567", "···✓·"), ("12345678", "✓··✓·"),
      (String(repeating: "1", count: 32), "✓··✓·"), (String(repeating: "1", count: 33), "···✓·"),
      ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", "·····"),
      (String(repeating: "👩‍👩‍👧", count: 8), "✓···✓"),
      ("1234 5678", "···✓·"), ("1234\u{A0}5678", "···✓·"), ("1234\u{3000}5678", "···✓·"),
      ("1234\u{2028}5678", "···✓·"), ("AZ", "·✓···"), ("az", "··✓··"), ("09", "···✓·"), ("ＡａＺｚ１", "·····"),
      ("@", "····✓"), (":", "····✓"), ("?", "····✓"), ("!", "····✓"), ("(", "····✓"), (")", "····✓"),
      ("$", "····✓"), ("#", "····✓"), (",", "····✓"), (".", "····✓"), ("/", "····✓"), ("\\", "····✓"),
      ("%^&*-_=+;'\"<>|~`{}[]", "✓···✓"),
    ])
  func `A5 characters are counted as a person counts them, and only ASCII counts for the four`(
    _ text: String, signs: String
  ) throws {
    #expect(try perform(.typing(text)).frame.signs == signs)
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
      description.makeForm(), on: &terminal, judge: Judge(meter: LengthMeter(words: Words())))
    #expect(ending == .accepted(text, level))
  }

  @Test(
    arguments: [
      ("", "·····"), ("A", "·✓···"), ("Aa", "·✓✓··"), ("Aa1", "·✓✓✓·"), ("Aa1.", "·✓✓✓✓"),
      ("Aa1.2345", "✓✓✓✓✓"), ("Aa1.2345 ", "·✓✓✓✓"), ("ÀÉÎÕÜ", "·····"), ("١٢٣", "·····"),
    ])
  func `A6 before the first loss of focus criteria move between met and not yet judged`(
    _ text: String, signs: String
  ) throws {
    let played = try perform(.typing(text))
    #expect(played.frame.signs == signs)
    #expect(played.frame.errors == [])
  }

  @Test func `A6 there is a way back from met to not yet judged, and never a failure`() throws {
    let played = try perform(.typing("Aa1.2345") + [.key(.backspace), .control("u")])
    let signs = played.terminal.frames.map(\.signs)
    #expect(signs[8] == "✓✓✓✓✓")
    #expect(signs[9] == "·✓✓✓✓")
    #expect(signs[10] == "·····")
    #expect(!signs.joined().contains("✗"))
  }

  @Test func `A7 typing after the focus was lost moves criteria between met and failed`() throws {
    let played = try perform([.tab, .backTab] + .typing("Aa") + [.key(.backspace), .key(.backspace)])
    let signs = played.terminal.frames.map(\.signs)
    #expect(signs[0...2] == ["·····", "·····", "·····"])
    #expect(signs[3...6] == ["✗✓✗✗✗", "✗✓✓✗✗", "✗✓✗✗✗", "✗✗✗✗✗"])
  }

  @Test(
    arguments: [
      ("Aa", "✗", "✗✓✓✗✗"), ("Aa1", "✓", "✗✓✓✓·"), ("A1%", "✓", "✗✓·✓✓"), ("Aa1%", "✓", "✗✓✓✓✓"),
      ("Abcdefg1", "✓", "✓✓✓✓·"), ("aaaaaaaa", "✗", "✓✗✓✗✗"),
    ])
  func
    `A7 the line of the group has a sign, and once it is met what is not needed of the group has not failed`(
      _ text: String, group: Character, signs: String
    ) throws
  {
    func groupSign(_ frame: Frame) -> Character? {
      frame.rows.first { $0.contains("3 of these 4") }?.first { $0 != " " }
    }
    let typed = try perform(.typing(text))
    #expect(groupSign(typed.frame) == (group == "✓" ? "✓" : "·"))
    #expect(!typed.frame.signs.contains("✗"))
    let judged = try perform(.typing(text) + [.tab])
    #expect(groupSign(judged.frame) == group)
    #expect(judged.frame.signs == signs)
    let emptied = try perform(.typing(text) + [.tab, .backTab, .control("u")])
    #expect(groupSign(emptied.frame) == "✗" && emptied.frame.signs == "✗✗✗✗✗")
    #expect(groupSign(try perform([.tab]).frame) == "·")
  }

  @Test func `A7 a press beside everything is a loss of focus too`() throws {
    let played = try perform(.typing("Aa") + [.press(row: 0, column: 0), .tab] + .typing("1"))
    #expect(played.frame.signs == "✗✓✓✓·")
  }

  @Test(
    arguments: [
      ("", "·····", "Enter your password."),
      ("Aa1.2345 ", "✗✓✓✓✓", requirements),
      ("Aa1.2345%", "✓✓✓✓✓", nil),
      ("ä", "✗✗✗✗✗", requirements),
      ("%", "✗✗✗✗✓", requirements),
      ("Aa1.234", "✗✓✓✓✓", requirements),
      ("Aa345678", "✓✓✓✓·", nil),
      ("AA345678", "✓✓✗✓✗", requirements),
      ("aaaaaaaa", "✓✗✓✗✗", requirements),
      ("Aa1.2345678901234567890123456789012", "✗✓✓✓✓", requirements),
      ("Aa1.2345678901234567890123456789", "✓✓✓✓✓", nil),
      ("Aa1.2345", "✓✓✓✓✓", nil),
    ] as [(String, String, String?)])
  func `A8 a loss of focus judges in order, the first failure wins`(
    _ text: String, signs: String, error: String?
  ) throws {
    for leaving in [Step.tab, .backTab, .enter, .press(row: 0, column: 0), .press(row: 18, column: 20)]
    where leaving != .backTab || !text.isEmpty {
      let played = try perform(.typing(text) + [leaving])
      #expect(played.frame.signs == signs)
      #expect(played.frame.errors == (error.map { [$0] } ?? []))
    }
  }

  @Test(arguments: [Step.backTab, .key(.up)])
  func `A8 A9 a field that was never edited is not judged when the person goes back from it`(_ step: Step)
    throws
  {
    let first = try perform([step] + .typing("x"))
    #expect(first.frame.errors == [])
    #expect(first.frame.signs == "·····")
    let second = try perform(.typing("Aa1.2345") + [.tab, step])
    #expect(second.frame.errors == [])
    let edited = try perform(.typing("Aa1.2345") + [.tab] + .typing("a") + [.key(.backspace), step])
    #expect(edited.frame.errors == ["Enter your password again."])
  }

  @Test func `A8 cancelling judges nothing`() throws {
    let played = try perform(.typing("a") + [.escape])
    #expect(played.ending == .cancelled)
    #expect(played.terminal.frames.last?.errors == [])
    #expect(played.terminal.frames.last?.signs == "··✓··")
  }

  /// What was typed when the focus was lost, what is typed then, and the error that stands after each of these keys.
  @Test(
    arguments: [
      ("", "a", ["Enter your password.", nil]),
      ("", "%", ["Enter your password.", nil]),
      ("%a", "\u{8}", [requirements, requirements]),
      ("a%", "\u{8}\u{8}", [requirements, requirements, requirements]),
      ("Aa1.234", "5", [requirements, nil]),
      ("Aa1.234", "%", [requirements, nil]),
      ("Aa1.234", "5 \u{8}\u{8}", [requirements, nil, nil, nil, nil]),
      ("aaaaaaa", "A1", [requirements, requirements, nil]),
    ] as [(String, String, [String?])])
  func `A8 an error that stands goes when its own cause is gone, and no other takes its place`(
    _ before: String, after: String, errors: [String?]
  ) throws {
    let typed = after.unicodeScalars.map { $0 == "\u{8}" ? Step.key(.backspace) : .key(.scalar($0)) }
    let played = try perform(.typing(before) + [.press(row: 0, column: 0), .tab] + typed)
    let frames = played.terminal.frames.dropLast().suffix(typed.count + 1)
    #expect(frames.map { $0.errors.first } == errors)
  }

  @Test func `A8 after a judgement that left the criteria blank the next keystroke shows them strictly`()
    throws
  {
    let played = try perform([.tab, .backTab] + .typing("a"))
    #expect(played.frame.signs == "✗✗✓✗✗")
  }

  @Test(
    arguments: [
      ("Aa1.2345", "", "Enter your password again."), ("Aa1.2345", "Aa1.2344", "Passwords do not match."),
      ("Aa1.2345", "Aa1.2345", nil), ("Aa1.2345", "Aa1.23456", "Passwords do not match."),
    ] as [(String, String, String?)])
  func `A9 a loss of focus of the confirm field judges it`(
    _ first: String, second: String, error: String?
  ) throws {
    for leaving in [Step.tab, .backTab, .press(row: 0, column: 0)]
    where leaving != .backTab || !second.isEmpty {
      let played = try perform(.typing(first) + [.tab] + .typing(second) + [leaving])
      #expect(played.frame.errors == (error.map { [$0] } ?? []))
    }
  }

  /// What both fields hold when the confirm field is judged, in which field what is typed then, and the confirm field's
  /// error after each of these keys.
  @Test(
    arguments: [
      ("Aa1.2345", "Aa1.234", 1, "5", ["Passwords do not match.", nil]),
      ("Aa1.2345", "Aa1.23456", 0, "6", ["Passwords do not match.", nil]),
      ("Aa1.2345", "Aa1.2345", 0, "6\u{8}", [nil, nil, nil]),
      ("Aa1.2345", "Aa1.2345", 0, "\u{8}5", [nil, "Passwords do not match.", nil]),
      ("Aa1.2345", "Aa1.2345", 1, "6\u{8}", [nil, "Passwords do not match.", nil]),
      ("Aa1.2345", "Aa1.2345", 1, "\u{8}\u{8}4", [nil, nil, nil, nil]),
      ("Aa1.2345", "", 1, "x", ["Enter your password again.", "Passwords do not match."]),
      ("Aa1.2345", "", 1, "A", ["Enter your password again.", nil]),
      ("Aa1.2345", "Aa", 1, "x", ["Passwords do not match.", "Passwords do not match."]),
    ] as [(String, String, Int, String, [String?])])
  func
    `A9 an error under the confirm field goes with an edit that makes both equal, comes with one that parts them for good`(
      _ first: String, second: String, field: Int, typed: String, errors: [String?]
    ) throws
  {
    let keys = typed.unicodeScalars.map { $0 == "\u{8}" ? Step.key(.backspace) : .key(.scalar($0)) }
    let back: [Step] = field == 0 ? [.backTab] : [.tab, .backTab]
    let played = try perform(.typing(first) + [.tab] + .typing(second) + back + keys)
    let frames = played.terminal.frames.dropLast().suffix(keys.count + 1)
    #expect(frames.map { $0.errors.first } == errors)
  }

  @Test func `A9 before the confirm field was judged an edit of the new password brings no error under it`()
    throws
  {
    let played = try perform(.typing("Aa1.2345"))
    #expect(played.frame.errors == [])
  }

  @Test(
    arguments: [
      (Level.medium, "Aa1.2345", "Choose a stronger password."), (.medium, "Aa1.234567", nil),
      (.medium, "a", requirements), (.strong, "Aa1.234567", "Choose a stronger password."),
      (.weak, "Aa1.2345", nil),
    ] as [(Level, String, String?)])
  func `A14 a level below the least one is refused, and named where nothing else is missing`(
    _ minimum: Level, text: String, error: String?
  ) throws {
    var description = FormDescription.newPassword()
    description.policy = .classic(minimumLevel: minimum)
    let played = try perform(.typing(text) + [.tab], on: description.makeForm())
    #expect(played.frame.errors == (error.map { [$0] } ?? []))
  }

  @Test(arguments: [
    (Level.weak, nil, ["Weak", "Could be stronger", "Strong password"]),
    (.medium, "hard to guess", ["Too weak", "Could be stronger", "Strong password"]),
    (.strong, "very hard to guess", ["Too weak", "Could be stronger", "Strong password"]),
  ])
  func `A14 the least level is the last line of the panel, and where weak passes nothing is too weak`(
    _ minimum: Level, line: String?, words: [String]
  ) throws {
    var description = FormDescription.newPassword()
    description.policy = .classic(minimumLevel: minimum)
    for (count, word) in zip([9, 10, 20], words) {
      let played = try perform(
        .typing(String(repeating: "x", count: count)), on: description.makeForm(), judge: Judge())
      #expect(played.frame.rows.contains { $0.contains("▂") && $0.hasSuffix(" \(word)") })
      let label = played.frame.rows.first { $0.contains("hard to guess") }
      let sign = count >= (minimum == .strong ? 20 : 10) ? "✓" : "·"
      #expect(label?.split(separator: " ").joined(separator: " ") == line.map { "\(sign) \($0)" })
    }
  }
}
