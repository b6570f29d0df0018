import TestSupport
import Testing
import WatchwordScreen

@testable import WatchwordCLI

extension ServedTests {
  /// What the agent is asked while a passphrase is typed: issue 12, G2.
  @Suite struct InquiryTests {
    private let new = ["SETREPEAT Repeat"]
    private let enforced = ["OPTION constraints-enforce", "SETREPEAT Repeat"]
    private let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"

    @Test func `G2 CHECKPIN is asked when the field is left, and never on a key`() throws {
      let typed = try PlayedDialog(enforced, script: .typing("a b+%é") + [.key(.left), .control("r")])
      #expect(typed.inquiries == [])
      for key in [Step.tab, .enter, .backTab, .key(.down)] {
        let left = try PlayedDialog(enforced, answers: ["END"], script: .typing("a b+%é") + [key])
        #expect(left.inquiries == ["INQUIRE CHECKPIN a+b%2B%25é"])
      }
    }

    @Test func `G2 what was allowed is not asked about again, and is accepted`() throws {
      let script: [Step] = .typing("ab") + [.tab] + .typing("ab")
      let played = try PlayedDialog(enforced, answers: ["END"], script: script + [.backTab, .tab, .enter])
      #expect(played.lines == ["INQUIRE CHECKPIN ab", "S PIN_REPEATED", "D ab", "OK"])
      let changed = try PlayedDialog(
        enforced, answers: ["END", "END"],
        script: script + [.backTab, .key(.end)] + .typing("c") + [.tab] + .typing("c") + [.enter])
      #expect(changed.inquiries == ["INQUIRE CHECKPIN ab", "INQUIRE CHECKPIN abc"])
      #expect(changed.lines.suffix(2) == ["D abc", "OK"])
    }

    @Test func `G2 a refusal stands below the field, which keeps the focus and its text`() throws {
      let played = try PlayedDialog(
        enforced, answers: ["D Too short.%0A%0AUse 8", "D  or more.", "END"], script: .typing("ab") + [.tab])
      #expect(played.words.contains("Too short. Use 8 or more."))
      #expect(played.terminal?.beeps == 1)
      let mended = try PlayedDialog(
        enforced, answers: ["D Too short.", "END"], script: .typing("ab") + [.tab] + .typing("c"))
      #expect(mended.texts == ["abc", ""] && !mended.words.contains("Too short."))
    }

    @Test func `G2 the agent's reason controls no terminal and shows no passphrase`() throws {
      let odd = try PlayedDialog(
        enforced, answers: ["D %1b[31mNo%07%ff.", "END"], script: .typing("ab") + [.tab])
      #expect(odd.words.contains("No\u{FFFD}."))
      let quoting = try PlayedDialog(
        enforced, answers: ["D 'Horse.7x' is%20known", "END"], script: .typing("Horse.7x") + [.tab])
      #expect(quoting.words.contains("This passphrase is not allowed.") && !quoting.words.contains("known"))
      let titled = try PlayedDialog(
        enforced + ["OPTION constraints-error-title=Not Allowed"],
        answers: ["D 'Horse.7x' is%20known", "END"], script: .typing("Horse.7x") + [.tab])
      #expect(titled.words.contains("✗ Not Allowed ") && !titled.words.contains("known"))
      let long = String(repeating: "no ", count: 300)
      let cut = try PlayedDialog(enforced, answers: ["D \(long)", "END"], script: .typing("xy") + [.tab])
      #expect(cut.words.contains("no no") && cut.words.contains("…"))
    }

    @Test
    func `G2 nothing is checked where the agent enforces nothing, while unlocking, and of an empty text`()
      throws
    {
      let twice: [Step] = .typing("ab") + [.tab] + .typing("ab") + [.enter]
      #expect(try PlayedDialog(new, script: twice).inquiries == [])
      let unlocking = try PlayedDialog(["OPTION constraints-enforce"], script: .typing("a") + [.enter])
      #expect(unlocking.lines == ["D a", "OK"])
      #expect(try PlayedDialog(enforced, script: [.tab, .enter]).lines == ["OK"])
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

    @Test(arguments: ["CAN", "ERR 5 no", "CANCEL", "OK", "BYE", ""])
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

    @Test func `G2 without SETQUALITYBAR the agent is not asked for a quality`() throws {
      #expect(try PlayedDialog(new, script: .typing("ab") + [.tab] + .typing("ab")).inquiries == [])
    }

    @Test func `G2 the quality of a passphrase that is known is shown too where the agent asks for it`()
      throws
    {
      let played = try PlayedDialog(
        ["SETQUALITYBAR Güte"], answers: ["D 50", "END"], script: .typing("a") + [.enter])
      #expect(played.lines == ["INQUIRE QUALITY a", "D a", "OK"] && played.words.contains("Güte 50 %"))
    }

    private let made = "ybndrfg8ejkmcpqxot1uwisza345h7"

    @Test func `G2 control G offers the passphrase that the agent makes, and Return takes it twice`() throws {
      let setup = new + ["SETGENPIN _Suggest"]
      let played = try PlayedDialog(setup, answers: ["D \(made)", "END"], script: [.control("g")])
      #expect(played.inquiries == ["INQUIRE GENPIN"] && played.words.contains("150 bits"))
      #expect(played.terminal?.shownTexts.dropLast().last?.values.contains(made) == true)
      let taken = try PlayedDialog(
        setup, answers: ["D \(made)", "END"], script: [.control("g"), .enter, .enter, .enter])
      #expect(taken.lines == ["INQUIRE GENPIN", "S PIN_REPEATED", "D \(made)", "OK"])
      #expect(try PlayedDialog(setup, script: [.event(.tick)]).words.contains("^G make"))
    }

    @Test func `G2 another passphrase of the agent's comes with the next control G, and words are our own`()
      throws
    {
      let played = try PlayedDialog(
        new + ["SETGENPIN Suggest"], answers: ["D \(made)", "END", "D \(made)", "END"],
        script: [.control("g"), .control("g")])
      #expect(played.inquiries.count == 2)
      let words = try PlayedDialog(
        new + ["SETGENPIN Suggest"], answers: ["D \(made)", "END"], script: [.control("g"), .control("w")])
      #expect(words.inquiries.count == 1)
    }

    @Test(arguments: ["D ", "D %0a", "D %ff", "D " + String(repeating: "y", count: 256), "#"])
    func `G2 where the agent makes none that can be taken, that is said`(answer: String) throws {
      let played = try PlayedDialog(
        new + ["SETGENPIN Suggest"], answers: [answer, "END"], script: [.control("g")])
      #expect(played.words.contains("The agent has made no passphrase.") && played.terminal?.beeps == 1)
      #expect(played.texts == ["", ""])
    }

    @Test func `G2 without SETGENPIN the form offers a passphrase of its own`() throws {
      let played = try PlayedDialog(new, script: [.control("g"), .enter, .enter, .enter])
      #expect(played.inquiries == [] && played.lines.count == 3)
      #expect(try PlayedDialog([], script: [.control("g")]).terminal?.beeps == 1)
    }
  }
}
