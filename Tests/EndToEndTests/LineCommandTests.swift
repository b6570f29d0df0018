import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Each command, and what it does beside the typing, where a form is talked through line by line: issue 14, I1 and I4.
@Suite struct LineCommandTests {
  private let folder = TemporaryFolder()

  @Test func `I1 a password is made, spelled and taken`() throws {
    let talk = try Talk(["new", "--no-dictionary"])
    talk.answer(Question.new, "z_q\u{7}")
    talk.answer("back:", "WORDS")
    talk.answer("back:", " a ")
    talk.answer("back:", "c")
    talk.answer("back:", "what?")
    talk.answer("back:", "n")
    talk.answer(Question.new, "\u{7}")
    talk.answer("back:", "")
    talk.expectEnd(0)
    let password = talk.terminal.outputText.dropLast()
    #expect(password.count >= 12)
    let lines = talk.text.split(separator: "\n").map(String.init)
    #expect(lines.count { $0 == "Spelled:" } == 5 && lines.count { $0.hasSuffix(" bits.") } == 5)
    #expect(lines.contains { $0 == password })
    #expect(lines.last == "Accepted: strong password, \(password.count) characters.")
    #expect(!talk.text.contains("z_q"))
  }

  @Test func `I1 a list of leaked passwords is waited for`() throws {
    let list = folder.write(LeakedList().text, to: "list")
    let talk = try Talk(["new", "--no-dictionary", "--leaked", list])
    talk.answer(Question.new, LeakedList.Password.leaked.text)
    talk.answer(Question.new, good)
    talk.answer(Question.again, good)
    talk.expectEnd(0)
    #expect(
      talk.text.contains("New password: \nNot accepted. This password has leaked: choose another one. "))
    #expect(
      talk.text.hasSuffix(
        "New password: \nAccepted: could be stronger, 8 characters.\nNew password again: \n"))
  }

  @Test func `I1 lines are wrapped between words in a window of 20 columns, and clusters are never cut`()
    throws
  {
    let talk = try Talk(
      [
        "ask", "--title", "Zwölf 漢字漢字漢字漢字漢字漢字 👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧 Boxkämpfer", "--text",
        "Eins zwei\ndrei vier fünf sechs sieben",
      ],
      on: .with {
        $0.size = Size(columns: 20, rows: 5)
        $0.environment["TERM"] = nil
        $0.output = .pipe
      })
    talk.answer("Password:", "x")
    talk.expectEnd(0)
    let lines = talk.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 20 && !$0.hasPrefix(" ") }, "\(lines)")
    #expect(lines.contains("drei vier fünf sechs") && lines.contains("Eins zwei"))
    #expect(talk.text.split(whereSeparator: { $0 == "\n" || $0 == " " }).joined().contains("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧"))
  }

  @Test(arguments: ["y", "YES", "yes "])
  func `I4 a question is answered by a word or its letter, not by Enter`(
    _ word: String
  ) throws {
    let link = folder.path + "/watchword-askpass"
    unsafe symlink(ProgramFile.path("watchword"), link)
    let terminal = try TerminalEmulator.open(
      link, ["Sure?"],
      on: .with {
        ($0.environment["TERM"], $0.environment["SSH_ASKPASS_PROMPT"]) = ("dumb", "confirm")
        $0.output = .pipe
      })
    terminal.expect("Yes, No?")
    terminal.type("\nmaybe\n\(word)\n")
    terminal.expectExit(0)
    #expect(terminal.outputText == "yes\n" && terminal.rows.count { $0.hasPrefix("Yes, No?") } == 3)
  }
}
