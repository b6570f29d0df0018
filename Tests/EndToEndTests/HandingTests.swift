import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The command that the answer is handed to: issue 11, F1.
@Suite struct HandingTests {
  private let folder = TemporaryFolder()

  private var stage: Stage {
    var stage = Stage.capturing(in: folder.path)
    stage.environment["folder"] = folder.path
    return stage
  }

  private static let new = ["new", "--no-dictionary", "--no-animation"]

  /// Opens the form of a new password with `script`, which runs in a folder of its own, as its command.
  private func form(_ script: String, _ options: [String] = [], on stage: Stage? = nil) throws
    -> TerminalEmulator
  {
    let terminal = try TerminalEmulator.open(
      "watchword", Self.new + options + ["--", "sh", "-c", script], on: stage ?? self.stage)
    terminal.expect("Re-enter password")
    return terminal
  }

  /// Opens the form as ``form(_:_:on:)`` does, and accepts it.
  private func accept(
    _ script: String, _ options: [String] = [], on stage: Stage? = nil, password: String = good
  ) throws -> TerminalEmulator {
    let terminal = try form(script, options, on: stage)
    terminal.fill(password)
    terminal.press(.enter)
    return terminal
  }

  private func read(_ name: String) -> String? { readText(folder.path + "/" + name) }

  private func number(in name: String) throws -> Int32 {
    try #require(read(name).flatMap { Int32($0.dropLast()) })
  }

  @Test func `F1 the command reads the answer from its standard input, and writes to ours`() throws {
    let terminal = try accept("cat >input; echo out; echo err >&2")
    terminal.expectExit(0)
    #expect(read("input") == good + "\n")
    #expect(terminal.outputText == "out\n" && terminal.errorText == "err\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test(arguments: [
    (
      ["sign-in"], ["ada@example.org", goodForAccount],
      #"{"email":"ada@example.org","password":"Kv7#mQzx"}"# + "\n"
    ),
    (
      ["form", "--field", "text:city", "--field", "text:street", "--format", "nul"], ["Rome", "Via"],
      "Rome\0Via\0"
    ),
  ])
  func `F1 the answer comes in its format, by every form`(command: [String], texts: [String], input: String)
    throws
  {
    let terminal = try TerminalEmulator.open(
      "watchword", command + ["--", "sh", "-c", "cat >input"], on: stage)
    terminal.wait("the form stands") { !terminal.fieldRows.isEmpty || terminal.shows("Enter") }
    terminal.type(texts[0])
    terminal.press(.tab)
    terminal.type(texts[1])
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(read("input") == input && terminal.outputText == "")
  }

  @Test func `F1 there is no shell between the form and the command`() throws {
    let script = folder.write(
      "#!/bin/sh\nprintf '<%s>' \"$0\" \"$@\" >words; cat >/dev/null\n", to: "command")
    #expect(unsafe chmod(script, 0o700) == 0)
    var stage = stage
    stage.environment["PATH"] = folder.path + ":/usr/bin:/bin"
    let terminal = try TerminalEmulator.open(
      "watchword", Self.new + ["--", "command", "a b", "$HOME", ""], on: stage)
    terminal.expect("Re-enter password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(read("words") == "<\(script)><a b><$HOME><>")
  }

  @Test(arguments: [([], 1), (["--cancel-status", "99"], 99)] as [([String], Int32)])
  func `F1 a cancelled form runs nothing, and has a status of its own`(options: [String], status: Int32)
    throws
  {
    let terminal = try form(": >ran", options)
    terminal.fill()
    terminal.press(.escape)
    terminal.expectExit(status)
    #expect(read("ran") == nil && terminal.outputText == "" && terminal.errorText == "")
  }

  @Test(
    arguments: [
      ("exit 0", 0, ""), ("exit 3", 3, ""), ("exit 255", 255, ""),
      ("kill -KILL $$", 137, "watchword: the command 'sh' was ended by a signal: Killed\n"),
      ("kill -INT $$", 130, "watchword: the command 'sh' was ended by a signal: Interrupt\n"),
    ] as [(String, Int32, String)])
  func `F1 the status of the command is ours, and 128 and its number for a signal`(
    script: String, status: Int32, errors: String
  ) throws {
    let terminal = try accept(script)
    terminal.expectExit(status)
    #expect(terminal.errorText == errors && terminal.outputText == "" && terminal.settings.isCooked)
  }

  @Test(
    arguments: [
      ("nonexistent", 127, "No such file or directory"), ("/nonexistent/x", 127, "No such file or directory"),
      ("", 127, "No such file or directory"), ("/etc/passwd", 126, "Permission denied"),
      ("/etc", 126, "Permission denied"),
    ] as [(String, Int32, String)])
  func `F1 a command that cannot be started is found before the form is shown`(
    command: String, status: Int32, reason: String
  ) throws {
    let end = try Completion.of("watchword", ["new", "--", command, "x"])
    #expect(
      end
        == Completion(status: status, errors: "watchword: cannot start the command '\(command)': \(reason)\n")
    )
  }

  @Test func `F1 a command that cannot be started any more is one line, and its status`() throws {
    let script = folder.write("no program", to: "command")
    #expect(unsafe chmod(script, 0o700) == 0)
    let ends: [(isThere: Bool, status: Int32, reason: String)] = [
      (true, 126, "Exec format error"), (false, 127, "No such file or directory"),
    ]
    for (isThere, status, reason) in ends {
      let terminal = try TerminalEmulator.open("watchword", Self.new + ["--", "./command"], on: stage)
      terminal.expect("Re-enter password")
      if !isThere { #expect(unsafe unlink(script) == 0) }
      terminal.fill()
      terminal.press(.enter)
      terminal.expectExit(status)
      #expect(terminal.errorText == "watchword: cannot start the command './command': \(reason)\n")
      #expect(terminal.outputText == "" && terminal.settings.isCooked)
    }
  }

  @Test(arguments: [
    "head -c 3 >/dev/null", "exec <&-; true", ":", "dd bs=1 count=1 of=/dev/null 2>/dev/null",
  ])
  func `F1 a command that reads a part of the answer, or none, is no error`(script: String) throws {
    let terminal = try accept(script)
    terminal.expectExit(0)
    #expect(terminal.errorText == "" && terminal.outputText == "")
  }

  @Test(arguments: [
    "cat >input", "exec 3<&0; sleep 5 >/dev/null 2>&1 & :",
  ])
  func `F1 an answer larger than a pipe is read slowly, or by nobody`(script: String) throws {
    let names = (0..<5).map { "t\($0)" }
    let terminal = try TerminalEmulator.open(
      "watchword",
      ["form"] + names.flatMap { ["--field", "text:\($0)"] } + ["--format=shell"] + [
        "--", "sh", "-c", script,
      ],
      on: stage)
    terminal.expect("T0")
    // The format for the shell makes four bytes of each.
    let text = String(repeating: "'", count: 4000)
    for _ in names {
      terminal.paste(text)
      terminal.settle()
      terminal.press(.tab)
      terminal.settle()
    }
    terminal.press(.enter)
    terminal.expectExit(0)
    if script.hasPrefix("cat") { #expect(read("input").map { $0.utf8.count > 75_000 } == true) }
    #expect(terminal.errorText == "")
  }

  @Test func `F1 the command asks on the terminal, which is given back to it`() throws {
    var stage = Stage.with { $0.folder = folder.path }
    stage.output = .terminal
    let terminal = try accept("printf 'Really? ' >/dev/tty; IFS= read -r a </dev/tty; cat >$a", on: stage)
    terminal.expect("Really?")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
    terminal.type("yes\n")
    terminal.expect("Really? yes")
    terminal.expectExit(0)
    #expect(read("yes") == good + "\n")
  }

  @Test func `F1 it has our process group, no descriptor above 2, and signals as we found them`() throws {
    var stage = stage
    stage.launching = ["--ignore", "\(SIGUSR2)", "--ignore", "\(SIGCHLD)", "--block", "\(SIGALRM)"]
    // A shell would change what it does about signals of its own.
    let arguments = ["--", "cat", "/proc/self/status", "/proc/self/stat"]
    let terminal = try TerminalEmulator.open("watchword", Self.new + arguments, on: stage)
    terminal.expect("Re-enter password")
    let group = getpgid(terminal.pid)
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    let state = terminal.outputText
    func value(_ name: String) -> String {
      state.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        .map { String($0.drop { $0 != "\t" }.dropFirst()) } ?? ""
    }
    let bit = { (number: Int32) in UInt64(1) << UInt64(number - 1) }
    // The signals 32 and 33 are the C library's own.
    #expect(UInt64(value("SigIgn"), radix: 16).map { $0 & (bit(32) - 1) } == bit(SIGUSR2) | bit(SIGCHLD))
    #expect(UInt64(value("SigBlk"), radix: 16) == bit(SIGALRM))
    let fields = try #require(state.split(separator: ")").last).split(separator: " ")
    #expect(Int32(fields[2]) == group)
  }

  @Test func `F1 nothing but the three streams is open in it`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", Self.new + ["--", "ls", "/proc/self/fd"], on: stage)
    terminal.expect("Re-enter password")
    terminal.fill()
    terminal.press(.enter)
    // What ls reads is the next that is free.
    #expect(terminal.answer() == "0\n1\n2\n3\n")
  }

  @Test(arguments: [("TERM", SIGTERM), ("HUP", SIGHUP), ("USR1", SIGUSR1), ("USR2", SIGUSR2)])
  func `F1 a signal to us is passed on to the command`(name: String, number: Int32) throws {
    let terminal = try accept(
      "cat >/dev/null; trap 'echo \(name) >got; exit 7' \(name); : >ready; while :; do sleep 0.05; done")
    terminal.wait("the command waits") { read("ready") != nil }
    terminal.signal(number)
    terminal.expectExit(7)
    #expect(read("got") == name + "\n")
  }

  @Test(arguments: [("INT", "\u{3}"), ("QUIT", "\u{1C}")])
  func `F1 the keys of the terminal reach the command once, and it says what becomes of them`(
    name: String, key: String
  ) throws {
    let terminal = try accept(
      "cat >/dev/null; trap 'echo \(name) >>got' \(name); : >ready; while test ! -e end; do sleep 0.05; done; exit 4"
    )
    terminal.wait("the command waits") { read("ready") != nil }
    terminal.type(key)
    terminal.wait("the command was told") { read("got") != nil }
    _ = folder.write("", to: "end")
    terminal.expectExit(4)
    #expect(read("got") == name + "\n")
  }

  @Test func `F1 INT to a command that takes it ends both, with the status of the signal`() throws {
    let terminal = try accept("cat >/dev/null; : >ready; exec sleep 60")
    terminal.wait("the command waits") { read("ready") != nil }
    terminal.type("\u{3}")
    terminal.expectExit(130)
  }

  @Test func `F1 the key that stops stops both, and both go on`() throws {
    let terminal = try accept(
      // A shell that is about to start a program waits for that in a way in which it cannot be stopped (vfork(2)).
      "cat >/dev/null; mkfifo end; echo $$ >pid; read -r line <end; exit 4")
    terminal.wait("the command waits") { read("pid")?.hasSuffix("\n") == true }
    let command = ProcessState(try number(in: "pid"))
    terminal.type("\u{1A}")
    terminal.wait("both are stopped") { terminal.process.letter == "T" && command.letter == "T" }
    terminal.signal(SIGCONT, to: -terminal.pid)
    terminal.wait("both go on") { terminal.process.letter == "S" && command.letter != "T" }
    _ = folder.write("\n", to: "end")
    terminal.expectExit(4)
  }

  @Test func `F1 where the command is stopped alone we stop too, and go on together`() throws {
    let terminal = try accept("cat >/dev/null; echo $$ >pid; kill -STOP $$; exit 4")
    terminal.expect(.stopped(by: SIGSTOP))
    let command = ProcessState(try number(in: "pid"))
    #expect(command.letter == "T")
    terminal.signal(SIGCONT)
    terminal.expectExit(4)
  }

  @Test func `F1 what was typed is gone from our memory as soon as the command has it`() throws {
    var stage = stage
    stage.launching = ["--keep-dumpable", "--no-secret-memory"]
    let terminal = try form("cat >/dev/null; : >ready; while test ! -e end; do sleep 0.05; done", on: stage)
    let needle = Needle.random()
    terminal.send(needle.bytes)
    terminal.press(.tab)
    terminal.send(needle.bytes)
    terminal.settle()
    #expect(try !scan(terminal.process, for: needle).isEmpty)
    terminal.press(.enter)
    terminal.wait("the command has read it") { read("ready") != nil }
    terminal.wait("we wait for it") { terminal.process.letter == "S" }
    let half = needle.count / 2
    for part in [needle.part(0, half), needle.part(half, needle.count - half)] {
      #expect(try scan(terminal.process, for: part) == [])
    }
    _ = folder.write("", to: "end")
    terminal.expectExit(0)
  }

  @Test func `F1 without standard output an answer can be handed to a command`() throws {
    var stage = stage
    stage.output = .closed
    let terminal = try accept("cat >input", on: stage)
    terminal.expectExit(0)
    #expect(read("input") == good + "\n")
  }

  @Test(
    arguments: [
      ("cat >/dev/null", [], "Success: You have successfully changed your password."),
      ("cat >/dev/null", ["--quiet"], ""), ("exit 3", [], ""), ("kill -KILL $$", [], ""),
    ] as [(String, [String], String)])
  func `A10 F1 success is claimed where a command took the password, and nowhere else`(
    script: String, options: [String], line: String
  ) throws {
    let terminal = try accept(script, options, on: .with { $0.folder = folder.path })
    terminal.wait("the program has ended") { terminal.hasEnded }
    terminal.settle()
    #expect(terminal.shows("Success: You have successfully changed your password.") == !line.isEmpty)
    #expect(!terminal.shows("Password accepted.") && !terminal.shows(good))
  }

  @Test func `F1 a template makes the record that the command reads`() throws {
    let terminal = try accept("cat >input", ["--template", "alice:{password}"], password: "Kv7m:QzR2")
    terminal.expectExit(0)
    #expect(read("input") == "alice:Kv7m:QzR2\n")
  }

  @Test(arguments: [true, false]) func `F1 nobody forges a record by typing what separates its values`(
    isPasted: Bool
  ) throws {
    let terminal = try TerminalEmulator.open(
      "watchword",
      [
        "sign-in", "--user", "--template", "{user}:{password}", "--no-newline", "--", "sh", "-c",
        "cat >input",
      ],
      on: stage)
    terminal.expect("Enter your password...")
    if isPasted { terminal.paste("root:x") } else { terminal.type("root:x") }
    terminal.expect("Leave out the character ':'.")
    terminal.press(.tab)
    terminal.type("a:b")
    terminal.press(.enter)
    terminal.settle()
    #expect(
      terminal.fate == .running && terminal.shows("Leave out the character ':'.") && read("input") == nil)
    terminal.press(.backspace, .backspace)
    terminal.expect(gone: "Leave out the character ':'.")
    terminal.press(.enter, .enter)
    terminal.expectExit(0)
    #expect(read("input") == "root:a:b")
  }

  @Test(arguments: [("cat >/dev/null", "ada@example.org\n"), ("exit 3", nil)] as [(String, String?)])
  func `F1 an email address is kept where the command succeeded`(script: String, kept: String?) throws {
    var stage = stage
    stage.environment["XDG_STATE_HOME"] = folder.path
    let terminal = try TerminalEmulator.open(
      "watchword", ["sign-in", "--remember", "--", "sh", "-c", script], on: stage)
    terminal.expect("Enter your email...")
    terminal.fill(fields: "ada@example.org", goodForAccount)
    terminal.press(.enter)
    terminal.wait("the program has ended") { terminal.hasEnded }
    #expect(read("watchword/email") == kept)
  }
}
