import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What `watchword run` takes for the same question, and what becomes of what was typed.
@Suite struct RunQuestionTests {
  private let folder = TemporaryFolder()
  private static let foot = "type it yourself"
  /// Waits until the test goes on, without a child that ends.
  private static let go = "until test -e go; do sleep 0.05; done"

  private func run(
    _ script: String, after before: String = ":", _ change: (inout Stage) -> Void = { _ in }
  ) throws -> TerminalEmulator {
    _ = folder.write(script + "\n", to: "job")
    var stage = Stage.with {
      $0.folder = folder.path
      $0.environment["WATCHWORD_INLINE"] = nil
      $0.environment["watchword"] = ProgramFile.path("watchword")
    }
    change(&stage)
    return try TerminalEmulator.open(
      "sh",
      [
        "-c",
        "trap : INT; \(before); $watchword run --no-animation --glyphs unicode bash job; echo status $?; read end",
      ],
      on: stage)
  }

  private func waitForFile(_ name: String, beside terminal: TerminalEmulator) {
    terminal.wait("\(name) is there") { unsafe access(folder.path + "/" + name, F_OK) == 0 }
  }

  /// Waits until the program has looked at its command a few times.
  private func waitForLooks(at terminal: TerminalEmulator) {
    let begin = terminal.process.children.first?.wakeUps ?? 0
    terminal.wait("the program looks again") {
      (terminal.process.children.first?.wakeUps ?? .max) > begin + 4
    }
  }

  private func expectShell(on terminal: TerminalEmulator) {
    terminal.wait("the shell asks") {
      let row = terminal.row(terminal.cursor.row)
      // A quick shell can have read a letter of the answer.
      return row.contains("#") || row.contains("$")
    }
  }

  @Test(
    arguments: [
      #"read -rsp "Secret: " x"#, #"stty -echo; printf "Secret: "; read -r x; stty echo"#,
      #"x=$(/usr/bin/python3 -c 'import getpass; print(getpass.getpass("Secret: "))')"#,
    ], [true, false])
  func `R1 a line of others leaves the form and what was typed`(call: String, isLast: Bool) throws {
    let terminal = try run(
      "(\(Self.go); echo log line; echo >written\(isLast ? "" : "; exec sleep 9")) & \(call); echo; echo \"<$x>\""
    )
    terminal.expect("Secret:", Self.foot)
    terminal.type("geheim")
    terminal.expect("••••••")
    _ = folder.write("", to: "go")
    waitForFile("written", beside: terminal)
    waitForLooks(at: terminal)
    #expect(terminal.shows("••••••"))
    terminal.type("nis\r")
    terminal.expect("log line", "<geheimnis>")
  }

  @Test func `R1 a job that logs all the time keeps no answer back`() throws {
    let terminal = try run(
      "(\(Self.go); while :; do sleep 0.03; echo log; done) & read -rsp 'Secret: ' x; echo; kill $!; echo \"<$x>\""
    )
    terminal.expect(Self.foot)
    _ = folder.write("", to: "go")
    for character in "geheimnis" {
      terminal.type(String(character))
      waitForLooks(at: terminal)
    }
    terminal.press(.enter)
    terminal.expect("<geheimnis>")
  }

  @Test(
    arguments: [
      #"""
      for round in {1..20}; do for ((i = 60; i > 0; i--)); do
        printf '\r'; read -rs -t 0.3 -p "Secret $round ($i): " x && break
      done; echo "<$round $x>"; done
      """#,
      #"""
      exec /usr/bin/python3 -c '
      import os, select, sys, termios
      for round in range(1, 21):
        modes = termios.tcgetattr(0); modes[3] &= ~termios.ECHO; termios.tcsetattr(0, termios.TCSANOW, modes)
        for left in range(60, 0, -1):
          os.write(1, b"\rSecret %d (%d): " % (round, left))
          if select.select([0], [], [], 0.3)[0]: break
        text = os.read(0, 99).decode().strip()
        modes[3] |= termios.ECHO; termios.tcsetattr(0, termios.TCSANOW, modes)
        print("<%d %s>" % (round, text), flush=True)
      '
      """#,
    ]) func `R1 a prompt that counts down keeps what was typed, 20 times of 20`(script: String) throws
  {
    let terminal = try run(script)
    for round in 1...20 {
      terminal.expect("Secret \(round)", Self.foot)
      terminal.type("gehe")
      terminal.expect("••••")
      let before = terminal.line(with: "Secret \(round)")
      terminal.wait("it counts down") { terminal.line(with: "Secret \(round)") != before }
      terminal.type("im\r")
      terminal.expect("<\(round) geheim>")
    }
  }

  @Test(arguments: ["", "2>/dev/null"])
  func `R1 of two questions of one shell the second gets nothing of the first`(redirection: String) throws {
    let terminal = try run(
      "read -rs -t 2 -p 'First: ' x \(redirection); read -rs -p 'Second: ' y \(redirection); echo; echo \"<$x|$y>\""
    )
    terminal.expect(Self.foot)
    terminal.type("half")
    terminal.expect("••••")
    terminal.expect("What you typed was dropped: job asks something else.")
    terminal.expect(Self.foot)
    #expect(!terminal.shows("•"))
    terminal.type("whole\r")
    terminal.expect("<|whole>")
  }

  @Test func `R1 another program in the same process is another question`() throws {
    let terminal = try run(
      """
      stty -echo; printf 'A: '
      exec /usr/bin/python3 -c '
      import os, select, sys
      while not os.path.exists("go"): select.select([0], [], [], 0.1)
      os.execvp("dash", ["dash", "-c", "printf \\"\\\\rA: \\"; read -r x; echo \\"<$x>\\""])'
      """)
    terminal.expect("A:", Self.foot)
    terminal.type("half")
    terminal.expect("••••")
    _ = folder.write("", to: "go")
    terminal.expect("asks something else")
    terminal.expect(Self.foot)
    terminal.type("whole\r")
    terminal.expect("<whole>")
  }

  @Test(arguments: ["7z a -p b.7z f", "gpg --homedir home --pinentry-mode loopback -c f"])
  func `R6 a form for a new password stays one, and what was typed twice is what it is`(call: String) throws {
    try Needs.programs(String(call.prefix { $0 != " " }))
    let terminal = try run(
      "mkdir -m 700 home; echo content >f; (\(Self.go); echo log line; echo >written) & \(call); echo done")
    terminal.expect("Re-enter password", Self.foot)
    terminal.type("Umbrella-Lantern-47\tUmbrella-")
    _ = folder.write("", to: "go")
    waitForFile("written", beside: terminal)
    waitForLooks(at: terminal)
    terminal.type("Lantern-47\r")
    terminal.expect("done")
    let open =
      call.hasPrefix("7z")
      ? ["7z", "t", "-pUmbrella-Lantern-47", "b.7z"]
      : [
        "gpg", "--homedir", "home", "--batch", "--pinentry-mode", "loopback", "--passphrase",
        "Umbrella-Lantern-47",
        "-d", "f.gpg",
      ]
    let line = "cd \(folder.path) && " + open.joined(separator: " ")
    #expect(try Completion.of("sh", ["-c", line]).status == 0)
  }

  @Test(arguments: [(80, 24), (60, 16), (40, 12)])
  func `B4 F4 R6 run names the key for a suggestion, and one goes into both fields`(
    _ columns: Int, rows: Int
  ) throws {
    try Needs.programs("zip")
    let terminal = try run("echo content >f; zip -qe a.zip f; echo done") {
      $0.size = Size(columns: columns, rows: rows)
    }
    terminal.expect("Press ^G for a suggestion.", "F1 help")
    if columns > 40 { terminal.expect("^G suggest") }
    terminal.type("\u{7}")
    terminal.expect("use it")
    terminal.type("\r")
    terminal.expect("Write it down or save it")
    terminal.type("\r\r")
    terminal.expect("done")
  }

  @Test func `R1 in line mode, too, what was typed is dropped and told`() throws {
    let terminal = try run("read -rs -t 2 -p 'First: ' x; read -rsp 'Second: ' y; echo; echo \"<$x|$y>\"") {
      $0.environment["ACCESSIBLE"] = "1"
    }
    terminal.expect("First:", "Password:")
    terminal.type("half")
    terminal.expect("What you typed was dropped: job asks something else.", "Second:")
    terminal.wait("it asks again") { terminal.rows.count { $0.hasPrefix("Password:") } == 2 }
    terminal.type("whole\r")
    terminal.expect("<|whole>")
  }

  @Test func `R1 after a form that left by itself keys are dropped, and signals pass`() throws {
    let terminal = try run("read -rs -t 1 -p 'PIN: ' x; echo; echo left; cat >typed; echo over")
    terminal.expect(Self.foot)
    terminal.type("12")
    terminal.expect("left", "job asks no more")
    terminal.type("34\n")
    terminal.press(.control("c"))
    terminal.expect("status 130")
    #expect(readText(folder.path + "/typed") == "")
  }

  @Test(arguments: [70_000, 100_000_000])
  func `R1 what others write is passed on above the form, and ^C ends it at once`(bytes: Int) throws {
    let terminal = try run(
      "(\(Self.go); yes 1234567 | head -c \(bytes); echo >written) & read -rsp 'Secret: ' x; echo; echo \"<$x>\""
    )
    terminal.expect(Self.foot)
    terminal.type("gehe")
    terminal.expect("••••")
    _ = folder.write("", to: "go")
    terminal.wait("the flood stands above the form") {
      terminal.shows("1234567") && terminal.shows("••••") && terminal.shows(Self.foot)
    }
    if bytes < 1_000_000 {
      terminal.type("im\r")
      terminal.expect("<geheim>")
    } else {
      let begin = ContinuousClock.now
      terminal.press(.control("c"))
      terminal.expect("status 130")
      #expect(begin.duration(to: .now) < .seconds(3))
    }
  }

  @Test func `R1 what was dark from the start asks nothing`() throws {
    let terminal = try run(
      "printf 'Name: '; read -r x; echo \"<$x>\"; stty echo; sleep 0.5; read -rsp 'Secret: ' y; echo \"<$y>\"",
      after: "stty -echo")
    terminal.expect("Name:")
    waitForLooks(at: terminal)
    #expect(!terminal.shows(Self.foot))
    terminal.type("ann\r")
    terminal.expect("<ann>", "Secret:", Self.foot)
  }

  @Test(arguments: ["bash --norc --noprofile -i", "dash -i", "mksh -i"])
  func `R1 the echo that is switched off in a shell is a question`(shell: String) throws {
    if !shell.hasPrefix("dash") { try Needs.programs(String(shell.prefix { $0 != " " })) }
    let terminal = try run("exec \(shell)")
    expectShell(on: terminal)
    terminal.type("stty -echo; read -r x; stty echo; echo \"<$x>\"\r")
    terminal.expect(Self.foot)
    terminal.type("abc\r")
    terminal.expect("<abc>")
  }

  @Test(arguments: ["bash --norc --noprofile -i", "dash -i"])
  func `R4 an answer that its reader leaves unread is dropped, unless the shell was quicker`(shell: String)
    throws
  {
    let terminal = try run("exec \(shell)")
    _ = folder.write(
      """
      import select, termios
      modes = termios.tcgetattr(0); modes[3] &= ~termios.ECHO; termios.tcsetattr(0, termios.TCSANOW, modes)
      print("press Return to stop it", flush=True); select.select([0], [], [])
      modes[3] |= termios.ECHO; termios.tcsetattr(0, termios.TCSANOW, modes)
      """, to: "waits.py")
    var quicker = 0
    for _ in 1...20 {
      expectShell(on: terminal)
      terminal.type("\u{15}clear; /usr/bin/python3 waits.py\r")
      terminal.expect("to stop it", Self.foot)
      terminal.type("geheim\r")
      terminal.expect(gone: Self.foot)
      terminal.wait("it is dropped, or the shell was quicker") {
        terminal.shows("did not read the answer. It was dropped.") || terminal.shows("not found")
      }
      if terminal.shows("not found") { quicker += 1 }
    }
    // On a busy machine a shell can read before anybody else wakes (run.md).
    #expect(quicker < 10)
  }

  @Test(
    arguments: [
      ("a reader by epoll", "p = select.epoll(); p.register(0, select.EPOLLIN); p.poll(); os.read(0, 99)"),
      ("a busy reader", "select.select([0], [], []); time.sleep(1); os.read(0, 99)"),
    ]) func `R1 R4 whoever waits first and reads later has the answer`(name: String, call: String) throws
  {
    let terminal = try run(
      "stty -echo; printf 'Secret: '; /usr/bin/python3 -c 'import os, select, time; \(call)'; stty echo; echo over"
    )
    terminal.expect("Secret:", Self.foot)
    terminal.type("x\r")
    terminal.expect("over", "status 0")
    #expect(!terminal.shows("It was dropped"))
  }

  @Test(arguments: ["center-Kv7mQz", "my password Kv7", "aes-256-rules", "verify-me-4711"])
  func `R7 a repetition is known although the answer has words of it`(answer: String) throws {
    try Needs.programs("openssl")
    let terminal = try run("echo a >a; openssl enc -aes-256-cbc -pbkdf2 -in a -out b && echo done")
    terminal.expect("encryption password:", Self.foot)
    terminal.type("\(answer)\t\(answer)\r")
    terminal.expect("done", "status 0")
  }
}
