import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Each command in line mode, and what it does beside asking.
@Suite struct LineCommandTests {
  private let folder = TemporaryFolder()

  @Test func `I1 a password is made, spelled and taken`() throws {
    let talk = try Talk(["new", "--no-dictionary"])
    talk.answer(Question.new, "z_q\u{7}")
    talk.answer("back.\nPassword:", "WORDS")
    talk.answer("back.\nPassword:", " a ")
    talk.answer("back.\nPassword:", "c")
    talk.answer("back.\nPassword:", "what?")
    talk.answer("back.\nPassword:", "n")
    talk.answer(Question.new, "\u{7}")
    talk.answer("back.\nPassword:", "")
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
}
