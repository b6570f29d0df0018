import Glibc
import TestSupport
import Testing

/// Attacks on what `watchword run` passes on, and on the program that it asks for.
extension Attack {
  private static let foot = "type it yourself"

  /// The program in the foreground of a terminal of its own, with a form for `script` unless that asks later.
  private static func run(_ script: String, in folder: TemporaryFolder) throws -> TerminalEmulator {
    _ = folder.write(script + "\n", to: "job")
    return try TerminalEmulator.shell(
      "trap : INT; $watchword run --no-animation sh job; echo status $?; read end",
      on: .with { ($0.folder, $0.environment["WATCHWORD_INLINE"]) = (folder.path, nil) })
  }

  private static let asking =
    "stty -echo; printf 'Secret: '; read -r x; stty echo; printf '\\n<%s>\\n' \"$x\""

  /// A program outside the session that has the terminal open: root is told before anything is sent.
  static func jobThief(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let terminal = try run("tty >name; while ! test -e go; do sleep 0.05; done; \(asking)", in: folder)
    try require(terminal.wait("the name") { folder.read("name")?.last == "\n" }, "no name")
    let thief = unsafe open(String((folder.read("name") ?? "").dropLast()), O_RDONLY | O_NOCTTY | O_NONBLOCK)
    defer { close(thief) }
    _ = folder.write("", to: "go")
    return try missingWarning(of: "", in: terminal)
  }

  /// What the form fails to say of another reader, called `name`, before an answer, the `keys`, is sent.
  private static func missingWarning(
    of name: String, in terminal: TerminalEmulator, typing keys: String = "abc\r"
  ) throws -> String? {
    try require(terminal.wait("the form") { terminal.shows(foot) }, "no form")
    let words = terminal.rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
    if !words.contains("has this terminal open") || !words.contains(name) {
      return "the thief is not named: \(words)"
    }
    return sendsUnasked(in: terminal, typing: keys) ? "the answer was sent" : nil
  }

  /// Whether the form sends the answer, the `keys`, without a question.
  private static func sendsUnasked(in terminal: TerminalEmulator, typing keys: String) -> Bool {
    let isSent = { terminal.shows("<abc>") || terminal.shows("updated successfully") }
    terminal.type(keys)
    let isAsked = terminal.wait("the person is asked") { terminal.shows("Enter again") || isSent() }
    return !isAsked || isSent()
  }

  /// The ways in which the program Thief reads a terminal against job control.
  static let ways = ["foreground", "dropped", "device", "closed", "replaced", "background", "table", "ended"]

  /// A program of another user, which has come to the terminal before and still reads it in this `way`.
  static func jobReader(_ way: String) throws -> String? {
    let folder = TemporaryFolder()
    let terminal = try run("\(thief(way)); \(asking)", in: folder)
    return try missingWarning(of: "Thief", in: terminal)
  }

  /// Starts the program Thief, and waits for its first word.
  private static func thief(_ way: String) -> String {
    "'\(ProgramFile.path("Thief"))' reader \(way) log & while ! test -s log; do sleep 0.05; done"
  }

  /// The same while the form is open: root is told before the answer is sent.
  static func lateReader(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    try require(unsafe chmod(folder.path, 0o755) == 0, "the folder cannot be reached")
    let terminal = try run("set -m; \(thief("late")); set +m; \(asking)", in: folder)
    try require(terminal.wait("the form") { terminal.shows(foot) }, "no form")
    if terminal.shows("has this terminal open") { return "a program in the background is named" }
    _ = folder.write("", to: "log.go")
    try require(
      terminal.wait("the thief waits") { folder.read("log")?.contains("waits") == true }, "no thief")
    if sendsUnasked(in: terminal, typing: "abc\r") { return "the answer was sent" }
    return terminal.shows("Thief") ? nil : "the thief is not named"
  }

  /// Root becomes another user in the shell of `run`, who leaves a thief behind that has given up its controlling
  /// terminal, and chooses a password for a third one with the system's passwd.
  static func guestThief(_ round: Int) throws -> String? {
    let folder = TemporaryFolder(), shell = "$watchword run --no-animation bash --norc --noprofile -i"
    let made = try Completion.of(
      "sh",
      [
        "-ec",
        """
        "$2/Tests/etc" "$1"; cp "$0" "$1/a-thief"; chmod 755 "$1/a-thief"; chmod 777 "$1/.."
        for user in ann:4242 kim:4243; do
          echo "${user%:*}:x:${user#*:}:${user#*:}::/:/bin/sh" >>"$1/passwd"
          echo "${user%:*}:*:1::99999:7:::" >>"$1/shadow"
        done
        """, ProgramFile.path("Thief"), folder.path + "/etc", PackageFile.root,
      ])
    try require(made.status == 0, "no accounts: \(made.errors)")
    let terminal = try TerminalEmulator.shell(
      "unshare -m sh -ec 'mount --bind etc /etc; exec \(shell)'",
      on: .with {
        $0.folder = folder.path
        ($0.environment["WATCHWORD_INLINE"], $0.environment["PS1"]) = (nil, "% ")
        $0.environment["HISTFILE"] = "/dev/null"
      })
    func asks(_ prompt: String, after line: String = "") throws {
      try require(
        terminal.wait("a shell asks") {
          let rows = terminal.rows.filter { !$0.isEmpty }
          return rows.last == prompt && rows.dropLast().last?.hasSuffix(line) != false
        },
        "no shell: \(terminal.rows.filter { !$0.isEmpty })")
    }
    try asks("%")
    terminal.type("PS1='$ ' su ann\n")
    try asks("$")
    terminal.type("(/etc/a-thief reader guest \(folder.path)/log &)\n")
    try require(terminal.wait("the thief is there") { folder.read("log")?.isEmpty == false }, "no thief")
    // The shell may ask again before the line has been echoed, or long after the thief is there.
    try asks("$", after: "log &)")
    terminal.type("exit\n")
    try asks("%")
    terminal.type("passwd kim\n")
    return try missingWarning(of: "a-thief", in: terminal, typing: "Kv7#mQzx\tKv7#mQzx\r")
  }

  /// Output without an end, with pauses for the emulator, stopped by ^C; the memory of the program stays small.
  static func jobFlood(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let terminal = try run("while :; do yes | head -c 60000; sleep 0.02; done", in: folder)
    try require(terminal.wait("output") { terminal.transcript.count > 200_000 }, "no flood")
    let process = terminal.process.children.first
    let peak = process.flatMap { readText("/proc/\($0.pid)/status") }?.split(separator: "\n")
      .first { $0.hasPrefix("VmHWM") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    let begin = ContinuousClock.now
    terminal.type("\u{3}")
    try require(terminal.wait("the end") { terminal.shows("status") }, "it goes on")
    if begin.duration(to: .now) > .seconds(1) { return "^C came after \(begin.duration(to: .now))" }
    return (peak ?? .max) > 16_384 ? "\(peak ?? 0) KiB" : nil
  }

  /// ^C at a program for which it is a character: it is a signal all the same, and no byte of the answer.
  static func jobInterrupt(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let terminal = try run(
      "stty -echo -isig; printf 'Secret: '; read -r x; echo \"$x\" | od -c >got", in: folder)
    try require(terminal.wait("the form") { terminal.shows(foot) }, "no form")
    terminal.type("half")
    terminal.press(.control("c"))
    try require(terminal.wait("the end") { terminal.shows("status") }, "it goes on")
    if !terminal.settings.isCooked { return "the modes" }
    return folder.read("got").map { "it got \($0)" }
  }

  /// Half a line, typed while the command works, before it asks in one of three ways: no part of the answer.
  static func jobHalfLine(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let way = ["TCSANOW", "TCSADRAIN", "TCSAFLUSH"][round % 3]
    let terminal = try run(
      """
      exec /usr/bin/python3 -c 'import termios, os, time
      print("busy", flush=True)
      while not os.path.exists("go"): time.sleep(0.02)
      a = termios.tcgetattr(0); a[3] &= ~termios.ECHO; termios.tcsetattr(0, termios.\(way), a)
      os.write(1, b"Secret: "); print(os.read(0, 99), "end", flush=True)'
      """, in: folder)
    try require(terminal.wait("it works") { terminal.shows("busy") }, "no command")
    terminal.type("half")
    try require(terminal.wait("the half line") { terminal.shows("half") }, "no echo")
    _ = folder.write("", to: "go")
    try require(terminal.wait("the form") { terminal.shows(foot) }, "no form")
    terminal.type("answer\r")
    try require(terminal.wait("the end") { terminal.shows(" end") }, "no answer")
    return terminal.shows("b'answer\\n'") ? nil : terminal.line(with: " end")
  }
}
