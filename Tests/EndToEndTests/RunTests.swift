import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// `watchword run`, with stand-ins that behave as real programs do.
@Suite struct RunTests {
  private let folder = TemporaryFolder()
  private static let look = "--no-animation --glyphs unicode"
  /// What stands at the foot of a form.
  private static let foot = "type it yourself"
  /// Asks without an echo, as `read` of a shell does, and tells what it got.
  private static let asking = #"stty -echo; printf 'Secret: '; read -r x; stty echo; printf '\n<%s>\n' "$x""#

  private var stage: Stage {
    .with {
      $0.folder = folder.path
      $0.environment["WATCHWORD_INLINE"] = nil
      $0.environment["watchword"] = ProgramFile.path("watchword")
      $0.environment["look"] = Self.look
    }
  }

  /// A shell in which `script` is called by the name `job`.
  private func shell(
    _ line: String, job script: String = RunTests.asking, _ change: (inout Stage) -> Void = { _ in }
  )
    throws -> TerminalEmulator
  {
    _ = folder.write(script + "\n", to: "job")
    var stage = stage
    change(&stage)
    // A command that ends by ^C ends its shell, too, unless that takes the signal.
    return try TerminalEmulator.open(
      "sh", ["-c", "trap : INT; \(line); echo status $?; read end"], on: stage)
  }

  private func run(_ script: String = RunTests.asking, _ change: (inout Stage) -> Void = { _ in }) throws
    -> TerminalEmulator
  {
    try shell("$watchword run $look sh job", job: script, change)
  }

  /// A shell with job control.
  private func interactive() throws -> TerminalEmulator {
    var stage = stage
    stage.environment["PS1"] = "% "
    stage.environment["HISTFILE"] = "/dev/null"
    let terminal = try TerminalEmulator.open("bash", ["--norc", "--noprofile", "-i"], on: stage)
    terminal.expect("%")
    return terminal
  }

  private func python(_ text: String) -> String { "exec /usr/bin/python3 -c '\(text)'" }

  @Test(
    arguments: [
      "sys.stdin.buffer.raw.readline()", "select.select([0], [], []); sys.stdin.buffer.raw.readline()",
      "p = select.poll(); p.register(0, 1); p.poll(); sys.stdin.buffer.raw.readline()",
      "t = threading.Thread(target=sys.stdin.buffer.raw.readline); t.start(); t.join()",
      "open(\"/dev/tty\", \"rb\", 0).readline()",
    ])
  func `R1 whoever reads, polls or selects the terminal in the dark asks`(call: String) throws {
    let terminal = try run(
      "stty -echo; printf 'Secret: '; "
        + #"/usr/bin/python3 -c 'import sys, select, threading; \#(call)'; stty echo; echo over"#)
    terminal.expect("Secret:", Self.foot)
    terminal.type("x")
    terminal.press(.enter)
    terminal.expect("over", "status 0")
  }

  @Test(arguments: ["stty -echo; printf 'dark '; sleep 60", "stty raw -echo; printf 'dark '; cat"])
  func `R1 nobody asks who does not read, or reads keys`(script: String) throws {
    let terminal = try run(script)
    terminal.expect("dark")
    // Two looks and more.
    let begin = terminal.process.children.first?.wakeUps ?? 0
    terminal.wait("the program has looked again, or sleeps") {
      (terminal.process.children.first?.wakeUps ?? .max) > begin + 8 || script.contains("raw")
    }
    #expect(!terminal.shows(Self.foot))
  }

  @Test func `R1 a question after which only the line end is shown (ECHONL) is dark, and has a form`() throws
  {
    let terminal = try run(Self.asking.replacing("stty -echo;", with: "stty -echo echonl;"))
    terminal.expect("Secret:", Self.foot)
    terminal.type("abc\r")
    terminal.expect("<abc>")
  }

  @Test func `R1 a prompt for a key has no form, unless it has a word of a secret`() throws {
    let terminal = try run(
      """
      exec bash -c 'read -rsp "Press Enter to continue"; echo; read -rsp "Type the PIN and press Enter: " x
      echo "<$x>"; exec bash -c "read -rsp \\"Hit any key\\"; echo; echo over"'
      """)
    for (prompt, next) in [("Press Enter", "Type the PIN"), ("Hit any key", "over")] {
      terminal.expect(prompt)
      let begin = terminal.process.children.first?.wakeUps ?? 0
      terminal.wait("the program has looked again") {
        (terminal.process.children.first?.wakeUps ?? .max) > begin + 8
      }
      #expect(!terminal.shows(Self.foot))
      terminal.press(.enter)
      terminal.expect(next)
      guard next != "over" else { break }
      terminal.expect(Self.foot)
      terminal.type("4711\r")
      terminal.expect("<4711>")
    }
  }

  @Test func `R1 the form goes when the echo comes back`() throws {
    let terminal = try run(
      "stty -echo; printf 'Secret: '; (while ! test -e go; do sleep 0.1; done; stty echo </dev/tty) & read -r x; echo \"<$x>\""
    )
    terminal.expect(Self.foot)
    terminal.type("half")
    _ = folder.write("", to: "go")
    terminal.expect(gone: Self.foot)
    terminal.expect("What you typed was dropped: job asks no more.")
    let begin = ContinuousClock.now
    terminal.wait("keys are taken again") { ContinuousClock.now - begin > .milliseconds(600) }
    terminal.type("rest\r")
    terminal.expect("<rest>")
  }

  @Test(
    arguments: [
      ("exit 7", 7), ("kill -TERM $$", 143), ("kill -KILL $$", 137), ("exec nosuch", 127), ("exit 0", 0),
    ])
  func `R2 the status is that of the command, and the terminal as before`(script: String, status: Int32)
    throws
  {
    let terminal = try run(script)
    terminal.expect("status \(status)")
    #expect(terminal.settings == terminal.settingsBefore && terminal.unreadInput == 0)
  }

  @Test func `R2 all that was written is there, however quickly the command ends`() throws {
    let terminal = try shell(
      "$watchword run sh -c 'seq 30000; printf end' >&2 && echo; $watchword run printf '\\0\\0x'")
    terminal.expect("status 0")
    #expect(terminal.rows.contains("30000") && terminal.rows.contains("end"))
    #expect(terminal.shows("xstatus 0"))
  }

  @Test func `R2 the window's size and ^C reach the command`() throws {
    let terminal = try run(
      "trap 'stty size' WINCH; trap 'echo int; exit 3' INT; echo on; while :; do sleep 0.1; done")
    terminal.expect("on")
    terminal.resize(60, 20)
    terminal.expect("20 60")
    terminal.press(.control("c"))
    terminal.expect("int", "status 3")
  }

  @Test func `R2 ^Z stops both, fg goes on, and a question in the background stops until fg`() throws {
    let terminal = try interactive()
    // It starts no processes: a stop in the midst of dash's vfork(2) leaves dash waiting, on any terminal.
    _ = folder.write(
      python(
        """
        import getpass, os, time
        i = 0
        while not os.path.exists("go"): i += 1; print("line", i, flush=True); time.sleep(0.1)
        print("<" + getpass.getpass("Secret: ") + ">")
        """) + "\n", to: "job")
    terminal.type("$watchword run $look sh job\n")
    terminal.expect("line 3")
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    #expect(terminal.settings.isCooked || terminal.shows("%"))
    terminal.type("clear; bg\n")
    terminal.expect("line")
    _ = folder.write("", to: "go")
    terminal.expect("Secret:")
    terminal.wait("the program has stopped") { terminal.process.children.contains { $0.letter == "T" } }
    #expect(!terminal.shows(Self.foot))
    // As long as bash does not know that it has stopped, fg does not continue it.
    terminal.type("\n")
    terminal.expect("Stopped")
    terminal.type("fg\n")
    terminal.expect(Self.foot)
    terminal.type("ab")
    terminal.press(.control("z"))
    terminal.wait("the shell says again that it has stopped") {
      terminal.rows.count { $0.contains("Stopped") } == 2 && terminal.row(terminal.cursor.row) == "%"
    }
    terminal.type("fg\n")
    terminal.expect(Self.foot)
    terminal.type("c\r")
    terminal.expect("<abc>")
  }

  @Test func `R3 the form says who asks, by the file that runs and the script`() throws {
    let terminal = try run(Self.asking.replacing("Secret: ", with: "\\033[31mSecret\\033[0m\\a: "))
    terminal.expect("Secret:", Self.foot, "'job', by ")
    terminal.press(.escape)
    let whole = try shell("$watchword run $look --no-inline sh job", job: "seq 1 9; " + Self.asking)
    whole.expect(Self.foot, "'job', by ", "Secret:")
    #expect(
      whole.isAlternateScreen && whole.shows("9") && whole.shows("5")
        && !whole.rows.contains { $0.hasSuffix(" 3") })
  }

  @Test(arguments: ["--inline", "--no-inline"]) func `R3 a long name does not hide the folder of a program`(
    look: String
  ) throws {
    let name = "sudo (⁄usr⁄bin⁄sudo)" + String(repeating: " ", count: 180) + "x"
    let terminal = try shell(
      "cp /usr/bin/python3 \"\(name)\"; $watchword run $look \(look) \"./\(name)\" job",
      job: "import getpass; getpass.getpass('Secret: ')")
    terminal.expect("Secret:", "Esc ", folder.path.prefix(12) + "")
    #expect(!terminal.shows("sudo (⁄usr⁄bin⁄sudo) (") && !terminal.shows("   …"))
  }

  @Test(arguments: ["TCSANOW", "TCSADRAIN", "TCSAFLUSH"])
  func `R4 what was typed before is dropped with a beep, and no part of the answer`(way: String) throws {
    let terminal = try run(
      python(
        """
        import termios, os, time
        print("busy", flush=True)
        while not os.path.exists("go"): time.sleep(0.05)
        a = termios.tcgetattr(0); a[3] &= ~termios.ECHO; termios.tcsetattr(0, termios.\(way), a)
        os.write(1, b"Secret: "); print(os.read(0, 99)); print("over", flush=True)
        """))
    terminal.expect("busy")
    terminal.type("half")
    terminal.expect("half")
    _ = folder.write("", to: "go")
    terminal.expect(Self.foot)
    if way != "TCSAFLUSH" { #expect(terminal.bells == 1) }
    terminal.type("answer\r")
    terminal.expect("b'answer\\n'", "over")
  }

  @Test func `R5 an empty answer is asked about first`() throws {
    let terminal = try run()
    terminal.expect(Self.foot)
    terminal.press(.enter)
    terminal.expect("Send an empty password?")
    terminal.expectPressable()
    terminal.press(.escape)
    terminal.expect(Self.foot)
    #expect(!terminal.shows("<"))
    terminal.press(.enter)
    terminal.expect("Send an empty password?")
    terminal.expectPressable()
    terminal.press(.enter)
    terminal.expect("<>")
  }

  @Test func `R5 a program that ignores ^C gets SIGTERM, and then its terminal is closed`() throws {
    let stubborn =
      "trap 'echo int' INT; trap 'echo term' TERM; stty -echo; printf 'Secret: '; while :; do read -r x; done"
    let terminal = try run(stubborn)
    terminal.expect(Self.foot)
    terminal.press(.control("c"))
    terminal.expect("int")
    terminal.expect("term")
    terminal.expect("status 129")
    #expect(terminal.settings == terminal.settingsBefore)
  }

  @Test func `R8 what the program says of a wrong answer is the reason in the next form`() throws {
    let terminal = try shell(
      "$watchword run $look --no-inline sh job",
      job: "stty -echo; for i in 1 2; do printf 'Secret: '; read -r x; echo; echo 'That was wrong.'; done")
    terminal.expect(Self.foot)
    terminal.type("x\r")
    terminal.wait("the next form has the reason") {
      terminal.isAlternateScreen && terminal.shows("That was wrong.")
    }
    let (reason, other) = (terminal.cell(of: "That was wrong."), terminal.cell(of: "Secret:"))
    #expect(reason?.foreground != other?.foreground)
  }

  @Test func `R9 the form stays while the program works on the answer, and goes at its first line`() throws {
    let terminal = try run(
      "stty -echo; printf 'Secret: '; read -r x; while ! test -e go; do sleep 0.05; done; echo; echo taken; sleep 60"
    )
    terminal.expect(Self.foot)
    terminal.type("x\r")
    terminal.expect("Checking")
    _ = folder.write("", to: "go")
    terminal.expect("taken")
    terminal.expect(gone: "Checking")
    terminal.press(.control("c"))
    terminal.expect("status 130")
  }

  @Test func `R9 a program that reads keys after the answer has the terminal at once`() throws {
    let terminal = try run("stty -echo; printf 'Secret: '; read -r x; stty raw; printf ready; head -c 1 >key")
    terminal.expect(Self.foot)
    terminal.type("x\r")
    terminal.expect(gone: "Secret: x", Self.foot)
    terminal.expect("ready")
    terminal.type("k")
    terminal.expect("status 0")
  }

  @Test func `R10 inside, run is no second terminal, and the shell is one`() throws {
    let terminal = try interactive()
    terminal.type("SHELL=/bin/sh PS1='inner ' $watchword run $look\n")
    terminal.expect("inner")
    terminal.type("$watchword run; echo status $?; $watchword run sh -c 'tty; echo $WATCHWORD_RUN'\n")
    terminal.expect("is at work on this terminal already", "status 0")
    terminal.wait("both are the same terminal") {
      terminal.rows.filter { $0.hasPrefix("/dev/pts/") }.count == 2
    }
    #expect(Set(terminal.rows.filter { $0.hasPrefix("/dev/pts/") }).count == 1)
    terminal.type("stty -echo; read -r x; stty echo; echo \"<$x>\"\n")
    terminal.expect(Self.foot)
    terminal.type("abc\r")
    terminal.expect("<abc>")
    terminal.type("exit\n")
    terminal.wait("the outer shell asks again") { terminal.row(terminal.cursor.row) == "%" }
  }

  @Test func `R10 where no form can be shown, the command runs all the same`() throws {
    let terminal = try shell("$watchword run sh -c 'echo ran $WATCHWORD_RUN'") {
      $0.launching = ["--memlock", "0"]
    }
    terminal.expect("no form can be shown", "ran /dev/pts/", "status 0")
    let lost = try Completion.of("watchword", ["run", "sh", "-c", "echo alone; exit 4"])
    #expect(lost == Completion(status: 4, output: "alone\n"))
  }

  @Test(.machine(.mountNamespace))
  func `R10 without /proc, one line says that no form can be shown, and the command runs`() throws {
    let inner = "echo ran $WATCHWORD_RUN; \"$watchword\" run echo inner; \"$watchword\" run; echo over"
    let command = [ProgramFile.path("watchword"), "run", "sh", "-c", inner]
    let terminal = try TerminalEmulator.open(
      "unshare", BareSystem.withoutProc.arguments(running: command), on: stage)
    terminal.expectExit(0)
    #expect(terminal.shows("ran /dev/pts/") && terminal.shows("inner") && terminal.shows("over"))
    #expect(terminal.rows.count { $0.contains("no form can be shown: ") } == 1)
  }

  @Test func `R10 sudo in front of a command is told, and runs`() throws {
    _ = folder.write("#!/bin/sh\nexec \"$@\"\n", to: "sudo")
    _ = unsafe chmod(folder.path + "/sudo", 0o755)
    let terminal = try shell("$watchword run ./sudo echo done") { $0.size.columns = 120 }
    terminal.expect("Use: sudo watchword run echo done", "done", "status 0")
  }

  @Test func `R11 root is told who else has the terminal open, and asked before the answer is sent`() throws {
    try Needs.machine(.root)
    let watched = try run("tty >name; while ! test -e go; do sleep 0.05; done; \(Self.asking)")
    watched.wait("the terminal is named") { readText("\(folder.path)/name")?.hasSuffix("\n") == true }
    let name = String((readText("\(folder.path)/name") ?? "").dropLast())
    let thief = unsafe open(name, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    defer { close(thief) }
    _ = folder.write("", to: "go")
    watched.expect(Self.foot, "this terminal open, too")
    watched.type("abc\r")
    watched.expect("Enter again sends it")
    #expect(!watched.shows("<abc>"))
    watched.press(.enter)
    watched.expect("<abc>")
  }

  @Test(.machine(.root))
  func `R11 no program is named that job control stops, or that reads another terminal`() throws {
    let stranger = "setpriv --reuid=65534 --clear-groups"
    let other = try TerminalEmulator.open("sh", ["-c", "echo there; exec \(stranger) cat"])
    other.wait("it reads") { other.shows("there") && other.process.name == "cat" }
    let terminal = try run("set -m; \(stranger) sleep 60 & set +m; \(Self.asking); kill $!")
    terminal.expect(Self.foot)
    #expect(!terminal.shows("open, too"))
    terminal.type("abc\r")
    terminal.expect("<abc>", "status 0")
  }

  @Test func `R12 what is redirected stays so, byte by byte`() throws {
    let terminal = try shell(
      "printf 'a\\n' | $watchword run sh job >out 2>err; od -c out err",
      job: "cat; echo b; echo c >&2; stty size </dev/tty >tty")
    terminal.expect("a  \\n   b  \\n   c  \\n", "status 0")
    #expect(readText("\(folder.path)/tty") == "24 80\n")
  }

  @Test func `R13 nobody wakes up for a shell that waits for keys`() throws {
    let terminal = try interactive()
    terminal.type("exec $watchword run bash --norc --noprofile -i\n")
    terminal.wait("the inner shell asks") {
      terminal.row(terminal.cursor.row) == "%" && terminal.rows.filter { $0 == "%" }.count == 1
    }
    terminal.wait("the program sleeps for good") { terminal.process.isAsleepForGood != false }
  }

  @Test func `R2 after every deadly signal the terminal is as before, and the command gone`() throws {
    let deadly = (1...64).filter {
      ![SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH, SIGPIPE, 32, 33]
        .contains($0)
    }
    #expect(deadly.count == 52)
    for (index, number) in deadly.enumerated() {
      let isForm = index.isMultiple(of: 2)
      let terminal = try shell(
        "trap : HUP; ulimit -c 0; $watchword run $look sh job 2>&1",
        job: isForm ? "echo $$ >pid; \(Self.asking)" : "echo $$ >pid; echo on; exec sleep 100")
      terminal.expect(isForm ? Self.foot : "on")
      if isForm { terminal.type("half") }
      let form = try #require(terminal.process.children.first)
      terminal.signal(number, to: form.pid)
      terminal.expect("status \(128 + number)")
      #expect(terminal.settings == terminal.settingsBefore, "\(number)")
      let job = ProcessState(Int32((readText("\(folder.path)/pid") ?? "").dropLast()) ?? 0)
      terminal.wait("the command has ended after signal \(number)") { job.isKilled || job.letter == nil }
      #expect(!terminal.rows.contains { $0.contains("half") || $0.contains("•") })
    }
  }

  @Test func `R2 a command that leaves a process behind has ended`() throws {
    let terminal = try run("(trap '' HUP; while test -e stay; do sleep 0.1; done) & touch stay; echo left $!")
    terminal.expect("left", "status 0")
    #expect(terminal.settings == terminal.settingsBefore)
    _ = unsafe unlink(folder.path + "/stay")
  }
}

/// What others do while `watchword run` is at work.
@Suite struct RunFaultTests {
  private let folder = TemporaryFolder()
  private static let foot = "type it yourself"

  private func shell(
    _ line: String, _ jobs: [String: String] = [:], _ program: String = "sh", _ arguments: [String]? = nil
  ) throws -> TerminalEmulator {
    for (name, script) in jobs { _ = folder.write(script + "\n", to: name) }
    return try TerminalEmulator.open(
      program, arguments ?? ["-c", "trap : INT; \(line); echo status $?; read end"],
      on: .with {
        $0.folder = folder.path
        $0.environment["WATCHWORD_INLINE"] = nil
        $0.environment["PS1"] = "% "
        $0.environment["HISTFILE"] = "/dev/null"
        $0.environment["watchword"] = ProgramFile.path("watchword")
        $0.environment["look"] = "--no-animation --glyphs unicode"
      })
  }

  private func interactive() throws -> TerminalEmulator {
    let terminal = try shell("", [:], "bash", ["--norc", "--noprofile", "-i"])
    terminal.expect("%")
    return terminal
  }

  @Test func `R4 an answer goes to no other program than the one that the form names`() throws {
    let terminal = try shell(
      "$watchword run $look sh job",
      [
        "job": """
        stty -echo; printf 'Bank: '
        /usr/bin/python3 -c 'import select,os
        while not os.path.exists("go"): select.select([0], [], [], 0.1)'
        exec /usr/bin/python3 -c 'import sys
        sys.stdout.write("other: "); sys.stdout.flush(); print("got", sys.stdin.readline())'
        """
      ])
    terminal.expect("Bank:", Self.foot)
    terminal.type("hunter2")
    terminal.expect("•••••••")
    _ = folder.write("", to: "go")
    terminal.expect("other:")
    terminal.expect(gone: "•••••••")
    terminal.expect(Self.foot)
    terminal.press(.escape)
    terminal.expect(gone: Self.foot)
    terminal.type("x\r")
    terminal.expect("got x")
  }

  @Test func `R7 a new password is repeated to the program that it was given to, and to no other`() throws {
    let terminal = try shell(
      "$watchword run $look sh job",
      [
        "job": """
        h=$(openssl passwd -6 -noverify)
        exec /usr/bin/python3 -c 'import getpass; print("got", getpass.getpass("Type it again: "))'
        """
      ])
    terminal.expect("Re-enter password", Self.foot)
    terminal.type("Kv7#mQzx\tKv7#mQzx\r")
    terminal.expect("Type it again:", Self.foot)
    #expect(!terminal.shows("got"))
  }

  @Test func `R2 of two in a pipeline one is on a terminal of its own, and the modes come back`() throws {
    let terminal = try shell("$watchword run sh -c 'sleep 0.5; echo a' | $watchword run sh -c 'sleep 1; cat'")
    terminal.expect("a", "status 0")
    #expect(terminal.settings == terminal.settingsBefore)
  }

  @Test func `R12 the keys beside a pager are the pager's`() throws {
    let terminal = try shell(
      "$watchword run sh -c 'seq 100; cat >stolen </dev/null; sleep 2' | sh pager",
      ["pager": "read -r x </dev/tty; echo \"<$x>\"; cat >/dev/null"])
    terminal.type("abc\r")
    terminal.expect("<abc>", "status 0")
  }

  @Test func `R5 ^C in a shell that was started by name closes no terminal`() throws {
    let stubborn = "trap '' INT TERM; stty -echo; printf 'Secret: '; while ! test -e go; do read -r x; done"
    let terminal = try shell("$watchword run $look bash --norc --noprofile -i", ["job": stubborn])
    terminal.expect("%")
    terminal.type("sh job\n")
    terminal.expect(Self.foot)
    terminal.press(.control("c"))
    terminal.expect(gone: Self.foot)
    // By now the terminal of a command of its own would be closed.
    let watch = ContinuousClock.now
    terminal.wait("four seconds are over") {
      ContinuousClock.now - watch > .seconds(5) || terminal.shows("status")
    }
    #expect(!terminal.shows("status"))
    _ = folder.write("", to: "go")
    terminal.type("x\r")
    terminal.type("echo still here\r")
    terminal.expect("still here")
  }

  @Test func `R2 what was written before a stop is there before it`() throws {
    let terminal = try interactive()
    for round in 1...10 {
      terminal.type("clear; $watchword run sh -c 'seq 300; printf LAST\(round); kill -STOP $$'\n")
      terminal.wait("the shell says that it has stopped, behind its last output") {
        let rows = terminal.rows
        guard let stopped = rows.firstIndex(where: { $0.hasPrefix("[1]+") }) else { return false }
        return rows[..<stopped].last == "LAST\(round)"
      }
      terminal.type("kill -KILL %%; fg 2>/dev/null\n")
      terminal.expectPromptAlone()
    }
  }

  @Test func `R2 a command ends although something left behind goes on writing`() throws {
    let terminal = try shell("$watchword run sh -c 'yes & echo $! >pid; exit 3'; kill $(cat pid)")
    terminal.expect("status")
  }

  @Test func `R10 a command that is started in the background has usual modes, and its keys after fg`() throws
  {
    let terminal = try interactive()
    terminal.type("$watchword run sh -c 'read -r x; echo \"<$x>\"' &\n")
    terminal.expect("[1] ")
    terminal.type("fg\n")
    terminal.wait("the program has the terminal") { !terminal.settings.isCooked }
    terminal.type("hello\r")
    terminal.expect("<hello>")
  }

  @Test func `R2 ^C ends a loop of a shell`() throws {
    let terminal = try interactive()
    terminal.type("while :; do $watchword run sh -c 'echo st\"\"art; exec sleep 60'; echo AG''AIN; done\n")
    terminal.expect("start")
    terminal.press(.control("c"))
    terminal.expectPromptAlone()
    #expect(!terminal.shows("AGAIN"))
  }

  @Test func `R10 without a terminal, or another one, the shell starts once`() throws {
    let terminal = try shell("SHELL=/bin/nosuch $watchword run", [:])
    terminal.wait("sh asks") { ["#", "$", "%"].contains(terminal.row(terminal.cursor.row)) }
    terminal.type("exit 5\n")
    terminal.expect("status 5")
  }

  @Test func `R10 no loop begins where there is no terminal to control`() throws {
    let script = folder.write("echo run \"$WATCHWORD_RUN\" $(tty)\n", to: "rc")
    let terminal = try TerminalEmulator.open(
      "sh", ["-c", "setsid -w $watchword run sh \(script); echo status $?"],
      on: .with { $0.environment["watchword"] = ProgramFile.path("watchword") })
    terminal.expect("status 0")
    #expect(terminal.rows.contains { $0.hasPrefix("run /dev/pts/") })
  }

  @Test func `R5 ^Z in a form inside a shell stops the program that asks`() throws {
    let terminal = try interactive()
    _ = folder.write("stty -echo; printf 'Secret: '; read -r x; stty echo; echo \"<$x>\"\n", to: "job")
    terminal.type("SHELL=/bin/bash exec $watchword run $look\n")
    terminal.wait("the inner shell asks") {
      terminal.rows.contains { $0.hasSuffix("#") || $0.hasSuffix("$") }
    }
    terminal.type("sh job\n")
    terminal.expect(Self.foot)
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    terminal.expect(gone: Self.foot)
    terminal.type("kill %%; fg\n")
    terminal.expect("Terminated")
  }

  @Test func `R9 what was answered is forgotten when it cannot be wanted any more`() throws {
    let terminal = try shell(
      "$watchword run $look sh job",
      [
        "job":
          "stty -echo; printf 'P: '; read -r x; while ! test -e go; do sleep 0.1; done; printf '\\nP again: '; read -r y; echo; echo \"<$x $y>\""
      ])
    terminal.expect(Self.foot)
    terminal.type("one\r")
    let begin = ContinuousClock.now
    terminal.wait("the answer is forgotten") { ContinuousClock.now - begin > .seconds(2) }
    _ = folder.write("", to: "go")
    terminal.expect("P again:", Self.foot)
    terminal.type("two\r")
    terminal.expect("<one two>")
  }
}

extension TerminalEmulator {
  /// Waits until bash asks in an otherwise empty row.
  fileprivate func expectPromptAlone() {
    wait("the shell asks again") { row(cursor.row) == "%" }
  }
}
