import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A system's log: the socket behind /dev/log in a mount namespace, and what comes there.
final class LogSystem {
  let folder = TemporaryFolder()
  private let socket: Int32
  private let isStream: Bool

  init(isStream: Bool = false, config: String? = nil) throws {
    self.isStream = isStream
    let type = Int32(isStream ? SOCK_STREAM.rawValue : SOCK_DGRAM.rawValue)
    socket = Glibc.socket(AF_UNIX, type | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    let isBound = unsafe Self.with(address: folder.path + "/log") { unsafe bind(socket, $0, $1) } == 0
    try #require(isBound)
    // Any user may write to a log.
    try #require(unsafe chmod(folder.path, 0o711) == 0 && chmod(folder.path + "/log", 0o666) == 0)
    if isStream { try #require(listen(socket, 8) == 0) }
    if let config { _ = folder.write(config, to: "config") }
  }

  deinit { close(socket) }

  private static func with(address path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
    -> Int32
  {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// The arguments for unshare(1) that run `command` where /dev/log is this socket.
  func arguments(running command: [String]) -> [String] {
    let script = #"""
      mount -t tmpfs none /mnt
      for name in tty null zero urandom; do : >/mnt/$name; mount --bind /dev/$name /mnt/$name; done
      mkdir /mnt/pts; mount --rbind /dev/pts /mnt/pts; ln -s pts/ptmx /mnt/ptmx
      ln -s "$0/log" /mnt/log; mount --rbind /mnt /dev
      if test -e "$0/config"; then
        '\#(PackageFile.root)/Tests/etc' "$0/etc"
        mkdir -p "$0/etc/watchword"; cp "$0/config" "$0/etc/watchword/config"; mount --bind "$0/etc" /etc
      fi
      exec "$@"
      """#
    return [BareSystem.unsharing, "sh", "-ec", script, folder.path] + command
  }

  func open(
    as user: [String] = [], _ arguments: [String], on stage: Stage = .capturing
  ) throws -> TerminalEmulator {
    try TerminalEmulator.open(
      "unshare", self.arguments(running: user + [ProgramFile.path("watchword")] + arguments), on: stage)
  }

  /// What has come, whole.
  func messages() -> [String] {
    var messages: [String] = []
    while true {
      let source = isStream ? accept(socket, nil, nil) : socket
      defer { if isStream { close(source) } }
      var bytes = [UInt8](repeating: 0, count: 2048)
      let count = unsafe recv(source, &bytes, bytes.count, 0)
      if count <= 0 { return messages }
      messages.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }

  /// What has come, without what stands in front of every message, and without the number of who started the program.
  func lines() -> [String] {
    messages().map { message in
      let start = message.firstRange(of: "]: ")?.upperBound ?? message.startIndex
      return String(message[start...]).replacing(/(, started by \S+) \(\d+\)/) { String($0.output.1) }
    }
  }

  /// Sends messages until no more has room. Each sender has room for only so many.
  func fill() {
    var isFull = false
    while !isFull {
      let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      let sender = Glibc.socket(AF_UNIX, type, 0)
      defer { close(sender) }
      _ = unsafe Self.with(address: folder.path + "/log") { unsafe connect(sender, $0, $1) }
      isFull = unsafe send(sender, "x", 1, 0) < 0
      while unsafe send(sender, "x", 1, 0) == 1 {}
    }
  }
}

@Suite(.machine(.mountNamespace))
struct LogTests {
  private static let secret = "Kv7#mQzx-Secret"

  private func shown(_ name: String, on terminal: TerminalEmulator) -> String {
    "form \"\(name)\" shown to root (0) on \(terminal.device), started by Launcher"
  }

  struct End: Sendable {
    var options: [String] = []
    var keys: [Keystroke] = []
    let end: String
  }

  private static let ends = [
    End(keys: [.enter], end: "accepted"), End(keys: [.escape], end: "cancelled"),
    End(keys: [.control("c")], end: "interrupted"),
    End(options: ["--timeout", "0.5"], end: "ended by the time limit"),
    End(options: ["--verify", "false", "--attempts", "1"], keys: [.enter], end: "refused too often"),
    End(options: ["--plain"], keys: [.enter], end: "accepted"),
  ]

  @Test(arguments: ends) func `U10 a form says who sees it and how it ended, and nothing of what was typed`(
    row: End
  ) throws {
    let system = try LogSystem()
    let terminal = try system.open(["ask", "--title", "Open the \"box\"", "--log"] + row.options)
    let parent = (readText("/proc/\(terminal.pid)/stat") ?? "").split(separator: " ").dropFirst(3).first ?? ""
    terminal.expect("Open the")
    terminal.settle()
    terminal.type(Self.secret)
    for key in row.keys { terminal.press(key) }
    terminal.wait("the program has ended") { terminal.hasEnded }
    let messages = system.messages()
    try #require(messages.count == 2, "\(messages)")
    for message in messages {
      #expect(
        message.wholeMatch(of: /<85>[A-Z][a-z]{2} [ 1-3]\d \d\d:\d\d:\d\d watchword\[\d+\]: form .*/) != nil)
      #expect(message.contains(" watchword[\(terminal.pid)]: "))
    }
    #expect(messages[0].hasSuffix("]: \(shown("Open the 'box'", on: terminal)) (\(parent))"))
    #expect(messages[1].hasSuffix("]: form \"Open the 'box'\" \(row.end)"))
  }

  @Test(arguments: [
    ("Sign in to https://ann:Se@cret-7@example.org/x", "Sign in to https://example.org/x"),
    ("a@b, see //x", "a@b, see //x"), ("//@", "//"),
    (String(repeating: "é", count: 300), String(repeating: "é", count: 100)),
    ("//" + String(repeating: "x", count: 300) + "@host", "//host"),
  ]) func `U10 of a title 200 bytes are told, without what can be a password`(
    title: String, told: String
  ) throws {
    let system = try LogSystem()
    let terminal = try system.open(["ask", "--plain", "--title", title, "--log"])
    terminal.expect("Password:")
    terminal.settle()
    terminal.press(.control("d"))
    terminal.expectExit(1)
    #expect(system.lines() == [shown(told, on: terminal), "form \"\(told)\" cancelled"])
  }

  @Test func `U10 nothing is told unless that is asked for, or if it is taken back`() throws {
    let system = try LogSystem(config: "log")
    for arguments in [["--no-config"], ["--no-log"]] {
      let terminal = try system.open(["ask"] + arguments)
      terminal.expect("Password")
      terminal.press(.escape)
      terminal.expectExit(1)
    }
    #expect(system.messages() == [])
  }

  struct Asking: Sendable {
    let arguments: [String]
    /// What the form shows.
    let asks: String
    let name: String
    var environment: [String: String] = [:]
  }

  private static let askings = [
    Asking(arguments: ["new"], asks: "Re-enter password", name: "Choose a new password"),
    Asking(arguments: ["confirm", "Burn the words?"], asks: "Burn the words?", name: "Please confirm"),
    Asking(arguments: ["hash"], asks: "assword", name: "Hash a password"),
    Asking(arguments: ["check"], asks: "assword", name: "Check a password"),
    Asking(
      arguments: ["askpass", "Passphrase of ann@home: "], asks: "ann@home", name: "Passphrase required"),
    Asking(
      arguments: ["askpass", "Use the key of ann?"], asks: "Use the key of ann?", name: "Please confirm",
      environment: ["SSH_ASKPASS_PROMPT": "confirm"]),
    Asking(
      arguments: ["run", "bash", "-c", "stty -echo; printf 'Words of a program: '; read x"],
      asks: "type it yourself", name: "bash"),
  ]

  @Test(arguments: askings) func `U10 every form obeys the machine's setting, and tells no words of others`(
    asking: Asking
  ) throws {
    let system = try LogSystem(config: "log")
    let terminal = try system.open(
      asking.arguments, on: .with { $0.environment.merge(asking.environment) { $1 } })
    terminal.expect(asking.asks)
    if asking.arguments[0] != "run" { terminal.settle() }
    terminal.press(.control("c"))
    terminal.wait("the program has ended") { terminal.hasEnded }
    #expect(
      system.lines() == [shown(asking.name, on: terminal), "form \"\(asking.name)\" interrupted"])
  }

  @Test(arguments: [[], ["--plain"]], [("n", "answered no"), ("y", "accepted"), ("\u{1B}", "cancelled")])
  func `U10 a No is told from a cancel`(options: [String], end: (key: String, words: String)) throws {
    let system = try LogSystem()
    let terminal = try system.open(["confirm", "Burn the words?", "--log"] + options)
    terminal.expect("Burn the words?")
    terminal.settle()
    terminal.type(options.isEmpty ? end.key : end.key == "\u{1B}" ? "\u{4}" : end.key + "\r")
    terminal.wait("the program has ended") { terminal.hasEnded }
    #expect(system.lines().last == "form \"Please confirm\" \(end.words)")
  }

  @Test func `U10 the dialogs of a pinentry are told in our own words`() throws {
    let system = try LogSystem(config: "log")
    let stage = try PinentryStage(
      "unshare", arguments: system.arguments(running: [ProgramFile.path("watchword"), "pinentry"]))
    stage.nameTerminal()
    for line in ["SETTITLE Theirs", "SETDESC Theirs", "SETPROMPT Theirs"] { stage.ask(line, ["OK"]) }
    for (command, name) in [
      ("GETPIN", "Passphrase for gpg-agent"), ("CONFIRM", "Question of gpg-agent"),
    ] {
      stage.send(command)
      stage.terminal.expect("Theirs")
      stage.terminal.settle()
      stage.terminal.press(.escape)
      #expect(stage.answer().last?.hasPrefix("ERR") == true)
      #expect(system.lines() == [shown(name, on: stage.terminal), "form \"\(name)\" cancelled"])
    }
  }

  @Test func `U10 a form whose terminal goes is told as such`() throws {
    let system = try LogSystem(config: "log")
    let stage = try PinentryStage(
      "unshare", arguments: system.arguments(running: [ProgramFile.path("watchword"), "pinentry"]))
    stage.nameTerminal()
    stage.send("GETPIN")
    stage.terminal.expect("PIN")
    stage.terminal.hangUp()
    #expect(stage.answer().last?.hasPrefix("ERR") == true)
    #expect(system.lines().last == "form \"Passphrase for gpg-agent\" lost its terminal")
  }

  @Test(.machine(.root))
  func `U10 after su the terminal of somebody else is named`() throws {
    let system = try LogSystem()
    let terminal = try system.open(
      as: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"],
      ["ask", "--title", "Here", "--log"])
    terminal.expect("Here")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(
      system.lines().first
        == "form \"Here\" shown to nobody (65534) on \(terminal.device), started by Launcher")
  }

  @Test func `U10 an option that a required one forbids is told by its name, for every command`() throws {
    let config = "log\nmin-length=9\n[required]\npolicy=nist\nreveal=never\n"
    func refused(_ option: String, _ line: Int, _ required: String) -> String {
      "option \"\(option)\" refused: /etc/watchword/config, line \(line) requires \(required), user root (0)"
    }
    let common = [refused("min-length", 4, "\"policy\"")]
    let system = try LogSystem(config: config)
    for (arguments, input, lines) in [
      (["generate", "--policy", "pin"], "", common + [refused("policy", 4, "another")]),
      (["check", "--meter", "length"], "x\n", common + [refused("meter", 4, "\"policy\"")]),
      (["generate", "--no-log", "--policy", "pin"], "", []),
      (["check", "--validate", "--policy", "pin"], "", []),
    ] {
      _ = try Completion.of(
        "unshare", system.arguments(running: [ProgramFile.path("watchword")] + arguments),
        input: Array(input.utf8))
      #expect(system.lines() == lines, "\(arguments)")
    }
    let terminal = try system.open(["ask", "--peek", "--title", "Here"])
    terminal.expect("Here")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(
      system.lines() == [
        refused("peek", 5, "\"reveal\""), shown("Here", on: terminal), "form \"Here\" cancelled",
      ])
  }

  @Test func `U10 a required log cannot be switched off`() throws {
    let system = try LogSystem(config: "[required]\nlog")
    let terminal = try system.open(["ask", "--no-config", "--no-log", "--title", "Here"])
    terminal.expect("Here")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(
      system.lines().map { String($0.prefix { $0 != ":" }) } == [
        "option \"no-log\" refused", shown("Here", on: terminal), "form \"Here\" cancelled",
      ])
  }

  @Test func `U10 a form that cannot be shown is told as such`() throws {
    let system = try LogSystem()
    let completion = try Completion.of(
      "unshare", system.arguments(running: [ProgramFile.path("watchword"), "ask", "--log"]))
    #expect(completion.status == 3)
    let lines = system.lines()
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("form \"Password required\" not shown to root (0), started by ") == true)
  }

  @Test func `U10 a logger that takes a stream gets messages, each ended by a NUL`() throws {
    let system = try LogSystem(isStream: true)
    let terminal = try system.open(["ask", "--title", "Here", "--log"])
    terminal.expect("Here")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(system.lines() == [shown("Here", on: terminal) + "\0", "form \"Here\" cancelled\0"])
  }

  @Test func `U10 no form waits for a log that is full or gone`() throws {
    for isFull in [true, false] {
      let system = try LogSystem()
      if isFull { system.fill() } else { unsafe unlink(system.folder.path + "/log") }
      let terminal = try system.open(["ask", "--title", "Here", "--log"])
      terminal.expect("Here")
      terminal.type(Self.secret)
      terminal.press(.enter)
      terminal.expectExit(0)
      #expect(terminal.outputText == Self.secret + "\n" && terminal.errorText == "")
      #expect(!system.messages().contains { $0.contains("Here") })
    }
  }
}
