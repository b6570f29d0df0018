import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A form in line mode.
@Suite struct LineModeTests {
  @Test(arguments: [
    ("a\u{0}b", "it holds a control character, as an arrow key types one."),
    ("a\u{1B}[Ab", "it holds a control character, as an arrow key types one."),
    (
      String(repeating: "x", count: 4095),
      "the line is longer than a terminal can pass on. Type at most 4,094\nbytes."
    ),
    (
      String(repeating: "x", count: 5000),
      "the line is longer than a terminal can pass on. Type at most 4,094\nbytes."
    ),
  ]) func `I1 a line that is no password is refused in words`(_ line: String, _ reason: String) throws {
    let talk = try Talk(["ask"])
    talk.answer("Password:", line)
    talk.answer("Password:", "pw")
    talk.expectEnd(
      0,
      "Password required. What you type is not shown. Ctrl-C stops.\nPassword: \nNot taken: \(reason)\nPassword: \n"
    )
    #expect(talk.terminal.outputText == "pw\n")
  }

  @Test func `I1 bytes that are no text are refused in words, and 4,094 bytes are taken`() throws {
    let talk = try Talk(["ask"])
    talk.expect("Password:")
    talk.terminal.send([0xFF, 0x61, 0x0A])
    talk.terminal.wait("it is refused") {
      talk.text.contains("Not taken: not a character of this terminal's encoding.")
    }
    let long = String(repeating: "x", count: 4094)
    talk.answer("Password:", long)
    talk.expectEnd(0)
    #expect(talk.terminal.outputText == long + "\n")
  }
}
