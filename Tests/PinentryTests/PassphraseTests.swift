import TestSupport
import Testing
import Watchword
import WatchwordScreen

extension ServedTests {
  /// The forms that ask for a passphrase.
  @Suite struct PassphraseTests {
    private let new = [
      "SETREPEAT Repeat:", "SETREPEATERROR does not match - try again", "SETREPEATOK It fits.",
    ]
    private let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"

    @Test(arguments: [
      (["SETPROMPT Passphrase:"], "Passphrase"), (["OPTION default-prompt=Geheimzahl:"], "Geheimzahl"),
      ([], "PIN"), (["SETPROMPT PIN%3A"], "PIN"), (["SETPROMPT 密码："], "密码"), (["SETPROMPT "], "PIN"),
    ]) func `G2 unlocking has one field with the label that the agent gives it`(
      commands: [String], label: String
    ) throws {
      let played = try PlayedDialog(commands + ["SETDESC Unlock%0Athis"], script: .typing("x") + [.enter])
      #expect(played.frame.rows.contains { $0.contains(" \(label) ") })
      #expect(played.words.contains("Unlock this") && played.texts.count == 1)
      #expect(played.lines == ["D x", "OK"])
    }

    @Test func `G2 an empty passphrase is answered without a data line`() throws {
      try play([], [.enter], lines: ["OK"])
      try play(new, [.enter, .enter], lines: ["OK"])
      let emptied: [Step] = .typing("a") + [.tab, .backTab, .key(.backspace), .tab, .enter]
      try play(new, emptied, lines: ["OK"])
    }

    @Test func `G2 Esc and control C cancel, and hand out nothing`() throws {
      try play([], .typing("x") + [.escape], lines: [cancelled])
      try play(new, .typing("x") + [.control("c")], lines: [cancelled])
    }

    @Test func `G2 a new passphrase is typed twice, and the two have to be equal`() throws {
      try play(
        new, .typing("ab") + [.enter] + .typing("ab") + [.enter], lines: ["S PIN_REPEATED", "D ab", "OK"])
      for other: [Step] in [.typing("ax") + [.enter], [.enter]] {
        try play(
          new, .typing("ab") + [.enter] + other, lines: [cancelled], shows: ["does not match - try again"])
      }
      try play(
        ["SETREPEAT"], .typing("ab") + [.enter] + .typing("x") + [.enter],
        shows: ["The passphrases do not match.", "Repeat"])
    }

    @Test func `G2 where the two are equal that is said, and only there`() throws {
      try play(new, .typing("ab") + [.tab] + .typing("a"), hides: ["It fits."])
      try play(new, .typing("ab") + [.tab] + .typing("ab"), shows: ["It fits.", "✓"])
      try play(new, [.tab], hides: ["It fits."])
    }

    @Test func `G2 a new passphrase has bars, no least level, and so no reason`() throws {
      try play(new, .typing("ab") + [.wait(milliseconds: 800)], shows: ["Weak"], hides: ["Longer is better"])
      let accepted = try play(new, .typing("a") + [.enter] + .typing("a") + [.enter])
      #expect(accepted.lines.last == "OK")
      try play([], .typing("ab"), hides: ["Weak"])
    }

    @Test func `G2 hints for a new passphrase stand where there is room, and only there`() throws {
      let hints = [
        "OPTION constraints-enforce", "OPTION constraints-hint-short=8 or more",
        "OPTION constraints-hint-long=It must have%0Aa digit.",
      ]
      try play(hints + new, [.event(.tick)], shows: ["8 or more", "It must have a digit."])
      try play(hints, [.event(.tick)], hides: ["8 or more", "It must have"])
    }

    @Test(arguments: [("#", "##"), ("#!", "##"), ("\u{2022}", "••"), ("你", "••"), ("%20", "••"), ("", "••")])
    func `G2 what is typed is masked with the agent's character, where that is one column wide`(
      character: String, masked: String
    ) throws { try play(["OPTION invisible-char=\(character)"], .typing("ab"), shows: [" \(masked) "]) }

    @Test func `G2 an error of the agent stands above the field, and keeps no answer back`() throws {
      let error = ["SETERROR Bad Passphrase (try 2 of 3)", "SETPROMPT Passphrase"]
      let rows = try PlayedDialog(error, script: .typing("x")).frame.rows
      let place = try #require(rows.firstIndex { $0.contains("Bad Passphrase (try 2 of 3)") })
      #expect(rows[place...].contains { $0.contains("━ Passphrase ━") })
      #expect(try PlayedDialog(error, script: [.enter]).lines == ["OK"])
    }

    @Test func `G2 the buttons have the texts and the letters that the agent gives them`() throws {
      let buttons = ["OPTION default-ok=_OK", "OPTION default-cancel=_Cancel", "SETOK _Unlock"]
      try play(
        buttons, .typing("u") + [.key(.scalar("u"), .alt)], lines: ["D u", "OK"],
        shows: ["[ Unlock ] [ Cancel ]"])
      try play(buttons, [.key(.scalar("c"), .alt)], lines: [cancelled])
      try play([], [.event(.tick)], shows: ["[ OK ] [ Cancel ]"])
    }

    @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 4)])
    func `G2 in every window the field with the caret is in view with its error`(size: Size) throws {
      let commands = [
        "SETDESC Please enter the passphrase to%0Aprotect your new key", "SETPROMPT Passphrase:",
        "OPTION constraints-enforce",
      ]
      let typed = try play(commands + new, .typing("ab"), size: size, shows: ["••"])
      #expect(typed.frame.cursor != nil)
      try play(
        commands + new, .typing("ab") + [.tab], answers: ["D Too short.", "END"], size: size,
        shows: ["Too short.", "••"])
      try play(
        ["SETREPEAT Repeat"], .typing("ab") + [.tab] + .typing("ax") + [.enter], size: size,
        shows: ["The passphr", "••"])
    }

    @Test(arguments: [
      Size(columns: 80, rows: 3), Size(columns: 80, rows: 1), Size(columns: 40, rows: 2),
      Size(columns: 12, rows: 3), Size(columns: 16, rows: 24), Size(columns: 6, rows: 8),
    ]) func `G2 a window of any size takes a passphrase as long as its field is there`(size: Size) throws {
      let texts = ["SETDESC What%0Afor", "SETERROR Wrong", "SETPROMPT P"]
      let played = try play(texts, .typing("ab") + [.enter], size: size, lines: ["D ab", "OK"])
      #expect(played.terminal?.beeps == 0)
      try play(texts, .typing("a"), size: size, shows: ["•"])
      try play(
        texts + new, .typing("ab") + [.tab] + .typing("ab") + [.enter], size: size,
        lines: ["S PIN_REPEATED", "D ab", "OK"])
    }

    @Test(arguments: [Size(columns: 3, rows: 24), Size(columns: 2, rows: 3), Size(columns: 1, rows: 1)])
    func `G2 where the field is not there nothing is taken, and it is said what helps`(size: Size) throws {
      let played = try play(["SETPROMPT P"], .typing("a"), size: size, texts: [""], beeps: 1)
      #expect(played.frame.rows.first?.hasPrefix("Mak".prefix(size.columns)) == true)
      let grown: [Step] = [.resize(columns: 80, rows: 24)] + .typing("b") + [.enter]
      try play(["SETPROMPT P"], .typing("a") + grown, size: size, lines: ["D b", "OK"])
      try play([], [.escape], size: size, lines: [cancelled])
    }

    @Test func `G2 a long description begins at its first line, with the field in view below it`() throws {
      let long = "SETDESC " + (1...40).map { "line \($0)." }.joined(separator: "%0A")
      for size in [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 8)] {
        let played = try play(
          [long, "SETPROMPT Word", "SETERROR Wrong"], .typing("ab"), size: size,
          shows: ["line 1.", "Word", "••", "Wrong"], hides: ["line 39.", "line 40."])
        #expect(played.words.contains("…") && played.frame.cursor != nil)
      }
      try play([long] + new, .typing("ab"), shows: ["line 1.", "PIN", "Repeat", "••"], hides: ["line 40."])
      let read = (1...40).map { "line \($0)." }
      var seen: Set<String> = []
      for pages in 0...4 {
        let step = Step.key(.pageDown)
        let words = try PlayedDialog([long], script: Array(repeating: step, count: pages) + [.event(.tick)])
          .words
        seen.formUnion(read.filter(words.contains))
      }
      #expect(seen.count == 40)
      try play([long], [.key(.pageUp)], shows: ["line 40."])
    }

    @Test func `G3 what is typed goes out as it was typed, in no other normal form`() throws {
      let typed = "e\u{301}\u{212B}\u{A0} "
      let played = try PlayedDialog(new, script: .typing(typed) + [.enter] + .typing(typed) + [.enter])
      #expect(played.lines[1].unicodeScalars.elementsEqual("D \(typed)".unicodeScalars))
    }

    @Test(arguments: [("x", 255), ("é", 127), ("€", 85), ("😀", 63)])
    func `G3 a passphrase has at most 255 bytes, and more is refused as it is typed`(
      character: String, most: Int
    ) throws {
      let full = String(repeating: character, count: most)
      let script: [Step] = .typing(full) + .typing(character)
      let bytes = (most + 1) * character.utf8.count
      try play([], script, shows: ["Not taken: \(bytes) bytes, at most 255"], texts: [full], beeps: 1)
      // A lost character is an error until something is deleted.
      let mended = script + [.enter, .key(.backspace)] + .typing(character) + [.enter]
      try play([], mended, lines: ["D \(full)", "OK"])
    }

    @Test func `G3 a paste of 255 bytes is taken, and one of 256 is refused as a whole`() throws {
      let full = String(repeating: "é", count: 127) + "x"
      try play([], [.paste(full)], texts: [full])
      try play([], .typing("a") + [.paste(full)], shows: ["Not taken: 256 bytes, at most 255"], texts: ["a"])
      try play([], [.event(.refused(.tooLong))], shows: ["Not taken: more than 255 bytes"])
    }

    @Test func `G3 in the middle, and where a character is replaced, the bytes that would be there count`()
      throws
    {
      let full = String(repeating: "x", count: 254)
      let home: [Step] = .typing(full) + [.key(.home)]
      try play([], home + .typing("é"), shows: ["Not taken: 256 bytes, at most 255"])
      try play([], home + [.key(.delete)] + .typing("é"), texts: ["é" + full.dropFirst()])
    }
  }
}
