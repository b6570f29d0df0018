import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The terminal in line mode: its modes, its signals, and what remains of a secret in memory.
@Suite struct LineTerminalTests {
  @Test func `I1 the echo is off and lines are the kernel's while a password is asked for`() throws {
    let talk = try Talk(["sign-in"])
    talk.expect("Email:")
    #expect(talk.terminal.settings.echoes)
    talk.send("a@b.cd\n")
    talk.expect("Password:")
    let settings = talk.terminal.settings
    #expect(!settings.echoes && settings.local & UInt32(ICANON | ISIG) == UInt32(ICANON))
    #expect(settings.characters[Int(VREPRINT)] == 0)
    talk.send("x\n")
    talk.expectEnd(0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGUSR1])
  func `I1 a deadly signal finds the echo on again`(number: Int32) throws {
    let talk = try Talk(["ask"])
    talk.expect("Password:")
    talk.terminal.type("half")
    talk.terminal.signal(number)
    talk.terminal.expect(.killed(by: number))
    #expect(talk.terminal.settings.isCooked && talk.text.hasSuffix("Password: \n"))
    #expect(talk.terminal.unreadInput == 0)
    talk.expectPlain()
  }

  @Test(arguments: [("", TerminalEmulator.Fate.killed(by: SIGINT)), ("trap : INT; ", .exited(0))])
  func `I1 a script that waits for the answer ends by control C, or sees status 130 where it takes it`(
    start: String, fate: TerminalEmulator.Fate
  ) throws {
    let talk = try Talk(
      shell: start + "password=$($watchword ask --plain); echo \"status $?, ${#password} characters\"",
      on: .with { $0.environment["ACCESSIBLE"] = "1" })
    talk.expect("Password:")
    talk.send("half\u{3}")
    talk.terminal.expect(fate)
    talk.expectPlain()
    let said = start.isEmpty ? "" : "status 130, 0 characters\n"
    #expect(talk.text.hasSuffix("Password: \n" + said), "\(talk.text)")
  }

  /// Waits until the program is stopped, and continues it.
  private func goOnAfterStop(_ talk: Talk) {
    talk.terminal.expect(.stopped(by: SIGTSTP))
    talk.terminal.signal(SIGCONT)
    talk.terminal.wait("it asks again") { talk.text.hasSuffix("Password: \nPassword: ") }
  }

  @Test func `I1 after control S control C ends, control Z stops, and control backslash does nothing`() throws
  {
    let stop = "half\u{13}"
    let ended = try Talk(["ask"])
    ended.expect("Password:")
    ended.terminal.type(stop + "\u{3}")
    ended.expectInterrupt()
    let stopped = try Talk(["ask"])
    stopped.expect("Password:")
    stopped.terminal.type(stop + "\u{1A}")
    goOnAfterStop(stopped)
    stopped.send("x\u{13}\u{1C}y\n")
    stopped.expectEnd(0)
    #expect(stopped.terminal.outputText == "xy\n")
  }

  @Test func `I1 a part of a line that control D sent is wiped by a stop`() throws {
    let talk = try Talk(["ask"])
    talk.expect("Password:")
    talk.terminal.type("half\u{4}")
    talk.terminal.wait("it was read") { talk.terminal.unreadInput == 0 }
    talk.terminal.press(.control("z"))
    goOnAfterStop(talk)
    talk.send("whole\n")
    talk.expectEnd(0)
    #expect(talk.terminal.outputText == "whole\n")
  }

  @Test(arguments: [SIGTSTP, SIGSTOP])
  func `I1 a shell that stops a talk continues it where it was`(number: Int32) throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$watchword ask --plain\n")
    terminal.expect("Password:")
    let child = try #require(terminal.process.children.first)
    // The shell reads what is in the line when SIGSTOP comes. Nothing can prevent that.
    if number == SIGTSTP {
      terminal.type("half")
      terminal.press(.control("z"))
    } else {
      terminal.signal(number, to: child.pid)
    }
    terminal.wait("it is stopped") { child.letter == "T" }
    terminal.expect("Stopped")
    terminal.expectPrompt()
    terminal.type("fg\n")
    terminal.wait("it goes on") { child.letter == "S" }
    terminal.wait("it asks again") { terminal.row(terminal.cursor.row) == "Password:" }
    #expect(!terminal.settings.echoes)
    terminal.type("whole\n")
    terminal.expect("whole")
    terminal.expectPrompt()
    #expect(!terminal.shows("half"))
  }

  @Test(arguments: [false, true])
  func `I1 a stopped talk leaves the echo as it was, and asks again without it`(isKey: Bool) throws {
    let talk = try Talk(["ask"])
    let before = talk.terminal.settingsBefore
    talk.expect("Password:")
    talk.terminal.type("half")
    if isKey { talk.terminal.press(.control("z")) } else { talk.terminal.signal(SIGTSTP) }
    talk.terminal.expect(.stopped(by: SIGTSTP))
    #expect(talk.terminal.settings == before && talk.terminal.settings.echoes)
    #expect(talk.terminal.unreadInput == 0)
    talk.terminal.signal(SIGCONT)
    talk.terminal.wait("it asks again") { talk.text.hasSuffix("Password: \nPassword: ") }
    #expect(!talk.terminal.settings.echoes)
    talk.send("whole\n")
    talk.expectEnd(0)
    #expect(talk.terminal.outputText == "whole\n")
  }

  @Test func `I1 another program that switches the echo on is undone`() throws {
    let talk = try Talk(["ask"])
    talk.expect("Password:")
    let stty = try Completion.of("sh", ["-c", "stty echo < \(talk.terminal.device)"])
    #expect(stty.status == 0)
    talk.terminal.wait("the echo is off again, and the question is said again") {
      !talk.terminal.settings.echoes && talk.text.hasSuffix("Password: \nPassword: ")
    }
    talk.send("x\n")
    talk.expectEnd(0)
  }

  @Test func `I1 a terminal that hangs up during a question ends the program`() throws {
    let talk = try Talk(["ask", "--allow-empty"])
    talk.expect("Enter for none:\nPassword:")
    talk.terminal.type("half")
    talk.terminal.hangUp()
    talk.terminal.wait("it has ended") { talk.terminal.hasEnded }
    #expect(talk.terminal.outputText == "")
  }

  @Test func `I1 on a terminal that controls somebody else control C ends the program at once`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["ask", "--plain"],
      on: .with { ($0.output, $0.launching) = (.pipe, ["--uncontrolled"]) })
    terminal.expect("Password:")
    terminal.type("half\u{3}")
    terminal.expect(.killed(by: SIGINT))
    #expect(terminal.settings.isCooked && terminal.outputText == "")
  }

  @Test func `I1 nothing that could move a cursor is printed, whoever sends it`() throws {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let talk = try Talk([
      "form", "--field", "text:a", "--verify",
      folder.command(#"printf 'a: x\342\200\256y\033[2Jz\n'; exit 1"#),
    ])
    talk.answer("A:", "r\u{2066}\u{200B}")
    talk.expect("A [r??]:")
    talk.expectPlain()
    // The kernel printed the echo of the visible answer, and the program did not.
    #expect(talk.text.unicodeScalars.count { $0.value == 0x2066 } == 1)
    #expect(
      talk.text.contains("Not accepted. x") && !talk.text.unicodeScalars.contains { $0.value == 0x202E })
  }

  @Test func `I1 a password lies in locked memory alone, once, and leaves nothing behind`() throws {
    var stage = Stage.scanned
    stage.environment["ACCESSIBLE"] = "1"
    let talk = try Talk(["new", "--no-dictionary"], on: stage)
    let needle = Needle.random()
    talk.expect(Question.new)
    talk.terminal.send(needle.bytes + [0x0A])
    talk.terminal.wait("it is accepted") { talk.text.hasSuffix(Question.again + " ") }
    talk.terminal.settle()
    let found = try halves(of: needle, in: talk.terminal.process)
    #expect(found.count == 2 && found.allSatisfy(\.isLocked), "its two halves once each: \(found)")
    let other = Needle.random()
    talk.terminal.send(other.bytes + [0x0A])
    talk.terminal.wait("they differ") { talk.text.hasSuffix(Question.differ + Question.again + " ") }
    talk.terminal.settle()
    #expect(try halves(of: other, in: talk.terminal.process).allSatisfy(\.isLocked))
    let left = try withLastMoment(of: talk.terminal.process, endedBy: SIGTERM, remains: Needle.random(8)) {
      try halves(of: needle, in: talk.terminal.process) + halves(of: other, in: talk.terminal.process)
    }
    #expect(left == [])
  }

  @Test func `I1 a line that was typed ahead waits in locked memory, and is wiped by control C`() throws {
    var stage = Stage.scanned
    stage.environment["ACCESSIBLE"] = "1"
    let talk = try Talk(["ask", "--verify", "sleep 600"], on: stage)
    talk.answer("Password:", "pw")
    talk.terminal.wait("it is checked") { talk.text.hasSuffix("This is being checked.\n") }
    let needle = Needle.random()
    talk.terminal.send(needle.bytes + [0x0A])
    talk.terminal.wait("it was read, and lies in locked memory alone") {
      let found = (try? halves(of: needle, in: talk.terminal.process)) ?? []
      return found.count == 2 && found.allSatisfy(\.isLocked)
    }
    talk.send("\u{3}")
    talk.expectInterrupt()
  }

  @Test func `I1 a password that was shown lies in no other memory than before`() throws {
    var stage = Stage.scanned
    stage.environment["ACCESSIBLE"] = "1"
    let talk = try Talk(["new", "--no-dictionary", "--no-confirm"], on: stage)
    let needle = Needle.random()
    talk.expect(Question.new)
    talk.terminal.send(needle.bytes + [0x12, 0x0A])
    talk.terminal.wait("it is shown") { talk.text.hasSuffix(Question.take + Question.new + " ") }
    talk.terminal.settle()
    let found = try halves(of: needle, in: talk.terminal.process)
    #expect(found.count == 2 && found.allSatisfy(\.isLocked), "\(found)")
    talk.terminal.type("\n")
    talk.expectEnd(0)
  }
}
