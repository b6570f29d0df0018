import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// ^C in a form does what the terminal would have done.
@Suite struct InterruptTests {
  private let folder = TemporaryFolder()

  private var stage: Stage {
    var stage = Stage.capturing(in: folder.path)
    stage.environment["watchword"] = ProgramFile.path("watchword")
    return stage
  }

  private func read(_ name: String) -> String? { readText("\(folder.path)/\(name)") }

  private func shell(_ script: String) throws -> TerminalEmulator {
    try TerminalEmulator.open("bash", ["-c", script], on: stage)
  }

  /// A call, a text of its form, the keys before ^C, and the text to see after them.
  typealias Place = (call: String, start: String, keys: String, text: String)

  private static let verifier = "--verify 'sh verifier'"

  static let places: [Place] = [
    ("new", "New password", "abc", "•••"),
    ("sign-in", "Enter your email", "ada", "ada"),
    ("new --no-dictionary --tty $(tty)", "New password", "", "New password"),
    ("new --no-dictionary", "New password", "\u{1B}OP", "show or hide what is typed"),
    ("new --no-dictionary", "New password", "\u{7}", " bits"),
    ("ask \(verifier)", "Enter your password", "pw\r", "Checking"),
    ("ask --plain", "Password:", "half", "Password:"),
    ("ask --plain \(verifier)", "Password:", "pw\r", "This is being checked."),
    ("new --plain --no-dictionary", "New password:", "\u{7}\r", "Enter takes it"),
    ("askpass 'Password: '", "Password:", "abc", "•••"),
    ("askpass 'Sure (yes/no)? '", "Sure", "ye", "ye"),
  ]

  @Test(arguments: places) func `A12 ^C ends the form and the loop that shows it, on a terminal in order`(
    place: Place
  ) throws {
    _ = folder.write("echo $$ >pid; exec sleep 600\n", to: "verifier")
    let terminal = try shell("until $watchword \(place.call); do echo AGAIN; done; echo LEFT")
    terminal.expect(place.start)
    terminal.type(place.keys)
    terminal.expect(place.text)
    if place.call.contains("verifier") { terminal.wait("the verifier runs") { read("pid")?.last == "\n" } }
    // Nobody gets what is typed after it.
    terminal.type("\u{3}echo typed\r")
    terminal.expect(.killed(by: SIGINT))
    #expect(terminal.settings == terminal.settingsBefore && terminal.unreadInput == 0)
    terminal.expectLeft()
    #expect(terminal.outputText == "" && terminal.errorText == "" && !terminal.shows("typed"))
    if let pid = read("pid").flatMap({ Int32($0.dropLast()) }) {
      #expect([nil, "Z"].contains(ProcessState(pid).letter))
    }
  }

  @Test func `A12 ^C leaves a loop of an interactive shell`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("until $watchword new $options; do echo AG''AIN; done\n")
    terminal.expect("New password")
    terminal.press(.control("c"))
    terminal.expectPrompt()
    #expect(!terminal.shows("AGAIN"))
    terminal.type("echo status $?\n")
    terminal.expect("status 130")
  }

  @Test func `A12 the program ends by the signal, nothing is handed out, and --cancel-status is for Esc`()
    throws
  {
    for isEscape in [true, false] {
      let terminal = try TerminalEmulator.open(
        "watchword", ["ask", "--cancel-status", "9", "--", "touch", "started"], on: stage)
      terminal.expect("Enter your password")
      terminal.type("x")
      terminal.press(isEscape ? .escape : .control("c"))
      terminal.expect(isEscape ? .exited(9) : .killed(by: SIGINT))
      let writing = try TerminalEmulator.open("watchword", ["ask", "--output", "file"], on: stage)
      writing.expect("Enter your password")
      writing.press(isEscape ? .escape : .control("c"))
      writing.expect(isEscape ? .exited(1) : .killed(by: SIGINT))
      #expect(read("started") == nil && read("file") == nil && terminal.errorText == "")
    }
  }

  @Test func `A12 where SIGINT was inherited as ignored the status is 130, and the others hear of it`() throws
  {
    let terminal = try shell(
      "trap 'echo told >told' INT; env --ignore-signal=INT $watchword ask; echo status $?")
    terminal.expect("Enter your password")
    terminal.press(.control("c"))
    terminal.expectExit(0)
    #expect(terminal.outputText == "status 130\n" && read("told") == "told\n")
  }

  @Test(arguments: [[], ["--uncontrolled"]])
  func `A12 from another terminal ^C ends the program alone`(launching: [String]) throws {
    let other = try TerminalEmulator.open("sleep", ["600"])
    var stage = stage
    stage.launching = launching
    let terminal = try TerminalEmulator.open(
      "sh", ["-c", "$watchword ask --tty \(other.device); echo status $?"], on: stage)
    other.expect("Enter your password")
    other.press(.control("c"))
    terminal.expectExit(0)
    #expect(terminal.outputText == "status 130\n")
    other.expectLeft()
    #expect(other.fate == .running)
  }

  @Test(arguments: [("confirm", 1), ("none", 0)])
  func `A12 in a question of askpass ^C is no, in a message it is a key, and whoever asks goes on`(
    kind: String, status: Int
  ) throws {
    for plain in ["0", "1"] {
      let terminal = try shell(
        "export SSH_ASKPASS_PROMPT=\(kind) ACCESSIBLE=\(plain); $watchword askpass 'Allow?'; echo status $?")
      // Keys pressed before the question is shown are discarded.
      terminal.expect("Allow?", kind == "confirm" ? "Yes" : "Close")
      terminal.press(.control("c"))
      terminal.expectExit(0)
      #expect(terminal.outputText == "status \(status)\n" && terminal.settings.isCooked)
    }
  }
}
