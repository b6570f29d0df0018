import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Each command, and what it does beside the typing, where a form is talked through line by line: issue 14, I1 and I4.
@Suite struct LineCommandTests {
  private let folder = TemporaryFolder()

  /// A program that answers as `script` does.
  private func program(_ script: String) -> String {
    let path = folder.write("#!/bin/sh\n" + script + "\n", to: "program")
    unsafe chmod(path, 0o755)
    return path
  }

  @Test
  func
    `I1 sign-up shows what is no secret, keeps it where Enter is pressed alone, and asks again for what is wrong`()
    throws
  {
    let talk = try Talk(["sign-up", "--no-dictionary", "--format", "lines"])
    talk.answer("Name (optional), Enter for none:", "")
    talk.answer("Email:", "ann@work")
    talk.answer("Email [ann@work]:", "")
    talk.answer("Email [ann@work]:", "ann@example.org")
    talk.answer(Question.new, "short")
    talk.answer(Question.new, good + "!")
    talk.answer(Question.again, good + "!")
    talk.expectEnd(
      0,
      "Create account. Passwords are not shown as you type them. ? lists the rules,\nCtrl-C stops.\n" + """
        Name (optional), Enter for none: 
        Email: ann@work
        Not accepted. Invalid email address.
        Email [ann@work]: 
        Not accepted. Invalid email address.
        Email [ann@work]: ann@example.org
        New password: 
        Not accepted. Missing: an uppercase letter; a digit; a special character. The
        password must have at least 8 characters. Too weak: a word from the dictionary;
        add two or three unrelated words.
        New password: 
        Accepted: could be stronger, 9 characters.
        New password again: 

        """)
    #expect(talk.terminal.outputText == "\nann@example.org\n\(good)!\n")
  }

  @Test func `I1 change asks the verifier of the old password before the new one is asked for`() throws {
    let old = program("read x; test \"$x\" = '{\"old\":\"old\"}' || { echo It is another one; exit 1; }")
    let talk = try Talk(["change", "--no-dictionary", "--verify-old", old, "--format", "lines"])
    talk.answer("Old password:", "bad")
    talk.answer("Old password:", "old")
    talk.answer(Question.new, "old")
    talk.answer(Question.new, good)
    talk.answer(Question.again, good)
    talk.expectEnd(0)
    #expect(talk.text.contains("Not accepted. It is another one.\nOld password: \n"))
    #expect(talk.text.contains("Choose a password that is not the old one."))
    #expect(talk.terminal.outputText == "old\n\(good)\n")
  }

  @Test func `I1 a verifier that refuses is heard, what was typed can be kept, and the attempts count`()
    throws
  {
    let talk = try Talk([
      "sign-in", "--verify", program("echo Wrong password; exit 1"), "--attempts", "2",
    ])
    talk.answer("Email:", "a@b.cd")
    talk.answer("Password:", "one")
    talk.answer("Email [a@b.cd]:", "")
    talk.answer("Password:", "two")
    talk.expectEnd(
      7,
      """
      Sign in. Passwords are not shown as you type them. Ctrl-C stops.
      Email: a@b.cd
      Password: 
      Wrong password.
      Email [a@b.cd]: 
      Password: 

      """)
    #expect(talk.terminal.errorText == "watchword: the verifier refused what was typed too often\n")
  }

  @Test func `I1 a refusal that names a field asks for that field alone, and a new password twice again`()
    throws
  {
    let talk = try Talk([
      "sign-up", "--no-dictionary", "--format", "lines", "--verify",
      program("grep -q Second || { echo password: Choose another one; exit 1; }"),
    ])
    talk.answer("Name (optional), Enter for none:", "Ann")
    talk.answer("Email:", "a@b.cd")
    talk.answer(Question.new, good + "!")
    talk.answer(Question.again, good + "!")
    talk.answer(Question.new, "Second" + good + "!")
    talk.answer(Question.again, "Second" + good + "!")
    talk.expectEnd(0)
    #expect(talk.text.contains("Choose another one"))
    #expect(talk.terminal.outputText == "Ann\na@b.cd\nSecond\(good)!\n")
  }

  @Test func `I1 what was left out is asked for at the end, with the number of fields`() throws {
    let talk = try Talk(["form", "--field", "text:a", "--field", "name:b", "--field", "text:c:2026-11-30"])
    talk.answer("A:", "")
    talk.answer("B:", "")
    talk.answer("C (2026-11-30):", "z")
    talk.answer("A:", "x")
    talk.answer("B:", "y")
    talk.expectEnd(0)
    #expect(
      talk.text.hasPrefix(
        """
        Fill in the form. Ctrl-C stops.
        A: 
        B: 
        C (2026-11-30): z
        2 fields need attention.
        """))
    #expect(talk.terminal.outputText == #"{"a":"x","b":"y","c":"z"}"# + "\n")
  }

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

  @Test func `I1 no password is made where none may be shown, and none for one that exists`() throws {
    for arguments in [["new", "--reveal", "never"], ["ask"]] {
      let question = arguments[0] == "new" ? Question.new : "Password:"
      let talk = try Talk(arguments)
      talk.answer(question, "\u{7}")
      talk.expect(question)
      #expect(talk.text.contains("No password is made for this question.\n"))
    }
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

  @Test func `I1 a time limit is said first, and once more near its end`() throws {
    let talk = try Talk(["ask", "--timeout", "2"])
    talk.expectEnd(
      4,
      """
      Password required. What you type is not shown. Ctrl-C stops.
      This ends after 2 seconds without an answer.
      Password: 
      This ends in 1 second without an answer.
      Password: 

      """)
    #expect(talk.terminal.errorText.contains("time limit") && talk.terminal.outputText == "")
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

  @Test func `I1 an answer that would break the template is refused as in the form`() throws {
    let talk = try Talk(["form", "--field", "text:a", "--field", "text:b", "--template", "{a}:{b}"])
    talk.answer("A:", "x:y")
    talk.answer("A [x:y]:", "xy")
    talk.answer("B:", "z")
    talk.expectEnd(0)
    #expect(talk.text.contains("A: x:y\nNot accepted. Leave out the character ':'.\nA [x:y]: xy\n"))
    #expect(talk.terminal.outputText == "xy:z\n")
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
