import Glibc
import TestSupport
import Testing

/// The dialogs of gpg-agent in line mode.
@Suite struct LineDialogTests {
  private static let notConfirmed = ["ERR 83886194 Not confirmed <Pinentry>"]
  private static let cancelled = ["ERR 83886179 Operation cancelled <Pinentry>"]
  private static let closed = ["S BUTTON_INFO close"] + cancelled
  private static let timeout = ["ERR 83886142 Timeout <Pinentry>"]
  private static let intro = "What you type is not shown. Ctrl-C stops.\n"
  private static let newIntro =
    "What you type is not shown. Type help or ? for the rules. Ctrl-C stops.\n"
    + "Press Ctrl-G and Enter for a suggestion.\n"

  /// A pinentry on a terminal of `type` that was sent `commands`, and its lines to come; `inLines` asks for line mode
  /// by an option.
  private func pinentry(
    _ commands: String..., type: String? = nil, inLines: Bool = true,
    change: (inout Stage) -> Void = { _ in }
  ) throws -> (PinentryStage, Talk) {
    // libassuan does not know an option without a value.
    let arguments = type == "" ? ["--ttytype="] : []
    let pinentry = try PinentryStage(
      arguments: ["pinentry"] + arguments,
      on: .with {
        if inLines { $0.environment["ACCESSIBLE"] = "1" }
        change(&$0)
      })
    let options = ["ttyname=\(pinentry.terminal.device)", "lc-ctype=C.UTF-8"]
    let named = type.flatMap { $0.isEmpty ? nil : "ttytype=\($0)" }
    for option in options + [named].compactMap(\.self) { pinentry.ask("OPTION \(option)", ["OK"]) }
    for command in commands { pinentry.ask(command, ["OK"]) }
    return (pinentry, Talk(on: pinentry.terminal))
  }

  @Test(
    arguments: [
      ("dumb", [:], "'dumb', which has no screen"), ("nonsense", [:], "'nonsense', unknown to terminfo"),
      ("", [:], "not set"), (nil, ["TERM": nil], "not set"),
      (nil, ["TERM": "dumb"], "'dumb', which has no screen"),
      ("dumb", ["ACCESSIBLE": "0"], "'dumb', which has no screen"),
      ("xterm-256color", ["ACCESSIBLE": "1"], nil), ("xterm-256color", ["WATCHWORD_OPTIONS": "plain"], nil),
      ("xterm-256color", ["WATCHWORD_OPTIONS": "nonsense\n[ask]\nplain"], nil),
    ] as [(String?, [String: String?], String?)])
  func `I1 a passphrase is asked for in lines where there is no screen, or none is wanted`(
    type: String?, environment: [String: String?], reason: String?
  ) throws {
    let (pinentry, talk) = try pinentry(
      "SETDESC The key%0Aof somebody", "SETPROMPT Passphrase:", type: type, inLines: false,
      change: { for (name, value) in environment { $0.environment[name] = value } })
    let settings = talk.terminal.settingsBefore
    pinentry.send("GETPIN")
    talk.expect("Passphrase:")
    #expect(!talk.terminal.settings.echoes && talk.terminal.settings.local & UInt32(ICANON) != 0)
    talk.send("50% off\n")
    pinentry.expect("D 50%25 off", "OK")
    let first = reason.map { "TERM is \($0): this goes line by line.\n" } ?? ""
    #expect(talk.text == first + "The key\nof somebody\n\(Self.intro)Passphrase: \n")
    #expect(talk.terminal.settings == settings)
    pinentry.send("GETPIN")
    talk.answer("Passphrase:", "")
    pinentry.expect("OK")
    #expect(talk.terminal.settings == settings)
    pinentry.ask("BYE", ["OK closing connection"])
    talk.expectEnd(0)
    let isFaulty = environment["WATCHWORD_OPTIONS"]??.contains("nonsense") == true
    let remark: Substring = "watchword: WATCHWORD_OPTIONS, line 1: unknown option 'nonsense'"
    #expect(talk.terminal.errorText.split(separator: "\n") == (isFaulty ? [remark] : []))
  }

  @Test(arguments: ["GETPIN", "CONFIRM", "MESSAGE"])
  func `I1 control C, the end of file and a hang-up answer what the form answers`(command: String) throws {
    let ofEnd = command == "MESSAGE" ? ["OK"] : Self.cancelled
    for (keys, answer) in [
      ("\u{3}", Self.closed), ("half\u{3}", Self.closed), ("\u{4}", ofEnd), ("half\u{4}\u{4}", ofEnd),
    ] {
      let (pinentry, talk) = try pinentry("SETDESC Sure?")
      let settings = talk.terminal.settingsBefore
      pinentry.send(command)
      talk.terminal.wait("it asks") { talk.text.hasSuffix(": ") || talk.text.hasSuffix("? ") }
      talk.send(keys)
      #expect(pinentry.answer() == answer, "\(keys.debugDescription)")
      #expect(talk.terminal.settings == settings && talk.text.hasSuffix("\n"))
      talk.expectPlain()
    }
    let (pinentry, talk) = try pinentry("SETDESC Sure?")
    pinentry.send(command)
    talk.terminal.wait("it asks") { talk.text.hasSuffix(": ") || talk.text.hasSuffix("? ") }
    talk.terminal.hangUp()
    #expect(pinentry.answer() == Self.closed)
    pinentry.ask("BYE", ["OK closing connection"])
    talk.terminal.expectExit(0)
  }

  @Test func `I1 a line of the agent ends the dialog, and is answered after it`() throws {
    for command in ["GETPIN", "CONFIRM"] {
      let (pinentry, talk) = try pinentry("SETDESC Sure?")
      let settings = talk.terminal.settingsBefore
      pinentry.send(command)
      talk.terminal.wait("it asks") { talk.text.hasSuffix(": ") || talk.text.hasSuffix("? ") }
      talk.send("half")
      pinentry.send("RESET")
      #expect(pinentry.answer() == Self.cancelled)
      pinentry.expect("OK")
      #expect(talk.terminal.settings == settings && talk.terminal.unreadInput == 0)
      talk.expectPlain()
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `I1 a signal of the agent ends the process, and the echo is on again`(number: Int32) throws {
    let (pinentry, talk) = try pinentry()
    let settings = talk.terminal.settingsBefore
    pinentry.send("GETPIN")
    talk.expect("PIN:")
    talk.send("half")
    talk.terminal.signal(number)
    talk.terminal.expect(.killed(by: number))
    #expect(talk.terminal.settings == settings && talk.text == "\(Self.intro)PIN: \n")
  }

  @Test func `I1 control C is a key also where the terminal controls the process`() throws {
    let shell = try TerminalEmulator.jobControl()
    shell.type(
      "(printf 'OPTION ttyname=%s\\nOPTION ttytype=dumb\\nGETPIN\\n' $(tty); sleep 600) | $watchword pinentry\n"
    )
    shell.expect("PIN:")
    shell.type("stop\u{1A}\n")
    shell.expect("Not taken: it holds a control character")
    shell.wait("it asks again") { shell.rows.count { $0.hasPrefix("PIN:") } == 2 }
    shell.type("half\u{3}")
    shell.expect("S BUTTON_INFO close")
    shell.expect("ERR 83886179 Operation cancelled <Pinentry>")
    #expect(shell.settings.echoes)
  }

  @Test func `I1 a time limit is said, and ends the dialog`() throws {
    for command in ["GETPIN", "CONFIRM", "MESSAGE"] {
      let (pinentry, talk) = try pinentry("SETDESC Sure?", "SETTIMEOUT 1")
      let settings = talk.terminal.settingsBefore
      pinentry.send(command)
      #expect(pinentry.answer() == Self.timeout)
      #expect(talk.text.contains("This ends after 1 second without an answer.\n"))
      #expect(talk.terminal.settings == settings)
      talk.expectPlain()
    }
  }

  @Test func `I1 a question mark is an entry for a passphrase that exists, also for one that is measured`()
    throws
  {
    let (pinentry, talk) = try pinentry("SETQUALITYBAR")
    pinentry.send("GETPIN")
    talk.answer("PIN:", "?")
    pinentry.expect("INQUIRE QUALITY ?")
    pinentry.send("D 10", "END")
    pinentry.expect("D ?", "OK")
    #expect(talk.text.hasSuffix("\(Self.intro)PIN: \nAccepted: Quality: 10 %, 1 character.\n"))
  }

  @Test func `I1 a new passphrase is typed twice, and a mismatch keeps the first`() throws {
    let (pinentry, talk) = try pinentry(
      "SETDESC For the new key.", "SETPROMPT Passphrase:", "SETREPEAT Repeat:",
      "OPTION constraints-hint-long=At least 12 characters.")
    pinentry.send("GETPIN")
    talk.answer("Passphrase:", "?")
    talk.answer("Passphrase:", "first 1")
    talk.answer("Repeat:\nPassword:", "other 2")
    talk.answer(Question.differ + "Repeat:\nPassword:", "")
    talk.answer("Repeat:\nPassword:", "first 1")
    pinentry.expect("S PIN_REPEATED", "D first 1", "OK")
    #expect(
      talk.text == """
        For the new key.
        At least 12 characters.
        \(Self.newIntro)Passphrase: 
        For the new key.
        At least 12 characters.
        What you can type:
        - Ctrl-R at the end of a line shows it before it counts.
        - Ctrl-G and Enter suggest a password.
        - help or ? alone on a line lists the rules.
        - Ctrl-C stops.
        Passphrase: 
        Accepted: weak, 7 characters.
        Repeat:
        Password: 
        The two differ. Type the second one again, or n to begin with the first.
        Repeat:
        Password: 
        Repeat:
        Password: 

        """)
    talk.expectPlain()
  }

  @Test func `I1 what the agent says of a new passphrase is said, and what it makes is offered`() throws {
    let (pinentry, talk) = try pinentry(
      "OPTION constraints-enforce", "SETREPEAT Repeat", "SETQUALITYBAR Quality:", "SETGENPIN Suggest")
    pinentry.send("GETPIN")
    talk.answer("PIN:", "short")
    pinentry.expect("INQUIRE QUALITY short")
    pinentry.send("D -20", "END")
    pinentry.expect("INQUIRE CHECKPIN short")
    pinentry.send("D at least 12 characters", "END")
    talk.answer("PIN:", "\u{7}")
    pinentry.expect("INQUIRE GENPIN")
    pinentry.send("D ybndr", "END")
    talk.answer("another password, n goes back.\nPassword:", "")
    var answer = pinentry.answer()
    var wasChecked = false
    while answer.last?.hasPrefix("INQUIRE") == true {
      if answer == ["INQUIRE CHECKPIN ybndr"] {
        wasChecked = true
        pinentry.send("END")
      } else {
        #expect(answer == ["INQUIRE QUALITY ybndr"])
        pinentry.send("D 80", "END")
      }
      answer = pinentry.answer()
    }
    #expect(answer == ["S PIN_REPEATED", "D ybndr", "OK"] && wasChecked)
    #expect(
      talk.text == """
        \(Self.newIntro)PIN: 
        Not accepted. at least 12 characters.
        PIN: 
        Warning: the next line shows the password. What a terminal has printed cannot be
        wiped.
        ybndr
        Spelled:
        y, b, n, d, r
        Suggested, 25 bits.
        Enter takes it. "another", "shorter", "longer", "words" or "characters" makes
        another password, n goes back.
        Password: 
        Accepted: Quality: 80 %, 5 characters.

        """)
    talk.expectPlain()
  }

  @Test func `I1 what was wrong with the last answer is said first`() throws {
    let (pinentry, talk) = try pinentry(
      "SETTITLE Unlock", "SETDESC The key", "SETERROR Bad Passphrase (try 2 of 3)", "OPTION ttyalert=beep")
    pinentry.send("GETPIN")
    talk.answer("PIN:", "x")
    pinentry.expect("D x", "OK")
    #expect(talk.text == "\u{7}Bad Passphrase (try 2 of 3)\nUnlock.\nThe key\n\(Self.intro)PIN: \n")
    pinentry.send("GETPIN")
    talk.answer("PIN:", "x")
    pinentry.expect("D x", "OK")
    #expect(talk.text.hasSuffix("PIN: \n\u{7}Unlock.\nThe key\n\(Self.intro)PIN: \n"))
  }

  @Test func `I1 nothing of the agent's texts controls the terminal`() throws {
    let (pinentry, talk) = try pinentry()
    let text = "a%1b]0;title%07b%00c%09d%0De%c2%9b5mf%e2%80%aeg%ff"
    for command in ["SETDESC", "SETPROMPT", "SETERROR", "SETTITLE", "SETOK", "SETNOTOK", "SETCANCEL"] {
      pinentry.ask("\(command) \(text)", ["OK"])
    }
    for command in ["GETPIN", "CONFIRM", "MESSAGE"] {
      pinentry.send(command)
      talk.terminal.wait("it asks") { talk.text.hasSuffix(": ") || talk.text.hasSuffix("? ") }
      talk.send("\u{3}")
      #expect(pinentry.answer() == Self.closed)
    }
    talk.expectPlain()
    #expect(talk.terminal.title == "" && talk.terminal.bells == 0)
    #expect(!talk.text.unicodeScalars.contains { ["\u{202E}", "\u{9B}"].contains($0) })
  }

  @Test func `I1 a question is answered by a word, its letter or its start, and Enter alone is no answer`()
    throws
  {
    let (pinentry, talk) = try pinentry(
      "SETTITLE Weak passphrase", "SETDESC Is this right?", "SETOK _Take this one anyway",
      "SETNOTOK Enter new passphrase", "SETCANCEL _Back")
    let question = "Take this one anyway, Enter new passphrase, Back?"
    for (word, answer) in [
      ("Take this one anyway", ["OK"]), ("t", ["OK"]), ("take", ["OK"]), ("e", Self.notConfirmed),
      ("Enter new", Self.notConfirmed), ("B", Self.cancelled), ("back", Self.cancelled),
      ("cancel", Self.cancelled),
    ] {
      pinentry.send("CONFIRM")
      talk.answer(question, "")
      talk.answer(question, "x")
      talk.answer(question, word)
      #expect(pinentry.answer() == answer, "\(word)")
    }
    let said = "Weak passphrase.\nIs this right?\nCtrl-C stops.\n"
    let asked = String(repeating: "\(question) \n", count: 3)
    #expect(talk.text == String(repeating: said + asked, count: 8))
    talk.expectPlain()
  }

  @Test func `I1 a message waits for Enter`() throws {
    for command in ["MESSAGE", "CONFIRM --one-button"] {
      let (pinentry, talk) = try pinentry("SETDESC Insert the card.")
      pinentry.send(command)
      talk.answer("Enter for OK:", "")
      pinentry.expect("OK")
      #expect(talk.text == "Insert the card.\nCtrl-C stops.\nEnter for OK: \n")
      talk.expectPlain()
    }
  }

  @Test func `I1 a passphrase leaves no copy behind, and while it is read it has locked ones alone`() throws {
    let (pinentry, talk) = try pinentry {
      $0.launching = ["--keep-dumpable", "--no-secret-memory"]
    }
    let needle = Needle.random()
    let text = String(decoding: needle.bytes, as: UTF8.self)
    pinentry.send("GETPIN")
    talk.answer("PIN:", text + "\u{12}")
    talk.expect(Question.take + "PIN:")
    talk.terminal.settle()
    let found = try scan(talk.terminal.process, for: needle)
    #expect(!found.isEmpty && found.allSatisfy(\.isLocked), "\(found)")
    talk.send("\n")
    pinentry.expect("D \(text)", "OK")
    #expect(try scan(talk.terminal.process, for: needle) == [])
  }
}
