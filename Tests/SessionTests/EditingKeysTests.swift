import TestSupport
import Testing
import Watchword
import WatchwordScreen

/// What each editing key makes of a text, by readline(3): point 4 of the second issue.
@Suite struct EditingKeysTests {
  /// One key at work: the text before and after with the caret as a bar, and whether the bell sounds.
  struct Row: CustomTestStringConvertible {
    let steps: [Step]
    let before: String
    let after: String
    let beeps: Int
    let testDescription: String

    init(_ name: String, _ keys: [Key], _ before: String, _ after: String, beeps: Int = 0) {
      steps = keys.map { .key($0) }
      (self.before, self.after, self.beeps) = (before, after, beeps)
      testDescription = "\(name): \(before) -> \(after)"
    }
  }

  private static let family = "👩‍👩‍👧"
  private static let flag = "🇩🇪"
  private static let accented = "e\u{301}"

  /// Keys that do the same to a masked and to a shown text.
  static let always: [Row] = [
    Row("Left", [Key(.left)], "ab|c", "a|bc"),
    Row("Left", [Key(.left)], "|abc", "|abc", beeps: 1),
    Row("Left", [Key(.left)], "a\(family)|b", "a|\(family)b"),
    Row("Left", [Key(.left)], "a\(accented)|", "a|\(accented)"),
    Row("Left", [Key(.left)], "漢字|", "漢|字"),
    Row("Ctrl-B", [.control("b")], "ab|c", "a|bc"),
    Row("Right", [Key(.right)], "a|bc", "ab|c"),
    Row("Right", [Key(.right)], "abc|", "abc|", beeps: 1),
    Row("Right", [Key(.right)], "|\(flag)\(flag)", "\(flag)|\(flag)"),
    Row("Ctrl-F", [.control("f")], "a|bc", "ab|c"),
    Row("Home", [Key(.home)], "ab|c", "|abc"),
    Row("Ctrl-A", [.control("a")], "ab|c", "|abc"),
    Row("End", [Key(.end)], "a|bc", "abc|"),
    Row("Ctrl-E", [.control("e")], "a|bc", "abc|"),
    Row("Backspace", [Key(.backspace)], "ab|c", "a|c"),
    Row("Backspace", [Key(.backspace)], "|abc", "|abc", beeps: 1),
    Row("Backspace", [Key(.backspace)], "a\(family)|b", "a|b"),
    Row("Backspace", [Key(.backspace)], "a\(accented)|b", "a|b"),
    Row("Backspace", [Key(.backspace)], "漢字|", "漢|"),
    Row("Backspace", [Key(.backspace)], "\(flag)\(flag)|", "\(flag)|"),
    Row("Backspace", [Key(.backspace)], "a👍🏽|", "a|"),
    Row("Ctrl-H", [.control("h")], "ab|c", "a|c"),
    Row("Delete", [Key(.delete)], "a|bc", "a|c"),
    Row("Delete", [Key(.delete)], "abc|", "abc|", beeps: 1),
    Row("Delete", [Key(.delete)], "|\(accented)b", "|b"),
    Row("Ctrl-D", [.control("d")], "a|\(family)c", "a|c"),
    Row("Ctrl-D on nothing", [.control("d")], "|", "|"),
    Row("Delete on nothing", [Key(.delete)], "|", "|"),
    Row("Ctrl-K", [.control("k")], "a|bc", "a|"),
    Row("Ctrl-K", [.control("k")], "|abc", "|"),
    Row("Ctrl-K", [.control("k")], "abc|", "abc|", beeps: 1),
    Row("Ctrl-U", [.control("u")], "ab|c", "|c"),
    Row("Ctrl-U", [.control("u")], "abc|", "|"),
    Row("Ctrl-U", [.control("u")], "|abc", "|abc", beeps: 1),
    Row("Ctrl-T", [.control("t")], "a|bc", "ba|c"),
    Row("Ctrl-T at the end", [.control("t")], "abc|", "acb|"),
    Row("Ctrl-T at the start", [.control("t")], "|abc", "|abc", beeps: 1),
    Row("Ctrl-T on one", [.control("t")], "a|", "a|", beeps: 1),
    Row("Ctrl-T", [.control("t")], "\(family)|\(accented)c", "\(accented)\(family)|c"),
    Row("Ctrl-Y after a cut", [.control("k"), .control("y")], "a|bc", "a|", beeps: 1),
    Row("Insert", [Key(.scalar("x"))], "a|bc", "ax|bc"),
    Row("a combining mark", [Key(.scalar("\u{301}"))], "e|b", "\(accented)|b"),
  ]

  /// Word keys in a masked text: the whole text is one word, so that nobody learns where its words end.
  static let masked: [Row] = [
    Row("Alt-B", [.alt("b")], "ab cd.e|f", "|ab cd.ef"),
    Row("Ctrl-Left", [Key(.left, .control)], "ab cd|", "|ab cd"),
    Row("Alt-F", [.alt("f")], "a|b cd", "ab cd|"),
    Row("Ctrl-Right", [Key(.right, .control)], "|ab cd", "ab cd|"),
    Row("Ctrl-W", [.control("w")], "ab cd|ef", "|ef"),
    Row("Alt-Backspace", [Key(.backspace, .alt)], "ab cd|ef", "|ef"),
    Row("Alt-D", [.alt("d")], "a|b cd", "a|"),
    Row("Alt-D", [.alt("d")], "ab|", "ab|", beeps: 1),
    Row("Ctrl-W", [.control("w")], "|ab", "|ab", beeps: 1),
  ]

  /// Word keys in a shown text, as in readline.
  static let shown: [Row] = [
    Row("Alt-B", [.alt("b")], "ab cd.ef|", "ab cd.|ef"),
    Row("Alt-B", [.alt("b")], "ab cd.|ef", "ab |cd.ef"),
    Row("Alt-B", [.alt("b")], "ab|", "|ab"),
    Row("Alt-B", [.alt("b")], "..|", "|.."),
    Row("Alt-Left", [Key(.left, .alt)], "ab cd|", "ab |cd"),
    Row("Alt-F", [.alt("f")], "|ab cd", "ab| cd"),
    Row("Alt-F", [.alt("f")], "ab| ..cd", "ab ..cd|"),
    Row("Ctrl-Right", [Key(.right, .control)], "a|b cd", "ab| cd"),
    Row("Ctrl-W", [.control("w")], "ab cd.ef|", "ab |"),
    Row("Ctrl-W", [.control("w")], "ab  |cd", "|cd"),
    Row("Ctrl-W", [.control("w")], "ab\u{3000}cd|", "ab\u{3000}|"),
    Row("Alt-Backspace", [Key(.backspace, .alt)], "ab cd.ef|", "ab cd.|"),
    Row("Alt-Backspace", [Key(.backspace, .alt)], "ab cd.|", "ab |"),
    Row("Alt-D", [.alt("d")], "|ab cd", "| cd"),
    Row("Alt-D", [.alt("d")], "ab| ..cd e", "ab| e"),
    Row("Alt-D", [.alt("d")], "漢字\(accented)| \(accented)x ", "漢字\(accented)| "),
  ]

  private func check(_ row: Row, isShown: Bool) throws {
    let parts = row.before.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let mark = row.after.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    let way: [Step] =
      (isShown ? [.control("r")] : []) + .typing(parts.joined())
      + Array(repeating: .key(.left), count: parts[1].count)
    let played = try perform(way + row.steps)
    #expect(played.texts[0] == mark.joined())
    #expect(played.terminal.beeps == row.beeps)
    // The caret shows itself by what is typed next.
    let marked = try perform(way + row.steps + .typing("\u{1F4CD}"))
    #expect(marked.texts[0] == mark.joined(separator: "\u{1F4CD}"))
  }

  @Test(arguments: always + masked)
  func `an editing key in a masked field`(_ row: Row) throws { try check(row, isShown: false) }

  @Test(arguments: always + shown)
  func `an editing key in a shown field`(_ row: Row) throws { try check(row, isShown: true) }

  @Test(
    arguments: [
      ("xyz", "axyz|b", nil), ("x\n", "ax|b", nil), ("x\r", "ax|b", nil), ("x\r\n", "ax|b", nil),
      ("\n", "a|b", nil), ("", "a|b", nil), ("\r\n", "a|b", nil),
      ("x\n\n", "a|b", "Not pasted: it holds a control character"),
      ("x\n\r", "a|b", "Not pasted: it holds a control character"),
      ("x\r\r\n", "a|b", "Not pasted: it holds a control character"),
      ("x\ty", "a|b", "Not pasted: it holds a control character"),
      ("x\u{1B}[A", "a|b", "Not pasted: it holds a control character"),
      ("x\u{7F}", "a|b", "Not pasted: it holds a control character"),
      ("x\u{85}", "a|b", "Not pasted: it holds a control character"),
      ("\u{0}", "a|b", "Not pasted: it holds a control character"),
      (String(repeating: "x", count: 4095), "a|b", "Not taken: a field holds 4,096 bytes"),
      ("\u{301}", "a\u{301}|b", nil),
    ] as [(String, String, String?)])
  func `a paste is taken whole or refused whole and visibly, and does not submit`(
    _ text: String, after: String, notice: String?
  ) throws {
    let way: [Step] = .typing("ab") + [.key(.left), .paste(text)]
    let played = try perform(way)
    let parts = after.split(separator: "|").map(String.init)
    #expect(played.texts[0] == parts.joined())
    #expect(played.frame.notices == (notice.map { [$0] } ?? []))
    #expect(played.terminal.beeps == (notice == nil ? 0 : 1))
    #expect(played.terminal.hasForgottenPaste)
    #expect(played.terminal.isOver)
    #expect(try perform(way + .typing("!")).texts[0] == parts.joined(separator: "!"))
  }

  @Test func `a field takes 4,096 bytes and not one more`() throws {
    let most = String(repeating: "é", count: 2048)
    let played = try perform([.paste(most)])
    #expect(played.texts[0] == most)
    #expect(played.frame.notices == [])
    let typed = try perform([.paste(most)] + .typing("x"))
    #expect(typed.texts[0] == most)
    #expect(typed.frame.notices == ["Not taken: a field holds 4,096 bytes"])
    #expect(typed.terminal.beeps == 1)
  }

  @Test(
    arguments: [
      (Event.Refusal.tooLong, "Not taken: a field holds 4,096 bytes"),
      (.incomplete, "Not pasted: its end did not arrive"),
    ])
  func `what the terminal refused is said until the next key`(_ refusal: Event.Refusal, notice: String) throws
  {
    let played = try perform(.typing("a") + [.event(.refused(refusal))])
    #expect(played.texts[0] == "a")
    #expect(played.frame.notices == [notice])
    #expect(played.terminal.beeps == 1)
    #expect(try perform(.typing("a") + [.event(.refused(refusal)), .key(.left)]).frame.notices == [])
  }

  @Test(
    arguments: [
      (Event.Refusal.notText, "Not taken: not a character of this terminal's encoding"),
      (.noCharacterSet, "Not taken: only ASCII works in this locale"),
    ], [[], ["a"]])
  func `a character that is lost is an error until the person takes something out of the text`(
    _ loss: (refusal: Event.Refusal, error: String), before: [String]
  ) throws {
    let lost = before.flatMap { [Step].typing($0) } + [.event(.refused(loss.refusal))]
    let ways: [[Step]] = [
      [], .typing("b"), .typing("b") + [.paste("")], .typing("b") + [.tab], .typing("b") + [.key(.enter)],
      .typing("b") + [.key(.control("k"))], .typing("b") + [.key(.delete)],
      .typing("b") + [.key(.left), .key(.right)],
    ]
    for steps in ways {
      let played = try perform(lost + steps)
      #expect(played.frame.errors == [loss.error], "\(steps)")
      #expect(played.texts[0] == before.joined() + (steps.isEmpty ? "" : "b"))
    }
    for key in [Key(.backspace), .control("u"), .control("w")] {
      let played = try perform(lost + [.key(key)])
      #expect(played.frame.errors == [], "\(key)")
    }
    // What is pasted into an empty field is a whole.
    #expect(try perform(lost + [.paste("b")]).frame.errors == (before.isEmpty ? [] : [loss.error]))
  }

  @Test(arguments: [[], ["n"], ["n", "e"]])
  func `a character that is lost where the next one replaces the text is an error of the new text`(
    after: [String]
  ) throws {
    var first = FormField.Configuration(.text)
    first.clearsOnInsertion = true
    let form = FormDescription.custom(fields: [first, FormField.Configuration(.name)]).makeForm()
    let armed: [Step] = .typing("old") + [.tab, .backTab]
    let lost = armed + [.event(.refused(.notText))] + after.flatMap { [Step].typing($0) }
    let played = try perform(lost + [.enter], on: form)
    #expect(played.texts[0] == after.joined())
    #expect(played.frame.errors == ["Not taken: not a character of this terminal's encoding"])
  }

  @Test func `a confirm field that has lost a character is not called equal`() throws {
    let password = "Tr7.vQ9-kLw2"
    let typed: [Step] = .typing(password) + [.tab] + .typing(password)
    let emoji = Appearance(glyphs: .emoji, width: .standard)
    let equal = try perform(typed, appearance: emoji).frame.texts(in: .good)
    let lost = try perform(typed + [.event(.refused(.notText))], appearance: emoji).frame
    #expect(lost.texts(in: .good).count == equal.count - 1)
    #expect(lost.errors == ["Not taken: not a character of this terminal's encoding"])
  }

  @Test(arguments: [0, 1, 2])
  func `that another program changed the terminal is said until the next key, whatever has the focus`(
    tabs: Int
  )
    throws
  {
    let tabs = Array(repeating: Step.tab, count: tabs)
    let played = try perform(tabs + [.event(.disturbed)])
    #expect(played.frame.notices == ["Another program changed the terminal; the form was drawn again"])
    #expect(played.terminal.invalidations == 1 && played.terminal.beeps == 0)
    #expect(try perform(tabs + [.event(.disturbed), .key(.left)]).frame.notices == [])
  }

  @Test func `a refused paste asks nobody and tells nobody`() throws {
    let played = try perform([.paste("a\tb")])
    #expect(played.lastCalls == [])
  }

  @Test func `one mask sign stands for one cluster, whatever its width`() throws {
    let text = "a" + Self.family + Self.flag + Self.accented + "漢"
    let played = try perform(.typing(text))
    #expect(played.rows[4].contains("◙ ••••• "))
    #expect(played.frame.cursor == Position(row: 4, column: 15))
    #expect(played.rows[3].contains("5 of 8-32"))
  }
}
