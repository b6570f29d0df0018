import TestSupport
import Testing
import WatchwordScreen

extension ServedTests {
  /// The inquiries to the agent while a passphrase is typed.
  @Suite struct InquiryTests {
    private let new = ["SETREPEAT Repeat"]
    private let enforced = ["OPTION constraints-enforce", "SETREPEAT Repeat"]
    private let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"

    @Test func `G2 CHECKPIN is asked when the field is left, and never on a key`() throws {
      try play(enforced, .typing("a b+%é") + [.key(.left), .control("r")], inquiries: [])
      for key in [Step.tab, .enter, .backTab, .key(.down)] {
        try play(
          enforced, .typing("a b+%é") + [key], answers: ["END"], inquiries: ["INQUIRE CHECKPIN a+b%2B%25é"])
      }
    }

    @Test func `G2 what was allowed is not asked about again, and is accepted`() throws {
      let script: [Step] = .typing("ab") + [.tab] + .typing("ab")
      try play(
        enforced, script + [.backTab, .tab, .enter], answers: ["END"],
        lines: ["INQUIRE CHECKPIN ab", "S PIN_REPEATED", "D ab", "OK"])
      let changed = try play(
        enforced, script + [.backTab, .key(.end)] + .typing("c") + [.tab] + .typing("abc") + [.enter],
        answers: ["END", "END"], inquiries: ["INQUIRE CHECKPIN ab", "INQUIRE CHECKPIN abc"])
      #expect(changed.lines.suffix(2) == ["D abc", "OK"])
    }

    @Test func `G2 a refusal stands below the field, which keeps the focus and its text`() throws {
      let script: [Step] = .typing("ab") + [.tab]
      try play(
        enforced, script, answers: ["D Too short.%0A%0AUse 8", "D  or more.", "END"],
        shows: ["Too short. Use 8 or more."], beeps: 1)
      try play(
        enforced, script + .typing("c"), answers: ["D Too short.", "END"], shows: ["Too short."],
        texts: ["abc", ""])
      try play(
        enforced, script + .typing("c") + [.tab], answers: ["D Too short.", "END", "END"],
        hides: ["Too short."],
        texts: ["abc", ""])
    }

    @Test func `G2 the agent's reason controls no terminal and shows no passphrase`() throws {
      let quoting = ["D 'Horse.7x' is%20known", "END"]
      let script: [Step] = .typing("Horse.7x") + [.tab]
      try play(
        enforced, .typing("ab") + [.tab], answers: ["D %1b[31mNo%07%ff.", "END"], shows: ["No\u{FFFD}."])
      try play(
        enforced, script, answers: quoting, shows: ["This passphrase is not allowed."], hides: ["known"])
      try play(
        enforced + ["OPTION constraints-error-title=Not Allowed"], script, answers: quoting,
        shows: ["✗ Not Allowed "], hides: ["known"])
      let long = String(repeating: "no ", count: 300)
      try play(enforced, .typing("xy") + [.tab], answers: ["D \(long)", "END"], shows: ["no no", "…"])
    }

    @Test
    func `G2 nothing is checked where the agent enforces nothing, while unlocking, and of an empty text`()
      throws
    {
      try play(new, .typing("ab") + [.tab] + .typing("ab") + [.enter], inquiries: [])
      try play(["OPTION constraints-enforce"], .typing("a") + [.enter], lines: ["D a", "OK"])
      try play(enforced, [.tab, .enter], lines: ["OK"])
    }

    @Test func `G2 a long reason of the agent stands below the field, whole and once, where there is room`()
      throws
    {
      let reason =
        "You have entered an insecure passphrase - this is not allowed. A passphrase should be at least 8 "
        + "characters long. A passphrase should contain at least 1 digit or special character."
      let played = try PlayedDialog(
        enforced, answers: ["D \(reason)", "END"], script: .typing("x7") + [.tab])
      #expect(played.words.contains(reason))
      #expect(played.words.split(separator: "You have entered").count == 2)
    }

    @Test(arguments: ["ERR 5 no", "CANCEL", "OK", "BYE", ""])
    func `G2 where the agent answers with something else, or is gone, the dialog ends`(answer: String) throws
    {
      let dialogs: [([String], Step)] = [
        (enforced, .tab), (new + ["SETQUALITYBAR"], .key(.end)), (new + ["SETGENPIN Suggest"], .control("g")),
      ]
      for (commands, step) in dialogs {
        let played = try PlayedDialog(
          commands, answers: answer.isEmpty ? [] : [answer], isGone: true,
          script: .typing("a") + [step] + .typing("b"))
        #expect(played.inquiries.count == 1)
        #expect(played.lines.last == cancelled && played.terminal?.isOver == false)
      }
    }

    @Test(arguments: [
      ("100", "Quality: 100 %", 3), ("67", "Quality: 67 %", 3), ("66", "Quality: 66 %", 2),
      ("34", "Quality: 34 %", 2), ("33", "Quality: 33 %", 1), ("0", "Quality: 0 %", 1),
      ("-90", "Too weak: 90 %", 1), ("1000", "Quality: 100 %", 3), ("x", "Quality: 0 %", 1),
      ("-", "Quality: 0 %", 1),
    ]) func `G2 the agent's own quality is shown where it asks for that`(
      answer: String, words: String, bars: Int
    ) throws {
      let played = try PlayedDialog(
        new + ["SETQUALITYBAR Quality:"], answers: ["D \(answer)", "END"],
        script: .typing("a") + [.wait(milliseconds: 400)])
      #expect(played.inquiries == ["INQUIRE QUALITY a"])
      let row = try #require(played.frame.rows.first { $0.contains(words) })
      #expect(row.hasSuffix(words) && row.split(separator: " ").count { $0.allSatisfy { $0 == "▂" } } == bars)
      #expect(!played.words.contains("Longer is better"))
    }

    @Test func `G2 the quality is asked for after the key appeared, once for all keys that came together`()
      throws
    {
      let played = try PlayedDialog(
        new + ["SETQUALITYBAR"], answers: ["D 90", "END"],
        script: .typing("a") + [.waiting(.key(Key(.scalar("b"))))])
      #expect(played.inquiries == ["INQUIRE QUALITY ab"] && played.words.contains("Quality: 90 %"))
      let echo = try #require(played.terminal?.echoes.first)
      #expect(echo.rows.contains { $0.contains("•") } && !PlayedDialog.words(of: echo).contains("%"))
    }

    @Test func `G2 the quality of a passphrase that is known is shown too where the agent asks for it`()
      throws
    {
      try play(
        ["SETQUALITYBAR Güte"], .typing("a") + [.enter], answers: ["D 50", "END"],
        lines: ["INQUIRE QUALITY a", "D a", "OK"], shows: ["Güte 50 %"])
    }

    /// The steps of `parts`, one after the other.
    private func all(_ parts: [Step]...) -> [Step] { parts.flatMap(\.self) }

    @Test func `G2 what takes its time is waited for, while keys are read and shown`() throws {
      try play(
        new + ["SETQUALITYBAR"], inquiries: ["INQUIRE QUALITY a", "INQUIRE QUALITY abc"],
        shows: ["•••", "Quality: 90 %"]
      ) { agent in
        all(
          .typing("abc"), [.wait(milliseconds: 1900), agent.says("# busy", "D 5", "END")],
          [.wait(milliseconds: 1900), agent.says("D 9%30", "END"), .wait(milliseconds: 100)])
      }
    }

    @Test(arguments: [[], ["# one", "# two"], ["D 90"]])
    func `G2 without a whole answer in 2 s there is no bar, and the dialog goes on`(said: [String]) throws {
      let played = try play(
        new + ["SETQUALITYBAR"], lines: ["INQUIRE QUALITY a", "S PIN_REPEATED", "D a", "OK"], hides: ["%"]
      ) { agent in
        all(
          .typing("a"), [agent.says(said), .wait(milliseconds: 1000), agent.says(said)],
          [.wait(milliseconds: 1100), .enter], .typing("a"), [.enter])
      }
      #expect(!played.frame.rows.contains { $0.contains("▂") })
      try play(new + ["SETQUALITYBAR"], shows: ["▁▁"], hides: ["▂", "%"]) { agent in
        all(.typing("a"), [agent.says("D 90", "CAN"), .wait(milliseconds: 100)])
      }
    }

    @Test func `G2 an answer that comes too late is taken for no other`() throws {
      try play(
        new + ["SETQUALITYBAR"], inquiries: ["INQUIRE QUALITY a", "INQUIRE QUALITY abc"],
        shows: ["Quality: 70 %"]
      ) { agent in
        all(
          .typing("a"), [.wait(milliseconds: 2100)], .typing("b"), [.wait(milliseconds: 100)],
          .typing("c"), [agent.says("D 10", "END"), .event(.withdrawn)],
          [agent.says("D 70", "END"), .event(.withdrawn)])
      }
    }

    private let late = "The check took too long. Enter tries again."

    @Test func `G2 a passphrase whose check is not answered in 10 s is not handed out`() throws {
      let lines = ["INQUIRE CHECKPIN ab", cancelled]
      try play(enforced, lines: lines, shows: ["Checking"], hides: [late]) { agent in
        all(.typing("ab"), [.enter, agent.says("# comment"), .wait(milliseconds: 9900)])
      }
      for key in [Step.enter, .tab, .key(.down)] {
        try play(enforced, lines: lines, shows: [late], beeps: 1) { agent in
          all(
            .typing("ab"), [key, .wait(milliseconds: 5000), agent.says("# comment")],
            [.wait(milliseconds: 5100)])
        }
      }
      try play(enforced, lines: lines, shows: [late]) { agent in
        all(.typing("ab"), [.enter, agent.says("CAN"), .wait(milliseconds: 100)])
      }
    }

    @Test(arguments: [["END"], ["END", "END"]])
    func `G2 a late yes to one passphrase is none to the next`(yes: [String]) throws {
      try play(
        enforced, inquiries: ["INQUIRE CHECKPIN ab", "INQUIRE CHECKPIN abc"], shows: ["Too short."]
      ) { agent in
        all(
          .typing("ab"), [.enter, .wait(milliseconds: 10_100)], .typing("c"), [.enter, agent.says(yes)],
          [.wait(milliseconds: 300), agent.says("D Too short.", "END"), .wait(milliseconds: 100)])
      }
    }

    @Test(arguments: [["END"], ["END", "END"], ["D no", "END"], ["# a", "D no", "CAN"], ["BYE"]])
    func `G2 during a check Esc and control C cancel, and its answer is no command`(said: [String]) throws {
      for key in [Step.escape, .control("c")] {
        let played = try play(enforced, after: said + ["GETINFO version"]) { _ in
          all(.typing("ab"), [.enter, key])
        }
        let rest = said == ["BYE"] ? [] : ["D 0.1.0", "OK"]
        #expect(played.lines == ["INQUIRE CHECKPIN ab", cancelled] + rest)
      }
    }

    @Test func `G2 the quality of an offer is not asked for, and an offer that takes its time is dropped`()
      throws
    {
      try play(new + ["SETQUALITYBAR"], inquiries: [], shows: ["bits"]) { _ in
        [.control("g"), .control("w")]
      }
      let setup = new + ["SETGENPIN Suggest"]
      try play(setup, inquiries: ["INQUIRE GENPIN"], hides: ["bits"], texts: ["a", ""]) { agent in
        all([.control("g")], .typing("a"), [agent.says("D \(made)", "END"), .wait(milliseconds: 100)])
      }
      try play(setup, shows: ["The agent has made no passphrase."], texts: ["", ""], beeps: 1) { _ in
        [.control("g"), .wait(milliseconds: 2100)]
      }
    }

    private let made = "ybndrfg8ejkmcpqxot1uwisza345h7"

    @Test func `G2 control G offers the passphrase that the agent makes, and Return takes it twice`() throws {
      let (setup, answers) = (new + ["SETGENPIN _Suggest"], ["D \(made)", "END"])
      let played = try play(
        setup, [.control("g")], answers: answers, inquiries: ["INQUIRE GENPIN"], shows: ["150 bits"])
      #expect(played.terminal?.shownTexts.dropLast().last?.values.contains(made) == true)
      try play(
        setup, [.control("g"), .enter, .enter, .enter], answers: answers,
        lines: ["INQUIRE GENPIN", "S PIN_REPEATED", "D \(made)", "OK"])
      try play(setup, [.event(.tick)], shows: ["^G suggest"])
    }

    @Test
    func `B4 F4 G2 the key for a suggestion is named while nothing is typed, where the form offers one`()
      throws
    {
      try play(new, [.event(.tick)], shows: ["Press ^G for a suggestion."])
      try play(new + ["SETGENPIN Suggest"], [.event(.tick)], shows: ["Press ^G for a suggestion."])
      try play(new, .typing("a"), hides: ["for a suggestion"])
      try play([], [.event(.tick)], hides: ["for a suggestion", "^G"])
      try play(["SETQUALITYBAR"], [.event(.tick)], hides: ["for a suggestion", "^G"])
    }

    @Test func `G2 another passphrase of the agent's comes with the next control G, and words are our own`()
      throws
    {
      let (setup, question, answer) = (new + ["SETGENPIN Suggest"], "INQUIRE GENPIN", ["D \(made)", "END"])
      let twice = [question, question]
      try play(setup, [.control("g"), .control("g")], answers: answer + answer, inquiries: twice)
      try play(setup, [.control("g"), .control("w")], answers: answer, inquiries: [question])
    }

    @Test(arguments: ["D ", "D %0a", "D %ff", "D " + String(repeating: "y", count: 256), "#"])
    func `G2 where the agent makes none that can be taken, that is said`(answer: String) throws {
      try play(
        new + ["SETGENPIN Suggest"], [.control("g")], answers: [answer, "END"],
        shows: ["The agent has made no passphrase."], texts: ["", ""], beeps: 1)
    }

    @Test func `G2 without SETGENPIN the form offers a passphrase of its own`() throws {
      let played = try play(new, [.control("g"), .enter, .enter, .enter], inquiries: [])
      #expect(played.lines.count == 3)
      try play([], [.control("g")], beeps: 1)
    }
  }
}
