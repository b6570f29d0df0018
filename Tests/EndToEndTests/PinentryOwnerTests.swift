import Glibc
import TestSupport
import Testing
import WatchwordSystem

/// The program that the agent asks for (OPTION owner).
@Suite struct PinentryOwnerTests {
  private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"
  private let folder = TemporaryFolder()

  /// A program on its own terminal that has asked the agent and waits.
  private func owner(_ program: String = "sleep", on stage: Stage = Stage()) throws -> TerminalEmulator {
    try TerminalEmulator.open(program, ["600"], on: stage)
  }

  /// A pinentry that knows its own terminal and is told of the owner `name`.
  private func pinentry(for name: String) throws -> PinentryStage {
    let pinentry = try PinentryStage()
    pinentry.nameTerminal()
    pinentry.ask("OPTION owner=\(name)", ["OK"])
    return pinentry
  }

  /// Asks for a passphrase, and expects it only on `terminal`.
  private func expectAsked(
    _ pinentry: PinentryStage, on terminal: TerminalEmulator, not other: TerminalEmulator,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    pinentry.send("GETPIN")
    terminal.expect("PIN", sourceLocation: sourceLocation)
    terminal.type("abc\r")
    pinentry.expect("D abc", "OK", sourceLocation: sourceLocation)
    terminal.expectLeft()
    #expect(!other.transcript.contains(0x1B), sourceLocation: sourceLocation)
  }

  @Test func `G1 a caller that knows only the agent is asked on the agent's terminal and type`() throws {
    let owner = try owner(on: .with { $0.environment["TERM"] = "vt220" })
    let pinentry = try pinentry(for: owner.process.asOwner())
    expectAsked(pinentry, on: owner, not: pinentry.terminal)
    #expect(!String(decoding: owner.transcript, as: UTF8.self).contains("?1049h"))
    // The agent may know no owner, and gpg-agent 2.2 does not name the user.
    let unnamed = try PinentryStage()
    unnamed.ask("OPTION owner=\(owner.process.asOwner().replacing("/\(geteuid())", with: ""))", ["OK"])
    expectAsked(unnamed, on: owner, not: unnamed.terminal)
  }

  @Test func `G1 the terminal that the owner names by GPG_TTY comes first, and what is no path is none`()
    throws
  {
    let other = try owner()
    let owner = try owner(on: .with { $0.environment["GPG_TTY"] = other.device })
    let named = try pinentry(for: owner.process.asOwner())
    expectAsked(named, on: other, not: named.terminal)
    #expect(owner.transcript.isEmpty)
    let words = try self.owner(on: .with { $0.environment["GPG_TTY"] = "not a tty" })
    let unnamed = try pinentry(for: words.process.asOwner())
    expectAsked(unnamed, on: words, not: unnamed.terminal)
  }

  @Test(arguments: ["gpg", "gpgsm"]) func `G1 what gpg tells the agent counts`(program: String) throws {
    _ = try Completion.of("cp", ["/bin/sleep", "\(folder.path)/\(program)"])
    let owner = try owner("\(folder.path)/\(program)")
    let pinentry = try pinentry(for: owner.process.asOwner())
    expectAsked(pinentry, on: pinentry.terminal, not: owner)
    owner.signal(SIGKILL)
    pinentry.ask("GETPIN", [Self.cancelled])
  }

  @Test func `G1 in the background an owner has no say about the terminal`() throws {
    let shell = try TerminalEmulator.shell("set -m; sleep 600 & read line")
    shell.wait("it runs") { shell.process.children.contains { $0.name == "sleep" } }
    let process = try #require(shell.process.children.first { $0.name == "sleep" })
    let pinentry = try pinentry(for: process.asOwner())
    expectAsked(pinentry, on: pinentry.terminal, not: shell)
  }

  @Test(arguments: ["host", "user", "number", "no host", "words", "nobody", "itself"])
  func `G1 an owner that does not agree has no say, and its end ends nothing`(lie: String) throws {
    let owner = try owner()
    let pinentry = try PinentryStage()
    let late = try pinentry.latecomer()
    let truth = owner.process.asOwner()
    let name =
      switch lie {
      case "host": owner.process.asOwner(host: "elsewhere")
      case "user": owner.process.asOwner(user: geteuid() + 1)
      // A process that began later has the number of one that asked before.
      case "number": late.process.asOwner()
      case "no host": String(truth.prefix { $0 != " " })
      case "words": "somebody\(truth.drop { $0 != "/" })"
      case "nobody": ProcessState(.max).asOwner()
      // It has no terminal.
      default: pinentry.terminal.process.asOwner()
      }
    pinentry.nameTerminal()
    pinentry.ask("OPTION owner=\(name)", ["OK"])
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    for process in [owner, late] { process.signal(SIGKILL) }
    pinentry.terminal.type("abc")
    pinentry.terminal.expect("•••")
    pinentry.terminal.press(.enter)
    pinentry.expect("D abc", "OK")
    #expect(owner.transcript.isEmpty && late.transcript.isEmpty)
  }

  @Test(.machine(.root))
  func `G1 the process of somebody else is nobody's owner, nor is their terminal drawn on`() throws {
    let stranger = try owner(on: .with { $0.launching = ["--nobody"] })
    let pinentry = try pinentry(for: stranger.process.asOwner())
    expectAsked(pinentry, on: pinentry.terminal, not: stranger)
    let owner = try owner()
    #expect(unsafe chown(owner.device, 65_534, gid_t.max) == 0)
    pinentry.ask("OPTION owner=\(owner.process.asOwner())", ["OK"])
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    #expect(owner.transcript.isEmpty)
    #expect(unsafe chown(owner.device, 0, gid_t.max) == 0)
  }

  @Test(arguments: ["GETPIN", "CONFIRM"])
  func `G1 the end of the owner ends the dialog, and the next one at once`(request: String) throws {
    // The shell reads as soon as the owner is gone, and would get part of the terminal's answers to the form.
    let owner = try TerminalEmulator.shell(
      "sleep 600; read line; echo read $line", on: .with { $0.answers = .silence })
    owner.wait("it waits") { owner.process.children.contains { $0.name == "sleep" } }
    let process = try #require(owner.process.children.first { $0.name == "sleep" })
    let pinentry = try pinentry(for: process.asOwner())
    pinentry.send(request)
    owner.expect("OK")
    owner.signal(SIGKILL, to: process.pid)
    pinentry.expect(Self.cancelled)
    owner.wait("the screen is left") { !owner.isAlternateScreen && owner.settings.isCooked }
    owner.type("for the shell\n")
    owner.expect("read for the shell")
    let written = owner.transcript.count
    pinentry.ask(request, [Self.cancelled])
    #expect(owner.transcript.count == written && pinentry.terminal.transcript.isEmpty)
    pinentry.ask("GETINFO version", ["D 0.1.0", "OK"])
  }
}
