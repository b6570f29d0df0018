import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

/// Suspension under a real shell with job control.
@Suite struct SuspendTests {
  @Test func `control Z masks, leaves the screen and stops; fg draws anew with fields masked`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$watchword new $options\n")
    terminal.expect("New password")
    terminal.type("Kv7mQzR2")
    terminal.press(.control("r"))
    terminal.expect(.new, holds: good)
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    terminal.expectPrompt()
    #expect(!terminal.reportsMouse && !terminal.isKeypadApplication && terminal.isCursorVisible)
    #expect(!terminal.shows(good))
    terminal.type("fg\n")
    terminal.expect(.new, holds: "••••••••")
    #expect(terminal.isAlternateScreen && terminal.reportsMouse)
    terminal.press(.tab)
    terminal.type(good)
    terminal.press(.enter)
    terminal.expectPrompt()
    terminal.expect(good)
  }

  @Test(arguments: [SIGTSTP, SIGSTOP])
  func `a stop from outside is handled alike, and SIGCONT draws anew`(number: Int32) throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$watchword new $options\n")
    terminal.expect("New password")
    terminal.type("Kv7mQzR2")
    terminal.press(.control("r"))
    terminal.expect(.new, holds: good)
    let form = try #require(terminal.process.children.first)
    terminal.signal(number, to: form.pid)
    terminal.wait("it is stopped") { form.letter == "T" }
    terminal.expect("Stopped")
    terminal.type("fg\n")
    terminal.wait("it goes on") { form.letter == "S" }
    terminal.expect(.new, holds: "••••••••")
    terminal.type("x")
    terminal.expect(.new, holds: "•••••••••")
    terminal.press(.escape)
    terminal.expectPrompt()
    terminal.type("echo status $?\n")
    terminal.expect("status 1")
  }

  @Test func `a screen drawn again leaves the cursor where it was before the form`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$watchword new $options\n")
    terminal.expect("New password")
    terminal.type("abc")
    terminal.expect(.new, holds: "•••")
    terminal.scribble("\u{1B}[HGARBAGE")
    terminal.expect("GARBAGE")
    terminal.press(.control("l"))
    terminal.expect(gone: "GARBAGE")
    terminal.press(.escape)
    terminal.expectPrompt()
    #expect(terminal.cursor.row == 1)
  }

  @Test(arguments: ["--ignore", "--block"])
  func `a form in the background waits where SIGTTOU would not stop it, and comes up when it is fetched`(
    condition: String
  ) throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$launcher \(condition) \(SIGTTOU) $watchword new $options &\n")
    terminal.wait("it is stopped") {
      terminal.process.children.first.map { $0.name == "watchword" && $0.letter == "T" } == true
    }
    #expect(!terminal.isAlternateScreen && !terminal.reportsMouse)
    terminal.type("fg\n")
    terminal.expect("New password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expectPrompt()
    terminal.expect(good)
  }

  @Test(arguments: ["--ignore", "--block"])
  func `a form in the background that no shell can fetch ends with status 3`(condition: String) throws {
    let terminal = try TerminalEmulator.jobControl()
    let form = "$launcher \(condition) \(SIGTTOU) $watchword new $options; echo \"<$?>\""
    terminal.type("bash -c 'set -m; p=$$; (while kill -0 $p; do :; done 2>/dev/null; \(form)) &'\n")
    terminal.expect("<3>")
  }

  @Test func `SIGCONT to a form that runs draws anew with fields masked`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(good)
    terminal.press(.control("r"))
    terminal.expect(.new, holds: good)
    terminal.scribble("\u{1B}[HGARBAGE")
    terminal.expect("GARBAGE")
    terminal.signal(SIGCONT)
    terminal.expect(gone: "GARBAGE")
    terminal.expect(.new, holds: "••••••••")
  }

  @Test func `the whole job is stopped, pipes and all`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$watchword new $options | sed 's/.*/<&>/'\n")
    terminal.expect("New password")
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    terminal.expectPrompt()
    terminal.type("fg\n")
    terminal.wait("the form is back") { terminal.isAlternateScreen && terminal.shows("New password") }
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("<\(good)>")
  }

  @Test
  func `where SIGTSTP is ignored, as inside a command substitution, control Z beeps, and is not listed`()
    throws
  {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("p=$($watchword new $options); echo \"<$p>\"\n")
    terminal.expect("New password")
    terminal.type("Kv7mQzR2")
    terminal.expect(.new, holds: "••••••••")
    let bells = terminal.bells
    terminal.press(.control("z"))
    terminal.wait("it beeps") { terminal.bells == bells + 1 }
    #expect(terminal.isAlternateScreen)
    terminal.press(.function(1))
    terminal.expect("this page, and back")
    #expect(!terminal.shows("suspend"))
    terminal.press(.function(1))
    terminal.press(.tab)
    terminal.type(good)
    terminal.press(.enter)
    terminal.expect("<\(good)>")
  }

  @Test(arguments: ["", "\r", "y", "\u{1B}[200~y"])
  func `what was typed while others had the terminal answers no question after fg`(together: String) throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("SSH_ASKPASS_PROMPT=confirm $watchword askpass 'Delete the key?'; echo status $?\n")
    terminal.expect("Delete the key?")
    terminal.expectPressable()
    terminal.type("\u{1A}" + together)
    terminal.expect("Stopped")
    terminal.expectPrompt()
    let bells = terminal.bells
    terminal.type("fg; echo end $?\n\n\n")
    terminal.wait("the question is there again") { terminal.isAlternateScreen }
    terminal.expectPressable()
    #expect(terminal.bells == bells)
    terminal.press(.escape)
    terminal.expect("end 1")
  }

  @Test func `a resize while it is stopped is seen when it goes on`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("abc")
    terminal.settle()
    terminal.press(.control("z"))
    terminal.expect(.stopped(by: SIGTSTP))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
    terminal.resize(60, 20)
    terminal.signal(SIGCONT, to: -terminal.pid)
    terminal.expect(.new, holds: "•••")
    terminal.settle()
    #expect(terminal.rows.filter { $0.contains("┓") }.allSatisfy { $0.count <= 60 })
    #expect(terminal.focus == .new)
  }

  @Test func `F7 a form that was stopped for too long ends when it goes on`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-animation", "--timeout", "3"],
      on: .with { ($0.output, $0.errors) = (.pipe, .pipe) })
    terminal.expect("New password", "Ends in")
    terminal.press(.control("z"))
    terminal.expect(.stopped(by: SIGTSTP))
    let end = try Completion.of("sleep", ["3.1"])
    #expect(end.status == 0 && terminal.fate == .stopped(by: SIGTSTP))
    terminal.signal(SIGCONT, to: -terminal.pid)
    terminal.expectExit(4)
    terminal.expectLeft()
    #expect(terminal.outputText == "")
    #expect(terminal.errorText == "watchword: closed: no key was pressed within the time limit\n")
  }

  @Test func `a form whose subshell ends first is never drawn, and leaves the modes as they were`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("m=$(stty -g); ($watchword new $options & printf 'pid=%d\\n' $!)\n")
    func form() -> ProcessState? {
      let pid = terminal.rows.first { $0.hasPrefix("pid=") }.flatMap { Int32($0.dropFirst(4)) }
      return pid.map { ProcessState($0) }
    }
    terminal.wait("it is gone") { form().map { [nil, "Z"].contains($0.letter) } == true }
    terminal.type("test $m = $(stty -g) && echo as be''fore\n")
    terminal.expect("as before")
    #expect(terminal.mode(1049) == nil)
  }

  @Test func `a form goes on when the thread of its parent that started it ends`() throws {
    try Needs.programs("python3")
    let start = """
      import signal, subprocess, sys, threading
      forms, go = [], threading.Event()
      signal.signal(signal.SIGUSR1, lambda *_: go.set())
      def begin():
        forms.append(subprocess.Popen(sys.argv[1:]))
        go.wait()
      thread = threading.Thread(target=begin)
      thread.start()
      thread.join()
      sys.exit(forms[0].wait())
      """
    let terminal = try TerminalEmulator.open(
      "python3", ["-c", start, ProgramFile.path("watchword"), "ask", "--no-animation"])
    terminal.expect("Enter check")
    terminal.signal(SIGUSR1)
    terminal.wait("the thread has ended") { terminal.process.status("Threads") == "1" }
    terminal.type("abc\r")
    terminal.expectExit(0)
    terminal.expect("abc")
  }
}

extension TerminalEmulator {
  /// Opens a shell with job control, which finds the program and its options in variables. With `answers` only these
  /// tell its background.
  static func jobControl(answers: Stage.Answers? = nil) throws -> TerminalEmulator {
    let terminal = try open(
      "bash", ["--norc", "--noprofile", "-i"],
      on: .with {
        if let answers {
          $0.answers = answers
          $0.environment["COLORFGBG"] = nil
        }
        $0.environment["PS1"] = "% "
        $0.environment["watchword"] = ProgramFile.path("watchword")
        $0.environment["HISTFILE"] = "/dev/null"
        $0.environment["launcher"] = ProgramFile.path("Launcher")
        $0.environment["options"] = "--no-dictionary --no-animation --quiet"
      })
    terminal.expect("%")
    return terminal
  }

  /// Waits for the shell's prompt, without a form on the screen.
  func expectPrompt() {
    wait("the shell asks again") { !isAlternateScreen && row(cursor.row) == "%" }
  }
}
