import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What no script can play of the program as ssh, sudo and git call it; Tests/Scripts/askpass.txt has the rest.
@Suite struct AskpassTests {
  private let folder = TemporaryFolder()

  /// Opens the program by its other name with `arguments`, and waits until the form is drawn.
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

  @Test(
    .programs("localedef"))
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

  private var telling: Stage {
    var stage = stage("SSH_ASKPASS_PROMPT", "none")
    // ssh gives a message neither input nor output.
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
