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

  /// What is typed at the first question and, if that is refused or of another field, at the second.
  @Test(
    arguments: [
      (["\u{1B}[200~secret\u{1B}[201~\n"], "secret"), (["\u{1B}[200~se", "cret\u{1B}[201~\n"], "secret"),
      (["\u{1B}[200~secret\n\u{1B}[201~"], "secret"), (["\u{1B}[200~secret\n"], "secret"),
      (["\u{1B}[200~\u{1B}[201~\n", "|required", "pw\n"], "pw"),
      (["\u{1B}[200~\n\u{1B}[201~", "|required", "pw\n"], "pw"),
      (["\u{1B}[200~a\nb\n\u{1B}[201~", "|\(refused)", "pw\n"], "pw"),
      (["\u{1B}[200~a\nb\u{1B}[201~\n", "|\(refused)", "pw\n"], "pw"),
      (["\u{1B}[200~a\nb\nc\n\u{1B}[201~pw\n"], "pw"),
      (["ab\u{1B}[200~c\u{1B}[201~\n", "|\(refused)", "pw\n"], "pw"),
      (["\u{1B}[200~c\u{1B}[201~d\n", "|\(refused)", "pw\n"], "pw"),
      (["\u{1B}[201~\n", "|\(refused)", "pw\n"], "pw"),
      (["\u{1B}[200~a\tb\u{1B}[201~\n", "|\(refused)", "pw\n"], "pw"),
    ] as [([String], String)])
  func `I1 the marks of a paste are taken away, and a paste of more than one line is refused`(
    typed: [String], answer: String
  ) throws {
    // What the program leaves unread would be an answer to the shell's question.
    let terminal = try TerminalEmulator.shell(
      "a=$($watchword ask --plain); echo \"<$a>\"; read end; echo \"[$end]\"",
      on: .with { $0.environment["ACCESSIBLE"] = "1" })
    terminal.expect("Password:")
    for keys in typed {
      if keys.hasPrefix("|") { terminal.expect(String(keys.dropFirst())) } else { terminal.type(keys) }
    }
    terminal.expect("<\(answer)>")
    terminal.type("ok\n")
    terminal.expect("[ok]")
  }

  private static let refused = "Not taken: it holds a control character"

  @Test func `I1 the end of a paste that had a newline is no part of the next answer`() throws {
    let talk = try Talk([
      "form", "--plain", "--field", "text:one", "--field", "text:two", "--format", "lines",
    ])
    talk.expect("One:")
    talk.send("\u{1B}[200~first\n\u{1B}[201~")
    talk.expect("Two:")
    talk.send("second\n")
    talk.expectEnd(0)
    #expect(talk.terminal.outputText == "first\nsecond\n")
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
