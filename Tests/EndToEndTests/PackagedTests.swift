import Glibc
import TestSupport
import Testing

@testable import WatchwordOptions

/// The folder of the tree; empty without one.
private let tree = unsafe getenv("WATCHWORD_TREE").map { unsafe String(cString: $0) } ?? ""

/// The package installed in a tree of Debian's, whose folder is in WATCHWORD_TREE. `make release-check` makes one.
@Suite(.machine(.packagedTree))
struct PackagedTests {
  /// The arguments for chroot that start a program there.
  private static func inTree(_ user: String, _ arguments: [String]) -> [String] {
    ["--userspec=\(user)", tree] + arguments
  }

  @Test(arguments: ["root", "nobody"])
  func `J6 a person chooses a password in the packaged form`(user: String) throws {
    let terminal = try TerminalEmulator.open(
      "chroot", Self.inTree(user, ["watchword", "new"]), on: .capturing)
    terminal.expect("Re-enter password")
    terminal.type(good + "\t" + good + "\r")
    terminal.expectExit(0)
    #expect(terminal.output == Array("\(good)\n".utf8))
    terminal.expectLeft()
  }

  @Test func `J6 the packaged form speaks German where LANGUAGE says so`() throws {
    let german = Stage.with { $0.environment["LANGUAGE"] = "de" }
    let terminal = try TerminalEmulator.open(
      "chroot", Self.inTree("nobody", ["watchword", "new"]), on: german)
    terminal.expect("Neues Passwort")
  }

  @Test func `J6 the pinentry that was chosen asks for a passphrase`() throws {
    let pinentry = try PinentryStage("chroot", arguments: Self.inTree("root", ["pinentry"]))
    pinentry.nameTerminal()
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    pinentry.terminal.type("1234\r")
    pinentry.expect("D 1234", "OK")
  }

  @Test func `J6 man finds a page for each command and each name of the program`() throws {
    let pages = Command.allCases.map { "watchword-\($0.rawValue)" } + ["pinentry-watchword"]
    for page in ["watchword"] + pages {
      let found = try Completion.of("chroot", Self.inTree("nobody", ["man", "-w", page]))
      #expect(found.status == 0 && found.output.contains("/usr/share/man/man1/"), "\(page): \(found)")
    }
  }

  @Test func `J6 the file in etc changes nothing`() throws {
    let help = ["watchword", "new", "--validate"]
    let usual = try Completion.of("chroot", Self.inTree("nobody", help))
    #expect(usual == Completion(status: 0))
    #expect(readText("\(tree)/etc/watchword/config") == (try PackageFile.text("packaging/config")))
  }
}
