import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A form that is talked through line by line: issue 14, I1.
@Suite struct LineModeTests {
  private static let intro =
    "Choose a new password. What you type is not shown. ? lists the rules, Ctrl-C\nstops.\n"

  @Test func `I1 a talk through new is that of the issue, word for word`() throws {
    let talk = try Talk(["new", "--plain"])
    talk.answer(Question.new, "Sunflower")
    talk.answer(Question.new, "Sunflower-Tab9")
    talk.answer(Question.again, "Sunflower-Tab8")
    talk.answer(Question.differ, "n")
    talk.answer(Question.new, "Sunflower-Tab9")
    talk.answer(Question.again, "Sunflower-Tab8")
    talk.answer(Question.differ, "")
    talk.answer(Question.again, "Sunflower-Tab9")
    talk.expectEnd(
      0,
      Self.intro + """
        New password: 
        Not accepted. Missing: a digit or a special character. Too weak: a word from the
        dictionary; add two or three unrelated words.
        New password: 
        Accepted: could be stronger, 14 characters.
        New password again: 
        The two differ. Enter for another try at the second one, n to begin with the
        first: 
        New password: 
        Accepted: could be stronger, 14 characters.
        New password again: 
        The two differ. Enter for another try at the second one, n to begin with the
        first: 
        New password again: 

        """)
    #expect(talk.terminal.outputText == "Sunflower-Tab9\n")
    #expect(!talk.text.contains("Sunflower"))
  }

  @Test(
    arguments: [
      (["--plain"], ["TERM": "xterm-256color"]), ([], ["TERM": ""]), ([], ["TERM": "dumb"]),
      ([], ["TERM": "nonsense"]), ([], ["TERM": "xterm", "ACCESSIBLE": "1"]),
      ([], ["TERM": "xterm", "ACCESSIBLE": "yes"]), ([], ["TERM": nil]),
    ] as [([String], [String: String?])])
  func `I1 line mode is asked for, or comes by itself where there is no screen`(
    _ options: [String], _ environment: [String: String?]
  ) throws {
    let talk = try Talk(
      ["ask"] + options,
      on: .with {
        for (name, value) in environment { $0.environment[name] = value }
        $0.output = .pipe
      })
    talk.answer("Password:", "pw: \u{E9} 'x' \\ ")
    talk.expectEnd(0, "Password required. What you type is not shown. Ctrl-C stops.\nPassword: \n")
    #expect(talk.terminal.outputText == "pw: \u{E9} 'x' \\ \n")
  }

  @Test(arguments: [([], ""), ([], "0"), (["--no-plain"], "1")] as [([String], String)])
  func `I1 with ACCESSIBLE empty or 0, and with --no-plain, there is a screen`(
    _ options: [String], _ value: String
  ) throws {
    let terminal = try TerminalEmulator.form(
      options: options, on: .with { $0.environment["ACCESSIBLE"] = value })
    #expect(terminal.isAlternateScreen)
  }

  @Test func `I1 without any terminal it is status 3 as ever`() throws {
    let none = try Completion.of("watchword", ["new", "--plain"])
    #expect(none.status == 3 && none.output == "")
    #expect(none.errors.split(separator: "\n").count == 1)
  }

  @Test func `I1 control C ends the program by SIGINT, the end of file cancels it, which is no empty answer`()
    throws
  {
    for keys in ["\u{3}", "abc\u{3}", "\u{4}", "abc\u{4}\u{4}"] {
      let talk = try Talk(["ask", "--plain", "--allow-empty"])
      talk.expect("Password (optional), Enter for none:")
      talk.send(keys)
      talk.terminal.expect(keys.hasSuffix("\u{3}") ? .killed(by: SIGINT) : .exited(1))
      talk.expectPlain()
      #expect(
        talk.text
          == "Password required. What you type is not shown. Ctrl-C stops.\nPassword (optional), Enter for none: \n"
      )
      #expect(talk.terminal.outputText == "" && talk.terminal.errorText == "")
    }
  }

  @Test func `I1 a question mark lists the rules for a new password, and is an entry for one that exists`()
    throws
  {
    let talk = try Talk(["new", "--policy", "account"])
    talk.answer(Question.new, "?")
    talk.expect(Question.new)
    #expect(
      talk.text == Self.intro
        + """
        New password: 
        The rules:
        - 8 characters or more
        - uppercase letter (A-Z)
        - lowercase letter (a-z)
        - digit (0-9)
        - special character (e.g. !@#$%^)
        - hard to guess
        What you can type:
        - Ctrl-R at the end of a line shows it before it counts.
        - Ctrl-G and Enter make a password for you.
        - ? alone on a line lists the rules.
        - Ctrl-C stops.
        New password: \u{20}
        """.dropLast())
    talk.send("\u{3}")
    talk.expectInterrupt()
    let known = try Talk(["ask"])
    known.answer("Password:", "?")
    known.expectEnd(0)
    #expect(known.terminal.outputText == "?\n")
  }

  @Test func `I1 a line that ends in control R is shown once, after a warning`() throws {
    let talk = try Talk(["new", "--no-confirm", "--no-dictionary"])
    talk.answer(Question.new, "first try here\u{12}")
    talk.answer(Question.take, "Kv7mQzR2-other")
    talk.expectEnd(
      0,
      Self.intro + """
        New password: 
        Warning: the next line shows the password. What a terminal has printed cannot be
        wiped.
        first try here
        Enter takes it, anything else is a new entry: 
        Accepted: could be stronger, 14 characters.

        """)
    #expect(talk.terminal.outputText == "Kv7mQzR2-other\n")
    let other = try Talk(["ask", "--reveal", "never"])
    other.answer("Password:", "xyz\u{12}")
    other.answer("Password:", "pw")
    other.expectEnd(
      0,
      "Password required. What you type is not shown. Ctrl-C stops.\nPassword: \n"
        + "Not taken: passwords are not shown here.\nPassword: \n")
  }

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
