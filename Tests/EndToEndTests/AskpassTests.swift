import Glibc
import TestSupport
import Testing
import WatchwordScreen

@testable import WatchwordCLI

/// The program as ssh, sudo and git call it: issue 12, G4.
@Suite struct AskpassTests {
  private let folder = TemporaryFolder()

  /// Opens the program by its other name with `arguments`, and waits until the form stands.
  private func askpass(_ arguments: String..., on stage: Stage = .capturing) throws -> TerminalEmulator {
    let program = folder.path + "/watchword-askpass"
    _ = unsafe symlink(ProgramFile.path("watchword"), program)
    let terminal = try TerminalEmulator.open(program, arguments, on: stage)
    terminal.expect("Esc")
    terminal.settle()
    return terminal
  }

  /// A stage with one more variable.
  private func stage(_ name: String, _ value: String) -> Stage {
    var stage = Stage.capturing(in: folder.path)
    stage.environment[name] = value
    return stage
  }

  private static let secret = "pw: \u{E9} 'x' \\ "

  @Test func `G4 the prompt is shown, and what is typed stays masked and is handed out`() throws {
    let terminal = try askpass("Enter passphrase for key '/home/ann/.ssh/id': ")
    #expect(terminal.shows("Passphrase required") && terminal.shows("[ Continue ]"))
    #expect(terminal.shows("Enter passphrase for key '/home/ann/.ssh/id':") && !terminal.shows("optional"))
    #expect(terminal.boxes.count == 1 && terminal.activeField == 0)
    terminal.type(Self.secret)
    terminal.expect(field: 0, holds: String(repeating: "•", count: Self.secret.count))
    terminal.press(.enter)
    #expect(terminal.answer() == Self.secret + "\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `G4 as a command of the program it is the same`() throws {
    let terminal = try TerminalEmulator.open("watchword", ["askpass", "--json"], on: .capturing)
    terminal.expect("--json", "Answer required")
    terminal.type("x")
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  @Test(arguments: [
    "Username for 'https://git.example.org': ",
    "The authenticity of host 'h' can't be established.\nAre you sure (yes/no/[fingerprint])? ",
  ])
  func `G4 what is no secret is shown while it is typed`(prompt: String) throws {
    let terminal = try askpass(prompt)
    terminal.type("yes")
    terminal.expect(field: 0, holds: "yes")
    #expect(!terminal.shows("^R"))
    terminal.press(.enter)
    #expect(terminal.answer() == "yes\n")
  }

  @Test(arguments: ["Continue (yes/no)?", "Login: ", "Enter your PIN: "])
  func `G4 what could be a secret stays masked, even where all is to be shown`(prompt: String) throws {
    let terminal = try askpass(prompt, on: stage("WATCHWORD_OPTIONS", "reveal=always"))
    terminal.type("yes")
    terminal.expect(field: 0, holds: "•••")
    terminal.press(.control("r"))
    terminal.expect(field: 0, holds: "yes")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText == "" && terminal.errorText == "")
  }

  @Test(arguments: ["Password: ", "Username for 'x': "]) func `G4 an empty answer is one`(prompt: String)
    throws
  {
    let terminal = try askpass(prompt)
    terminal.press(.enter)
    #expect(terminal.answer() == "\n")
  }

  @Test(arguments: [[], [""], [" "]]) func `G4 without a prompt a password is asked for`(arguments: [String])
    throws
  {
    let terminal = try TerminalEmulator.open("watchword", ["askpass"] + arguments, on: .capturing)
    terminal.expect("Password required", "Enter your password...")
    terminal.type("x")
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  @Test func `G4 without a terminal there is one line at once, and status 3`() throws {
    for environment in [[:], ["SSH_ASKPASS_PROMPT": "confirm"], ["SSH_ASKPASS_PROMPT": "none"]] {
      let end = try Completion.of(
        "watchword", ["askpass", "Password: "],
        environment: Stage().environment.merging(environment) { $1 })
      #expect(end.status == 3 && end.output == "")
      #expect(end.errors.hasPrefix("watchword: ") && end.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `G4 a second argument is none of a prompt`() throws {
    let end = try Completion.of("watchword", ["askpass", "Password: ", "x"])
    #expect(end == Completion(status: 2, errors: "watchword: unexpected argument 'x'\n"))
  }

  @Test func `G4 nothing of the prompt controls the terminal`() throws {
    let prompt = "one\u{1B}]0;title\u{7}\u{1B}[2J\ntwo\u{9B}31m \u{202E}back\r\nPassword: "
    let terminal = try askpass(prompt)
    terminal.expect("one\u{FFFD}]0;title\u{FFFD}\u{FFFD}[2J", "two\u{FFFD}31m", "Password:")
    let first = try #require(terminal.position(of: "one")?.row)
    #expect(terminal.position(of: "two")?.row == first + 1)
    #expect(terminal.bells == 0 && !terminal.title.contains("title"))
    let written = String(decoding: terminal.transcript, as: UTF8.self)
    #expect(
      !written.contains("\u{9B}") && !written.contains("\u{202E}") && !written.contains("]0;title\u{7}"))
    terminal.press(.escape)
    terminal.expectExit(1)
  }

  @Test func `G4 a prompt that is not UTF-8 is shown as far as it is`() throws {
    let script = #"exec "$watchword" askpass "$(printf 'Password of J\366rg: ')""#
    let terminal = try TerminalEmulator.shell(script, on: .capturing)
    terminal.expect("Password of J\u{FFFD}rg:")
    terminal.type("x")
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  @Test(
    .enabled(if: Locales.made != nil, "localedef or its sources are not installed"))
  func `G4 the answer has the bytes of the locale's character set`() throws {
    var stage = stage("LC_ALL", "de_DE.ISO-8859-15")
    stage.environment["LOCPATH"] = Locales.made
    let terminal = try askpass("Password: ", on: stage)
    terminal.send([0x61, 0xE4, 0xA4])
    terminal.expect("***")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.output == [0x61, 0xE4, 0xA4, 0x0A])
  }

  @Test func `G4 how the form looks is what was set beforehand for ask`() throws {
    let terminal = try askpass("Password: ", on: stage("WATCHWORD_OPTIONS", "[ask]\nmask=+\nglyphs=ascii"))
    terminal.type("abc")
    terminal.expect("+++")
    #expect(!terminal.shows("\u{2022}"))
    terminal.press(.enter)
    #expect(terminal.answer() == "abc\n")
  }

  @Test(arguments: [
    (Stage.Stream.closed, "standard output is closed"),
    (.brokenPipe, "cannot write to standard output: Broken pipe"),
  ]) func `G4 an answer that cannot be written is status 5`(output: Stage.Stream, line: String) throws {
    var stage = Stage.capturing(in: folder.path)
    stage.output = output
    let terminal = try TerminalEmulator.open("watchword", ["askpass", "Password: "], on: stage)
    if output != .closed {
      terminal.expect("Password required")
      terminal.type("x")
      terminal.press(.enter)
    }
    terminal.expectExit(5)
    #expect(terminal.errorText == "watchword: \(line)\n")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func `G4 a signal ends it, and gives the terminal back`(
    number: Int32
  ) throws {
    let terminal = try askpass("Password: ")
    terminal.type("x")
    terminal.settle()
    terminal.signal(number)
    terminal.expect(.killed(by: number))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && terminal.isCursorVisible)
    #expect(terminal.outputText == "")
  }

  @Test func `G4 a prompt of many lines can be read from its start`() throws {
    let lines = (1...30).map { "line \($0) of the host's words" }.joined(separator: "\n")
    let terminal = try askpass(lines + "\nPassword: ")
    #expect(terminal.shows("line 30 of") && terminal.shows("Password:") && !terminal.shows("line 1 of"))
    terminal.press(.pageUp)
    terminal.expect("line 1 of")
    terminal.type("x")
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  @Test func `G4 a prompt as long as an argument can be costs nothing but its lines`() throws {
    let terminal = try askpass(String(repeating: "word ", count: 20_000) + "end: ")
    terminal.type("x")
    terminal.press(.enter)
    #expect(terminal.answer() == "x\n")
  }

  private var confirming: Stage { stage("SSH_ASKPASS_PROMPT", "confirm") }

  @Test(arguments: ["\r", "y", "\u{1B}y", " "]) func `G4 a question is answered by yes`(key: String) throws {
    let terminal = try askpass(
      "Allow use of key ann@example.org?\nKey fingerprint SHA256:qQcT.", on: confirming)
    #expect(
      terminal.shows("Allow use of key ann@example.org?") && terminal.shows("Key fingerprint SHA256:qQcT."))
    #expect(terminal.shows("Yes") && terminal.shows("No") && terminal.boxes.isEmpty)
    terminal.expectPressable()
    terminal.type(key)
    #expect(terminal.answer() == "yes\n")
  }

  @Test(arguments: ["n", "\u{1B}n", "\t\r", "\u{3}", "\u{1B}"]) func `G4 a question is answered by no`(
    key: String
  ) throws {
    let terminal = try askpass("Allow?", on: confirming)
    terminal.expectPressable()
    terminal.type(key)
    terminal.expectExit(1)
    #expect(terminal.outputText == "" && terminal.errorText == "" && terminal.settings.isCooked)
  }

  @Test func `G4 a question of three prompts that show is still a question`() throws {
    let terminal = try askpass("Continue (yes/no)? ", on: confirming)
    #expect(terminal.boxes.isEmpty && terminal.shows("Yes"))
    terminal.press(.escape)
    terminal.expectExit(1)
  }

  private var telling: Stage {
    var stage = stage("SSH_ASKPASS_PROMPT", "none")
    // ssh leaves a message neither input nor output.
    (stage.input, stage.output) = (.file("/dev/null"), .file("/dev/null"))
    return stage
  }

  private func message() throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      "watchword", ["askpass", "Confirm user presence for key ED25519-SK SHA256:qQcT"], on: telling)
    terminal.expect("Confirm user presence for key ED25519-SK SHA256:qQcT")
    terminal.settle()
    #expect(terminal.boxes.isEmpty)
    return terminal
  }

  @Test(arguments: ["x", "\r", " ", "\u{1B}", "\t"]) func `G4 a message stands until a key is pressed`(
    key: String
  ) throws {
    let terminal = try message()
    terminal.expectPressable()
    terminal.type(key)
    terminal.expectExit(0)
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && terminal.errorText == "")
  }

  @Test func `G4 a message that ssh takes away gives the terminal back`() throws {
    let terminal = try message()
    terminal.signal(SIGTERM)
    terminal.expect(.killed(by: SIGTERM))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && terminal.isCursorVisible)
  }

  @Test func `G4 what is typed has one copy, in locked memory`() throws {
    let terminal = try askpass("Password: ", on: .scanned)
    let needle = Needle.random()
    for byte in needle.bytes {
      terminal.send([byte])
      terminal.settle()
    }
    let found = try scan(terminal.process, for: needle)
    #expect(found.count == 1 && found.allSatisfy(\.isLocked), "\(found)")
    terminal.press(.control("u"))
    terminal.settle()
    #expect(try scan(terminal.process, for: needle) == [])
    terminal.press(.escape)
    terminal.expectExit(1)
  }
}
