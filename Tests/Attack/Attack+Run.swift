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
    try require(terminal.wait("the form") { terminal.shows(foot) }, "no form")
    let words = terminal.rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
    if !words.contains("has this terminal open") { return "the thief is not named: \(words)" }
    terminal.type("abc\r")
    let isAsked = terminal.wait("the person is asked") {
      terminal.shows("Enter again") || terminal.shows("<abc>")
    }
    return isAsked && !terminal.shows("<abc>") ? nil : "the answer was sent"
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
