import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// `watchword agent` on a terminal, as an agent of the system for the real systemd-ask-password, and as one of a user's
/// own service manager for a stand-in: Debian's systemd 252 cannot ask there yet.
@Suite(.serialized) struct AgentTests {
  private let folder = TemporaryFolder()
  private static let waiting = "waiting for questions; Ctrl-C ends this"
  private static let gone = "no longer asked: "

  /// The folder with the questions of the user's own service manager.
  private var place: String { folder.path + "/systemd/ask-password" }

  private var stage: Stage { .with { $0.environment["XDG_RUNTIME_DIR"] = folder.path } }

  /// An agent that waits.
  private func agent(_ change: (inout Stage) -> Void = { _ in }) throws -> TerminalEmulator {
    var stage = stage
    change(&stage)
    let terminal = try TerminalEmulator.open("watchword", ["agent"], on: stage)
    terminal.expect(Self.waiting)
    terminal.settle()
    return terminal
  }

  private static let inLines: @Sendable (inout Stage) -> Void = { $0.environment["ACCESSIBLE"] = "1" }

  /// The real program that asks; it writes the answer to a pipe.
  private func ask(_ arguments: String...) throws -> TerminalEmulator {
    try .open("systemd-ask-password", ["--no-tty"] + arguments, on: .capturing(in: folder.path))
  }

  /// Asks as the real program was seen to do, and writes the datagram that comes.
  private static let standIn = """
    import os, socket, sys, time
    folder, name = sys.argv[1:3]
    keys = dict(word.split("=", 1) for word in sys.argv[3:])
    path, mode = f"{folder}/sck.{name}", int(keys.pop("mode", "177"), 8)
    question = {"PID": os.getpid(), "Socket": path, "AcceptCached": 0, "Echo": 0, "NotAfter": 0, "Silent": 0,
                "Message": name, **keys}
    os.makedirs(folder, 0o755, exist_ok=True)
    end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    os.umask(mode); end.bind(path); os.umask(0o022)
    with open(f"{folder}/tmp.{name}", "w") as file:
        file.write("[Ask]\\n" + "".join(f"{key}={value}\\n" for key, value in question.items()))
    os.rename(f"{folder}/tmp.{name}", f"{folder}/ask.{name}")
    print("asks", flush=True)
    print(end.recv(4096).hex(), flush=True)
    os.unlink(path)
    os.unlink(f"{folder}/ask.{name}")
    """

  private func standIn(_ name: String, _ keys: String..., at place: String? = nil) throws -> TerminalEmulator
  {
    try .open(
      "/usr/bin/python3", ["-c", Self.standIn, place ?? self.place, name] + keys,
      on: .capturing(in: folder.path))
  }

  /// Waits until the stand-in has got `datagram`, and has removed its question.
  private func expect(
    _ asker: TerminalEmulator, gets datagram: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    asker.expectExit(0, sourceLocation: sourceLocation)
    let digits = datagram.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(asker.outputText == "asks\n\(digits)\n", sourceLocation: sourceLocation)
  }

  /// Waits until the real program has ended with `status`, and written `answer`.
  private func expect(
    _ asker: TerminalEmulator, ends status: Int32, _ answer: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    asker.expectExit(status, sourceLocation: sourceLocation)
    #expect(asker.outputText == answer, sourceLocation: sourceLocation)
  }

  private func answer(
    _ terminal: TerminalEmulator, _ question: String, _ keys: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    terminal.expect(question, "Esc", sourceLocation: sourceLocation)
    terminal.type(keys)
  }

  private func interrupt(_ terminal: TerminalEmulator, sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.press(.control("c"))
    terminal.expect(.killed(by: SIGINT), sourceLocation: sourceLocation)
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen, sourceLocation: sourceLocation)
  }

  @Test(.programs("systemd-creds"), .machine(.root))
  func `U8 it asks one question after the other, each with its asker`() throws {
    let first = try ask("--id=disk:one", "Passphrase of watchword one")
    let terminal = try TerminalEmulator.open("watchword", ["agent"], on: stage)
    terminal.expect("Passphrase of watchword one", "Id: disk:one", "Asked by /usr/bin/systemd-ask-password")
    let second = try ask("-e", "Name of watchword two")
    answer(terminal, "Passphrase of watchword one", "häß lich")
    terminal.expect("••••••••")
    #expect(!terminal.shows("häß"))
    terminal.press(.enter)
    expect(first, ends: 0, "häß lich\n")
    answer(terminal, "Name of watchword two", "seen")
    terminal.expect("seen", "Answer required")
    terminal.press(.enter)
    expect(second, ends: 0, "seen\n")
    terminal.expect(Self.waiting)
    // An empty passphrase is one, too.
    let third = try ask("-n", "Empty one of watchword")
    answer(terminal, "Empty one of watchword", "\r")
    expect(third, ends: 0)
    interrupt(terminal)
  }

  @Test(.programs("systemd-creds"), .machine(.root))
  func `U8 the form goes when its question does, with what was typed, and the agent sleeps again`()
    throws
  {
    let terminal = try agent()
    let first = try ask("Watchword is killed")
    answer(terminal, "Watchword is killed", "half")
    terminal.expect("••••")
    first.signal(SIGTERM)
    terminal.expect(Self.gone + "'Watchword is killed'")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
    let second = try ask("--timeout=1", "Watchword has a second")
    terminal.expect("Watchword has a second", "Esc")
    terminal.expect(Self.gone + "'Watchword has a second'")
    expect(second, ends: 1)
    let third = try ask("Watchword asks again")
    answer(terminal, "Watchword asks again", "whole\r")
    expect(third, ends: 0, "whole\n")
    terminal.expect(Self.waiting)
    terminal.settle()
    #expect(terminal.settings.isCooked)
    interrupt(terminal)
  }

  @Test(.programs("systemd-creds"), .machine(.root))
  func `U8 of two agents the first answer counts, and Esc cancels`() throws {
    let (one, other) = (try agent(), try agent())
    let first = try ask("Two of watchword")
    one.expect("Two of watchword", "Esc")
    answer(other, "Two of watchword", "first\r")
    expect(first, ends: 0, "first\n")
    one.expect(Self.gone + "'Two of watchword'")
    let second = try ask("No for watchword")
    answer(one, "No for watchword", "\u{1B}")
    expect(second, ends: 1)
    #expect(second.errorText.contains("canceled"))
    other.expect(Self.gone + "'No for watchword'")
    // Control-C answers nothing.
    let third = try ask("Stays for watchword")
    answer(one, "Stays for watchword", "\u{3}")
    one.expect(.killed(by: SIGINT))
    answer(other, "Stays for watchword", "x\r")
    expect(third, ends: 0, "x\n")
    interrupt(other)
  }

  @Test func `U8 a silent question shows nothing of what is typed, also with the echo on`() throws {
    let terminal = try agent()
    for echo in 0...1 {
      let asker = try standIn("quiet\(echo)", "Silent=1", "Echo=\(echo)")
      answer(terminal, "quiet\(echo)", "abc\r")
      expect(asker, gets: "+abc")
    }
    interrupt(terminal)
    let written = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(!written.contains("•") && !written.contains("abc"))
  }

  @Test func `U8 what was typed before a question is no answer to it`() throws {
    let terminal = try agent()
    terminal.type("early\rrest")
    terminal.expect("rest")
    let asker = try standIn("late")
    answer(terminal, "late", "now\r")
    expect(asker, gets: "+now")
    interrupt(terminal)
  }

  @Test func `U8 each question is asked, also one that takes a kept answer`() throws {
    let terminal = try agent()
    for (name, keys) in [("one", "Id=disk:a"), ("two", "AcceptCached=1")] {
      let asker = try standIn(name, "Id=disk:b", keys)
      answer(terminal, name, "\(name)\r")
      expect(asker, gets: "+\(name)")
    }
    interrupt(terminal)
  }

  @Test func `U8 no answer is kept`() throws {
    let terminal = try agent { $0.launching = Stage.scanned.launching }
    let needle = Needle.random()
    let asker = try standIn("scanned", "Id=disk:a")
    terminal.expect("scanned", "Esc")
    terminal.send(needle.bytes + [0x0D])
    asker.expectExit(0)
    terminal.wait("nothing is left") { (try? scan(terminal.process, for: needle).isEmpty) == true }
    interrupt(terminal)
  }

  @Test func `U8 line mode asks, cancels at the end of input, and stops when the question goes`() throws {
    let terminal = try agent(Self.inLines)
    let talk = Talk(on: terminal)
    for (name, keys, datagram) in [("one", "secret\n", "+secret"), ("two", "\u{4}", "-")] {
      let asker = try standIn(name)
      talk.expect("Password:")
      #expect(talk.text.contains("\n\(name)\nAsked by "))
      talk.send(keys)
      expect(asker, gets: datagram)
    }
    let third = try standIn("three")
    talk.expect("Password:")
    talk.send("half")
    third.signal(SIGKILL)
    terminal.wait("it says so") { talk.text.hasSuffix("\nwatchword: \(Self.gone)'three'\n") }
    #expect(terminal.settings.isCooked)
    let fourth = try standIn("four", "Echo=1")
    talk.answer("Answer:", "seen")
    expect(fourth, gets: "+seen")
    interrupt(terminal)
    #expect(talk.text.contains("Answer: seen\n") && !talk.text.contains("secret"), "\(talk.text)")
  }

  @Test func `U8 a folder that is missing is made, and once asks what waits and ends`() throws {
    let empty = try TerminalEmulator.open("watchword", ["agent", "--once"], on: stage)
    empty.expectExit(0)
    var status = stat()
    #expect(unsafe stat(place, &status) == 0 && status.st_mode & 0o7777 == 0o755)
    let askers = [try standIn("one"), try standIn("two")]
    for asker in askers { asker.wait("it asks") { asker.outputText == "asks\n" } }
    let terminal = try TerminalEmulator.open("watchword", ["agent", "--once"], on: stage)
    for _ in askers {
      terminal.expect("Asked by", "Esc")
      let name = terminal.shows("one") ? "one" : "two"
      terminal.type("\(name)\r")
      expect(askers[name == "one" ? 0 : 1], gets: "+\(name)")
    }
    terminal.expectExit(0)
    #expect(!terminal.shows(Self.waiting))
    // A folder that goes and comes again.
    let other = try agent()
    #expect(unsafe rmdir(place) == 0)
    other.wait("the folder is made again") { unsafe stat(place, &status) == 0 }
    other.settle()
    let last = try standIn("three")
    answer(other, "three", "x\r")
    expect(last, gets: "+x")
    interrupt(other)
  }

  @Test func `U8 a question waits while another form has the terminal`() throws {
    var stage = stage
    (stage.folder, stage.output) = (folder.path, .pipe)
    let terminal = try TerminalEmulator.shell(
      "$watchword ask --label Mine & while [ ! -e go ]; do sleep 0.01; done; $watchword agent --once; wait",
      on: stage)
    terminal.expect("Mine", "Esc")
    let asker = try standIn("after")
    asker.wait("it asks") { asker.outputText == "asks\n" }
    _ = folder.write("", to: "go")
    terminal.wait("the agent waits for its turn") { terminal.process.children.count == 2 }
    terminal.type("own\r")
    answer(terminal, "after", "x\r")
    expect(asker, gets: "+x")
    terminal.expectExit(0)
    #expect(terminal.outputText == "own\n")
  }

  @Test func `U8 the list has a line for each question, without a terminal`() throws {
    let asker = try standIn("one", "Id=disk:a", "Message=\u{1B}[2J a\tb \u{202E}c")
    asker.wait("it asks") { asker.outputText == "asks\n" }
    let list = try Completion.of("watchword", ["agent", "--list"], environment: stage.environment)
    let lines = list.output.split(separator: "\n").filter { $0.hasSuffix("\tdisk:a") }
    #expect(list.status == 0 && lines.count == 1)
    let columns = (lines.first ?? "").split(separator: "\t")
    #expect(columns.dropFirst(2) == ["\\u{1b}[2J a\\u{9}b \\u{202e}c", "disk:a"], "\(list)")
    #expect(columns.first == "\(asker.pid)")
  }

  /// Commands that make the file `ask.bad` in the folder of questions, and the reason that is told; empty for none.
  private static let refused: [(String, String)] = [
    ("ln -s /dev/null ask.bad", "Is a symbolic link"), ("mkfifo ask.bad", "Not a regular file"),
    ("mkdir ask.bad", "Is a directory"),
    ("(cat good; head -c 65536 /dev/zero | tr '\\0' x) >ask.bad", "Longer than 65536 bytes"),
    ("(cat good; printf 'Message=\\377\\n') >ask.bad", "Not UTF-8 text"),
    ("grep -v PID good >ask.bad", "Names no process"),
    ("sed 's/PID=.*/PID=all/' good >ask.bad", "Names no process"),
    ("grep -v Socket good >ask.bad", "Names no socket of its owner in its folder"),
    ("sed 's,Socket=.*,Socket=sck.good,' good >ask.bad", "Names no socket of its owner in its folder"),
    (
      "mkdir sub; mv sck.good sub; sed 's,sck.good,sub/sck.good,' good >ask.bad",
      "Names no socket of its owner in its folder"
    ),
    ("sed 's,sck.good,ask.bad,' good >ask.bad", "Names no socket of its owner in its folder"),
    (
      "ln -s sck.good sck.bad; sed 's,sck.good,sck.bad,' good >ask.bad",
      "Names no socket of its owner in its folder"
    ),
    ("sed 's,sck.good,sck.none,' good >ask.bad", "Names no socket of its owner in its folder"),
    // What systemd's documents say is to be left out.
    ("sed 's/PID=.*/PID=2147483647/' good >ask.bad", ""),
    ("sed 's/NotAfter=.*/NotAfter=1/' good >ask.bad", ""),
    ("cp good tmp.bad; cp good asked.bad", ""),
  ]

  @Test(arguments: refused) func `U9 a file that is no question is refused and named, or left out`(
    command: String, reason: String
  ) throws {
    let asker = try standIn("good")
    asker.wait("it asks") { asker.outputText == "asks\n" }
    let made = try Completion.of(
      "sh", ["-ec", "mv ask.good good; \(command)"], environment: stage.environment, folder: place)
    #expect(made.status == 0, "\(made)")
    let line = reason.isEmpty ? "" : "watchword: refused the question '\(place)/ask.bad': \(reason)\n"
    for option in ["--list", "--once"] {
      let seen = try Completion.of("watchword", ["agent", option], environment: stage.environment)
      #expect(seen.status == 0 && seen.errors == line, "\(seen)")
      #expect(!seen.output.contains("good"))
    }
    // A double slash is no other folder: systemd 257 writes one.
    let right = try Completion.of(
      "sh", ["-ec", "test -e sck.good || exit 0; sed 's,/sck,//sck,' good >ask.right"],
      environment: stage.environment, folder: place)
    #expect(right.status == 0)
    let list = try Completion.of("watchword", ["agent", "--list"], environment: stage.environment)
    let hasSocket = unsafe access(place + "/sck.good", F_OK) == 0
    #expect(list.output.contains("good") == hasSocket)
  }

  @Test func `U9 a waiting agent names a refused file once`() throws {
    let terminal = try agent()
    #expect(unsafe symlink("/dev/null", place + "/ask.bad") == 0)
    for name in ["one", "two"] {
      let asker = try standIn(name)
      answer(terminal, name, "x\r")
      expect(asker, gets: "+x")
    }
    interrupt(terminal)
    let written = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(written.split(separator: "refused the question").count == 2, "\(written)")
  }

  @Test(.machine(.root)) func `U9 a socket of another user gets no answer`() throws {
    let asker = try standIn("good")
    asker.wait("it asks") { asker.outputText == "asks\n" }
    #expect(unsafe chown(place + "/sck.good", 65534, 65534) == 0)
    let seen = try Completion.of("watchword", ["agent", "--once"], environment: stage.environment)
    #expect(seen.status == 0 && seen.errors.contains("Names no socket of its owner in its folder"))
  }

  @Test(arguments: [
    "ln -sf ../../elsewhere/sck.other sck.good", "chown 65534 sck.good", "mv sck.good sck.else",
  ])
  func `U9 a socket that has changed while the form was open gets no answer`(change: String) throws {
    if change.hasPrefix("chown"), geteuid() != 0 { return }
    let terminal = try agent()
    let other = try standIn("other", at: folder.path + "/elsewhere")
    other.wait("it asks") { other.outputText == "asks\n" }
    let asker = try standIn("good")
    terminal.expect("good", "Esc")
    #expect(try Completion.of("sh", ["-ec", change], folder: place).status == 0)
    terminal.type("secret\r")
    terminal.expect(
      change.hasPrefix("mv") ? Self.gone + "'good'" : "Names no socket of its owner in its folder")
    interrupt(terminal)
    for asker in [asker, other] {
      asker.signal(SIGTERM)
      asker.wait("it has ended") { asker.hasEnded }
      #expect(asker.outputText == "asks\n")
    }
  }

  private static let noRight = "watchword: only root may answer what the system asks\n"

  @Test(.machine(.root, .openFolder))
  func `U9 without the right to answer it says so, and lists all the same`() throws {
    // The folder is another user's.
    for path in [folder.path, "", "relative"] {
      var environment = stage.environment
      environment["XDG_RUNTIME_DIR"] = path
      for arguments in [["agent"], ["agent", "--once"]] {
        let seen = try Completion.of(
          "watchword", arguments, environment: environment, launching: ["--nobody"])
        #expect(seen == Completion(status: 3, errors: Self.noRight))
      }
      let list = try Completion.of(
        "watchword", ["agent", "--list"], environment: environment, launching: ["--nobody"])
      #expect(list.status == 0 && list.errors == "")
    }
  }

  @Test(.machine(.root, .openFolder))
  func `U9 an answer that may not be sent ends the agent with a line`() throws {
    let asker = try standIn("shut", "mode=777")
    asker.wait("it asks") { asker.outputText == "asks\n" }
    let owner = try Completion.of("chown", ["-R", "65534:65534", folder.path])
    #expect(owner.status == 0)
    var stage = stage
    (stage.launching, stage.errors) = (["--nobody"], .pipe)
    let terminal = try TerminalEmulator.open("watchword", ["agent", "--once"], on: stage)
    answer(terminal, "shut", "x\r")
    terminal.expectExit(3)
    #expect(terminal.errorText.hasSuffix("watchword: no right to answer '\(place)/ask.shut'\n"))
    #expect(terminal.settings.isCooked)
  }

  @Test(.machine(.root, .openFolder))
  func `U8 R3 a process of root whose file cannot be seen is said to be of root, and no more`() throws {
    let asker = try standIn("real", "PID=1")
    asker.wait("it asks") { asker.outputText == "asks\n" }
    let owner = try Completion.of("chown", ["-R", "65534:65534", folder.path])
    #expect(owner.status == 0)
    var stage = stage
    stage.launching = ["--nobody"]
    let terminal = try TerminalEmulator.open("watchword", ["agent", "--once"], on: stage)
    terminal.expect("Asked by '", "' (of root; its path cannot be seen)")
    terminal.press(.escape)
    terminal.expectExit(0)
  }

  @Test func `U8 what is still typed when a question goes does not reach the next one`() throws {
    let terminal = try agent()
    let first = try standIn("first")
    answer(terminal, "first", "half")
    terminal.expect("••••")
    let second = try standIn("second")
    second.wait("it asks") { second.outputText == "asks\n" }
    first.signal(SIGKILL)
    terminal.expect("What you type now goes nowhere")
    terminal.type("rest")
    terminal.expect("••••")
    terminal.press(.enter)
    answer(terminal, "second", "own\r")
    expect(second, gets: "+own")
    interrupt(terminal)
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("rest"))
  }

  @Test func `U8 the line behind a form steers no terminal`() throws {
    let terminal = try agent()
    let asker = try standIn("bidi", "Message=red \u{202E} cilbup")
    answer(terminal, "red", "x\r")
    expect(asker, gets: "+x")
    interrupt(terminal)
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("\u{202E}"))
  }

  @Test(.machine(.root))
  func `U9 a folder that others can write to, and their files, are not asked`()
    throws
  {
    let asker = try standIn("good")
    asker.wait("it asks") { asker.outputText == "asks\n" }
    #expect(unsafe chown(place + "/ask.good", 65534, 65534) == 0)
    #expect(unsafe chown(place + "/sck.good", 65534, 65534) == 0)
    let foreign = try Completion.of("watchword", ["agent", "--list"], environment: stage.environment)
    #expect(foreign.output == "" && foreign.errors.contains("Names no socket of its owner in its folder"))
    #expect(unsafe chmod(folder.path, 0o777) == 0)
    let open = try Completion.of("watchword", ["agent", "--list"], environment: stage.environment)
    #expect(open.output == "" && open.errors == "")
  }
}
