import Glibc
import TestSupport
import Testing

@testable import WatchwordOptions

/// The folder of the tree; empty without one.
private let tree = unsafe getenv("WATCHWORD_TREE").map { unsafe String(cString: $0) } ?? ""

/// The package installed in a tree of Debian's or Ubuntu's, whose folder is in WATCHWORD_TREE. `make release-check` and
/// `make fresh` make one.
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
    let german = Stage.with { $0.environment.merge(["LANGUAGE": "de", "LC_ALL": "en_US.UTF-8"]) { $1 } }
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

  /// The arguments for unshare that run `script` as root in a copy of the tree that has the account ann, and is gone
  /// afterwards.
  private static func inCopy(_ script: String) -> [String] {
    let copying = """
      mount -t tmpfs none /mnt
      mkdir /mnt/upper /mnt/work /mnt/root
      mount -t overlay none -o lowerdir="$0",upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
      mount -t proc none /mnt/root/proc
      mount --bind /dev/pts /mnt/root/dev/pts
      exec chroot /mnt/root sh -ec "$1"
      """
    let account = """
      useradd --create-home --shell /bin/sh ann
      echo 'ann:\(AccountSystem.old)' | chpasswd
      export HOME=/home/ann
      cd
      ann() { setpriv --reuid=ann --regid=ann --init-groups "$@"; }

      """
    return ["--mount", "sh", "-ec", copying, tree, account + script]
  }

  @Test(arguments: PackagedUse.all) func `J6 the package does on every system what it does on Debian 12`(
    use: PackagedUse
  ) throws {
    let terminal = try TerminalEmulator.open(
      "unshare", Self.inCopy(use.script), on: .with { $0.environment.merge(use.environment) { $1 } })
    for (seen, typed) in use.talk {
      terminal.expect(seen)
      terminal.type(typed)
    }
    terminal.expectExit(use.status)
  }

  @Test func `J6 a question takes a Yes`() throws {
    let terminal = try TerminalEmulator.open(
      "unshare", Self.inCopy("ann watchword confirm 'Go on?' --default yes"))
    terminal.expectPressable()
    terminal.press(.enter)
    terminal.expectExit(0)
  }

  @Test func `J6 a user changes the password of the account after a wrong old one`() throws {
    let new = "Kv7#mQzRpX2w"
    let terminal = try TerminalEmulator.open(
      "unshare",
      Self.inCopy(
        """
        ann watchword passwd
        test "$(echo '\(new)' | setpriv --reuid=nobody --clear-groups su ann -c 'id -un')" = ann
        """))
    terminal.expect("New password again")
    terminal.type("wrong\t")
    terminal.expect("The old password is not right.")
    terminal.press(.control("u"))
    terminal.type(AccountSystem.old + "\t")
    terminal.wait("the new password is asked for") {
      terminal.shows("┏━ New password ━") && !terminal.shows("Checking…")
    }
    terminal.type("\(new)\t\(new)\r")
    terminal.expectExit(0)
  }
}
