import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What no script can play of the hash instead of the new password; Tests/Scripts/hashing.txt has the rest.
@Suite struct HashTests {
  private let folder = TemporaryFolder()

  /// Each method with a cost that takes hardly any time.
  static let methods = [
    ("default", "1", "$y$j75$"), ("yescrypt", "2", "$y$j85$"), ("gost-yescrypt", "1", "$gy$j75$"),
    ("scrypt", "6", "$7$"), ("bcrypt", "4", "$2b$04$"), ("sha512crypt", "1000", "$6$rounds=1000$"),
    ("sha256crypt", "1000", "$5$rounds=1000$"),
  ]

  /// Opens the new-password form with `options`, in a folder of its own.
  private func form(_ options: String..., on change: (inout Stage) -> Void = { _ in }) throws
    -> TerminalEmulator
  {
    var stage = Stage.capturing(in: folder.path)
    change(&stage)
    return try TerminalEmulator.form(options: options, on: stage)
  }

  /// Whether `hash` is one of `password`, by perl's crypt(3).
  private func isHash(_ hash: String, of password: String) throws -> Bool {
    // Nobody uses this password.
    try Completion.of("perl", ["-e", "print crypt($ARGV[0], $ARGV[1])", password, hash]).output == hash
  }

  @Test(.programs("localedef"))
  func `F5 the bytes that would be handed out, in the locale's character set, are hashed`() throws {
    let locales = try #require(Locales.made)
    let terminal = try form(
      "--hash=bcrypt", "--hash-cost=4", "--json",
      on: { stage in
        stage.environment["LC_ALL"] = "de_DE.ISO-8859-15"
        stage.environment["LOCPATH"] = locales
      })
    for key in [0x09, 0x0D] as [UInt8] { terminal.send(Array(good.utf8) + [0xE9, 0xA4, key]) }
    let answer = terminal.answer()
    let hash = answer.dropFirst(#"{"password":""#.count).prefix { $0 != "\"" }
    let script = #"print crypt("\#(good)\xE9\xA4", $ARGV[0])"#
    #expect(try Completion.of("perl", ["-e", script, String(hash)]).output == hash, "\(answer)")
  }

  @Test(arguments: [(SIGINT, false), (SIGTERM, true)])
  func `F5 a long hash can be ended, on a terminal given back`(
    number: Int32, isSent: Bool
  ) throws {
    let terminal = try form("--hash=bcrypt", "--hash-cost=31")
    terminal.fill()
    terminal.press(.enter)
    terminal.wait("the form's screen is left") { terminal.settings.isCooked && !terminal.isAlternateScreen }
    if isSent { terminal.signal(number) } else { terminal.type("\u{3}") }
    terminal.expect(.killed(by: number))
    #expect(terminal.outputText == "" && terminal.settings.isCooked)
  }

  @Test func `F5 while the hash is made the password lies in locked memory alone, and then nowhere`() throws {
    let hashing = try form(
      "--hash=bcrypt", "--hash-cost=31",
      on: { $0 = .scanned })
    let needle = Needle.random()
    hashing.send(needle.bytes + [0x09])
    hashing.send(needle.bytes)
    hashing.settle()
    hashing.press(.enter)
    hashing.wait("the form's screen is left") { hashing.settings.isCooked && !hashing.isAlternateScreen }
    // The password is first written into memory that is mapped and locked a moment later. A scan that begins in between
    // would call that memory unlocked.
    let timeRun = hashing.process.timeRun
    hashing.wait("it has run so long that it makes the hash") { hashing.process.timeRun > timeRun + 5 }
    let found = try scan(hashing.process, for: needle)
    #expect(!found.isEmpty && found.allSatisfy(\.isLocked), "\(found)")
    hashing.signal(SIGTERM)

    let waiting = try form(
      "--hash=yescrypt",
      on: {
        $0.output = .fullPipe
        $0.launching = ["--keep-dumpable", "--no-secret-memory"]
      })
    waiting.send(needle.bytes + [0x09])
    waiting.send(needle.bytes)
    waiting.settle()
    waiting.press(.enter)
    waiting.wait("it waits to write its answer") { waiting.process.isBlockedWriting(to: 1) != false }
    for part in [needle, needle.part(0, 10), needle.part(10, 10)] {
      #expect(try scan(waiting.process, for: part) == [])
    }
  }

  @Test(.machine(.root, .mountNamespace))
  func `F5 that there is no libcrypt is known before the form`() throws {
    let script = """
      for file in $(ldconfig -p | sed -n 's/.*libcrypt[.]so[.][12] .*=> //p'); do mount --bind /dev/null "$file"; done
      exec "$0" new --hash default
      """
    let watchword = ProgramFile.path("watchword")
    let end = try Completion.of("unshare", ["--mount", "sh", "-c", script, watchword])
    #expect(end.status == 2)
    #expect(end.errors.hasPrefix("watchword: cannot hash the password: there is no library libcrypt.so.1\n"))
    let help = try Completion.of(
      "unshare", ["--mount", "sh", "-c", script.replacing("--hash default", with: "--help"), watchword])
    #expect(help.status == 0, "nothing else needs it")
  }

  @Test(
    .machine(.root, .mountNamespace),
    arguments: methods)
  func `F5 the real chpasswd -e sets a password by its hash, and leaves it where the form is cancelled`(
    method: String, cost: String, start: String
  ) throws {
    // Copies that replace the real files, only for the programs of this namespace. The tool renames a new file over the
    // old one, so the whole folder has to be a copy.
    let script = """
      set -e
      mount -t tmpfs tmpfs /mnt && mkdir /mnt/etc && cp -a /etc/passwd /etc/shadow /etc/group /etc/pam.d /etc/nsswitch.conf \
      /etc/login.defs /etc/ld.so.cache /mnt/etc
      mount --bind /mnt/etc /etc
      echo 'alice:x:4711:4711::/:/bin/sh' >>/etc/passwd
      echo 'alice:!:19000:0:99999:7:::' >>/etc/shadow
      set +e
      "$watchword" new --no-dictionary --hash "$method" --hash-cost "$cost" --template 'alice:{password}' -- chpasswd -e
      echo "status $?" >status
      grep ^alice: /etc/shadow >shadow
      """
    for isAccepted in [false, true] {
      let terminal = try TerminalEmulator.open(
        "unshare", ["--mount", "sh", "-c", script],
        on: .with {
          $0.folder = folder.path
          $0.environment["watchword"] = ProgramFile.path("watchword")
          $0.environment["method"] = method
          $0.environment["cost"] = cost
        })
      terminal.expect("Re-enter password")
      terminal.fill()
      terminal.press(isAccepted ? .enter : .escape)
      terminal.expectExit(0)
      #expect(readText(folder.path + "/status") == "status \(isAccepted ? 0 : 1)\n")
      let fields = try #require(readText(folder.path + "/shadow")).split(
        separator: ":", omittingEmptySubsequences: false)
      #expect(fields.count == 9)
      if isAccepted {
        #expect(fields[1].hasPrefix(start))
        #expect(try isHash(String(fields[1]), of: good))
      } else {
        #expect(fields[1] == "!")
      }
    }
    #expect(readText("/etc/passwd")?.contains("alice:x:4711:") == false)
  }
}
