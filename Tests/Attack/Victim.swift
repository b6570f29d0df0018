import Glibc
import TestSupport
import Testing

/// The form under attack, and what attacks look at.
enum Victim {
  /// Options for a form that shows only the effects of the attack.
  static let calm = ["--no-dictionary", "--no-animation"]

  /// Opens a form, whose command `words` begins with, and waits until it is drawn.
  static func form(
    _ words: [String] = ["new"], showing text: String = "[ Set password ]", on stage: Stage = .capturing
  ) throws -> TerminalEmulator {
    let options = words.first == "form" ? ["--no-animation"] : calm
    let terminal = try TerminalEmulator.open("watchword", words + options, on: stage)
    try require(terminal.wait("the form stands") { terminal.shows(text) }, "no form")
    terminal.settle()
    return terminal
  }

  /// Types a new password, shows it, and returns it.
  static func typeAndShow(in terminal: TerminalEmulator) throws -> Needle {
    let needle = Needle.random()
    terminal.send(needle.bytes)
    terminal.press(.control("r"))
    try require(
      terminal.wait("the password is shown") { terminal.shows(needle.text) }, "the password is not shown")
    terminal.settle()
    return needle
  }

  /// How a terminal differs from before the form, after its program has ended; `nil` if it does not.
  static func harm(to terminal: TerminalEmulator, secret: String) -> String? {
    if !terminal.settings.isCooked { return "the terminal is raw" }
    if terminal.isAlternateScreen { return "the alternate screen is left on" }
    if terminal.reportsMouse || terminal.isBracketedPaste { return "reports are left on" }
    if !terminal.isCursorVisible { return "the cursor is hidden" }
    return terminal.shows(secret) ? "the password is on the screen" : nil
  }

  /// Waits until the program has ended in any way, and all its output is there.
  static func end(_ terminal: TerminalEmulator) throws {
    try require(terminal.wait("it has ended") { terminal.hasEnded }, "it has not ended")
    terminal.settle()
  }

  /// What writable memory holds of the password: seven or more characters in a row, unchanged, in one case or
  /// backwards. `nil` if nothing.
  static func remains(of needle: Needle, in process: ProcessState) throws -> String? {
    let answer = try Completion.of("Thief", ["memory", "\(process.pid)", needle.inverted]).output
    try require(answer.hasPrefix("found "), "the memory cannot be read")
    return answer.hasPrefix("found 0 ") ? nil : String(answer.filter { !$0.isNewline })
  }

  /// Waits up to `seconds` until `condition` is true. It is no failure if it never is.
  static func holds(within seconds: Int, _ terminal: TerminalEmulator, _ condition: () -> Bool) -> Bool {
    let end = time(nil) + seconds + 1
    terminal.wait("it holds, or time is over") { condition() || time(nil) >= end }
    return condition()
  }
}

extension Needle {
  var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The bytes, each inverted, in hexadecimal.
  var inverted: String { bytes.map { String(0x100 + Int(~$0), radix: 16).dropFirst() }.joined() }
}

extension ProcessState {
  /// The path of its terminal, which the kernel gives as a device number (proc(5)).
  var terminalPath: String {
    let words = contents("stat")?.split(separator: ")").last?.split(separator: " ") ?? []
    let device = words.count > 4 ? Int(words[4]) ?? 0 : 0
    return "/dev/pts/\(device & 0xFF | device >> 12 & 0xFFF00)"
  }

  /// Its processor time, in hundredths of a second.
  var ticks: Int {
    let words = contents("stat")?.split(separator: ")").last?.split(separator: " ") ?? []
    return words.count > 12 ? (Int(words[11]) ?? 0) + (Int(words[12]) ?? 0) : 0
  }

  var isGone: Bool { letter == nil || letter == "Z" }
}
