import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What the system requires and what users set, where other programs ask: the real program with a copy of /etc.
/// `DoorTests` compare all requirements with what each door makes of them, without a terminal.
@Suite(.machine(.mountNamespace))
struct RequirementTests {
  private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"
  private static let weak = "abc"
  private static let strong = "Kv7#mQzx Wr4!tLpb"
  private let folder = TemporaryFolder()
  private let systems = Systems()

  /// The copies of /etc that programs have still to read.
  private final class Systems {
    private var all: [LogSystem] = []

    func add(_ config: String) throws -> LogSystem {
      all.append(try LogSystem(config: config))
      return all[all.count - 1]
    }
  }

  /// A stage on which the user has set `settings`.
  private func stage(_ settings: String = "", in environment: [String: String] = [:]) -> Stage {
    _ = unsafe mkdir(folder.path + "/watchword", 0o755)
    _ = folder.write(settings, to: "watchword/config")
    return .with {
      ($0.folder, $0.output, $0.errors) = (folder.path, .pipe, .pipe)
      $0.environment["XDG_CONFIG_HOME"] = folder.path
      $0.environment.merge(environment) { $1 }
    }
  }

  /// A pinentry where the system has `config`, after `lines`, each of which is answered with OK.
  private func pinentry(_ config: String, on stage: Stage = Stage(), _ lines: String...) throws
    -> PinentryStage
  {
    let system = try systems.add(config)
    let pinentry = try PinentryStage(
      "unshare", arguments: system.arguments(running: [ProgramFile.path("watchword"), "pinentry"]), on: stage)
    pinentry.nameTerminal()
    for line in lines { pinentry.ask(line, ["OK"]) }
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    return pinentry
  }

  @Test func `F8 a pinentry looks as the system requires`() throws {
    let looks = ["reveal=never", "glyphs=ascii", "mask=x", "color=never", "no-mouse", "look=filled"]
    let pinentry = try pinentry("[required]\n" + looks.joined(separator: "\n"), "OPTION invisible-char=o")
    let terminal = pinentry.terminal
    terminal.type(Self.weak)
    terminal.expect("xxx")
    terminal.press(.control("r"))
    terminal.type("d")
    terminal.expect("xxxx")
    #expect(!terminal.shows("^R") && !terminal.shows("abc") && !terminal.reportsMouse)
    #expect(!terminal.picture.contains { !$0.isASCII })
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("38;"))
    terminal.press(.enter)
    pinentry.expect("D abcd", "OK")
  }

  @Test(arguments: ["SETTIMEOUT 60", "SETDESC none"])
  func `F8 a pinentry ends after the time that the system requires`(line: String) throws {
    let pinentry = try pinentry("[required]\ntimeout=1", line)
    pinentry.expect("ERR 83886142 Timeout <Pinentry>")
  }

  @Test func `F8 a pinentry asks line by line, and shows nothing, if the system requires both`() throws {
    let pinentry = try pinentry("[required]\nplain\nreveal=never")
    pinentry.terminal.type("abc")
    pinentry.terminal.press(.control("r"), .enter)
    pinentry.terminal.expect("passwords are not shown here")
    pinentry.terminal.type("abc")
    pinentry.terminal.press(.enter)
    pinentry.expect("D abc", "OK")
    #expect(!pinentry.terminal.isAlternateScreen && !pinentry.terminal.shows("abc"))
  }

  @Test func `F8 a new passphrase of gpg is held to the machine's rule and to the agent's`() throws {
    let pinentry = try pinentry(
      "[required]\npolicy=nist", "OPTION constraints-enforce", "SETREPEAT Again:", "SETQUALITYBAR Quality:")
    let terminal = pinentry.terminal
    func answerQuality() {
      let last = "INQUIRE QUALITY " + Self.strong.replacing(" ", with: "+")
      while let question = pinentry.answer().last {
        pinentry.send("D 100", "END")
        if question == last { return }
      }
    }
    terminal.expect("15 characters or more")
    terminal.press(.enter)
    terminal.expect("Enter your password.")
    terminal.type(Self.strong)
    answerQuality()
    terminal.expect("Quality: 100 %")
    terminal.press(.enter)
    #expect(pinentry.answer().last?.hasPrefix("INQUIRE CHECKPIN ") == true)
    pinentry.send("D Not here.", "END")
    terminal.expect("Not here.")
  }

  struct Door: Sendable {
    let arguments: [String]
    let prompt: String
    var isTwice = false
  }

  private static let doors = [
    Door(
      arguments: ["askpass", "Enter passphrase (empty for no passphrase): "], prompt: "Enter passphrase:"),
    Door(
      arguments: ["run", "--no-inline", "ssh-keygen", "-q", "-t", "ed25519", "-f", "id"],
      prompt: "Re-enter password", isTwice: true),
  ]

  private func open(_ door: Door, _ config: String, on stage: Stage) throws -> TerminalEmulator {
    var stage = stage
    if door.isTwice {
      try Needs.programs("ssh-keygen")
      (stage.output, stage.errors) = (.terminal, .terminal)
    }
    let terminal = try systems.add(config).open(door.arguments, on: stage)
    terminal.expect(door.prompt)
    // `run` looks at its command again and again, so it never sleeps.
    if !door.isTwice { terminal.settle() }
    return terminal
  }

  private func enter(_ text: String, _ door: Door, in terminal: TerminalEmulator) {
    for _ in 0..<(door.isTwice ? 2 : 1) {
      terminal.type(text)
      terminal.press(.enter)
    }
  }

  /// Ends the program without an answer.
  private func leave(_ door: Door, in terminal: TerminalEmulator) {
    terminal.press(door.isTwice ? .control("c") : .escape)
    terminal.wait("the program has ended") { terminal.hasEnded }
  }

  @Test(arguments: doors) func `F8 R6 a new passphrase of ssh-keygen is held to the rule at both doors`(
    door: Door
  ) throws {
    let terminal = try open(door, "[required]\npolicy=nist\nreveal=never", on: stage())
    #expect(!terminal.shows("empty,") && !terminal.shows("Left empty") && !terminal.shows("Empty:"))
    #expect(!terminal.shows("^R"))
    terminal.press(.enter)
    terminal.expect("Enter your password.")
    terminal.type(Self.weak)
    terminal.press(.enter)
    terminal.expect("15 characters or more", "•••")
    terminal.press(.control("u"))
    enter(Self.strong, door, in: terminal)
    terminal.expectExit(0)
    if !door.isTwice { #expect(terminal.outputText == Self.strong + "\n") }
  }

  @Test(arguments: doors) func `F8 R6 a rule that is set and not required leaves the choice of no passphrase`(
    door: Door
  ) throws {
    for (config, settings) in [("policy=nist", ""), ("", "policy=nist")] {
      let terminal = try open(door, config, on: stage(settings))
      terminal.type(Self.weak)
      terminal.press(.enter)
      terminal.expect("15 characters or more")
      terminal.press(.control("u"), .enter)
      if door.isTwice {
        terminal.press(.enter)
        terminal.expect("Go on without a passphrase?")
        leave(door, in: terminal)
      } else {
        terminal.expectExit(0)
        #expect(terminal.outputText == "\n")
      }
    }
  }

  @Test(arguments: doors) func `F8 G4 a fault in the user's file is told, and its other lines hold`(
    door: Door
  ) throws {
    let settings = "mask=x\nblocklist=/none\nbogus\nmin-length=12\npolicy=/none.conf\nmax-length=3"
    let terminal = try open(door, "", on: stage(settings))
    terminal.expect("12 characters or more")
    terminal.type(Self.weak)
    terminal.expect("xxx")
    leave(door, in: terminal)
    let told = door.isTwice ? String(decoding: terminal.transcript, as: UTF8.self) : terminal.errorText
    for (line, words) in [
      (2, "cannot read the list '/none'"), (3, "unknown option 'bogus'"),
      (5, "cannot read the policy '/none.conf'"), (6, "at least 12 characters, and at most 3"),
    ] {
      #expect(told.contains("config, line \(line): ") && told.contains(words), "\(words): \(told)")
    }
  }

  @Test func `F8 G2 a fault in the user's file keeps nobody from a new key of gpg`() throws {
    let pinentry = try pinentry(
      "", on: stage("mask=x\nblocklist=/none\nmin-length=12"), "SETREPEAT Again:")
    pinentry.terminal.expect("12 characters or more")
    pinentry.terminal.type(Self.weak)
    pinentry.terminal.expect("xxx")
    #expect(pinentry.terminal.errorText.contains("config, line 2: cannot read the list '/none'"))
  }

  @Test func `T2 a list that the system requires and cannot be read stops new passphrases alone`() throws {
    let config = "[required]\nblocklist=/none"
    let pinentry = try pinentry(config)
    pinentry.terminal.press(.enter)
    pinentry.expect("OK")
    pinentry.ask("SETREPEAT Again:", ["OK"])
    pinentry.send("GETPIN")
    #expect(pinentry.answer().last?.contains("Configuration error") == true)
    let terminal = try systems.add(config).open(Self.doors[0].arguments, on: stage())
    terminal.expectExit(2)
    #expect(terminal.errorText.contains("cannot read the list '/none'"))
  }

  @Test(arguments: ["hash", "check"])
  func `F8 a password asked for on a terminal is never shown if the system requires that`(
    command: String
  ) throws {
    let terminal = try systems.add("[required]\nreveal=never\ntimeout=5").open([command], on: Stage())
    terminal.expect("assword:")
    terminal.type("abc")
    terminal.press(.control("r"), .enter)
    terminal.expect("passwords are not shown here")
    terminal.expectExit(4)
    #expect(!terminal.shows("abc"))
  }

  @Test func `F8 a variable of the environment does not change where a form has to be drawn`() throws {
    for (line, variable, isInline) in [("inline", "0", true), ("no-inline", "1", false)] {
      let terminal = try systems.add("[required]\n\(line)").open(
        ["ask"], on: stage(in: ["WATCHWORD_INLINE": variable]))
      terminal.expect("Password")
      #expect(terminal.isAlternateScreen != isInline)
    }
  }
}
