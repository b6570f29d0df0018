import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Real programs that ask for a password, each as an ordinary user: what is typed into the form of `watchword run` is
/// what the program gets.
@Suite struct RunProgramsTests {
  struct Program: Sendable {
    /// Commands that make what the call needs.
    var before = "true"
    let call: String
    /// What is typed before the question: an old password into a form of its own, or a choice from a menu.
    var first: [(seen: [String], typed: String)] = []
    /// A part of its question.
    let asks: String
    /// Whether it is known to ask for a new password, and whether it asks for it again.
    var isNew = false
    var isTwice = false
    var answer = "Kv7#mQzx Wr4!tLpb"
    /// What is seen once it has the answer.
    let done: String
    /// An answer that is wrong, and what is seen then.
    var wrong: (answer: String, seen: String)?
    /// Whether it ends on an interrupt.
    var endsOnInterrupt = true
    /// Whether it is large, or brings much with it, so that it is tried only where it is installed.
    var isLarge = false

    /// The program, unless every Debian has it.
    private var name: String? {
      let name = String(call.prefix { $0 != " " })
      return name == "su" || name.hasPrefix("/") ? nil : name
    }

    func require() throws {
      guard let name else { return }
      if isLarge { try Needs.largeProgram(name) } else { try Needs.programs(name) }
    }
  }

  private static func old(_ question: String) -> (seen: [String], typed: String) {
    ([question, foot], "old\r")
  }

  private static let foot = "type it yourself"

  private static let programs = [
    "openssl passwd": Program(
      call: "openssl passwd -1", asks: "Password:", isNew: true, isTwice: true, done: "$1$"),
    "openssl enc": Program(
      before: "echo a >a", call: "openssl enc -aes-256-cbc -pbkdf2 -in a -out b",
      asks: "encryption password:",
      isNew: true, isTwice: true, done: "status 0"),
    "openssl enc -d": Program(
      before: "echo content >a; openssl enc -aes-256-cbc -pbkdf2 -in a -out b -pass 'pass:Kv7#mQzx Wr4!tLpb'",
      call: "openssl enc -d -aes-256-cbc -pbkdf2 -in b", asks: "decryption password:", done: "content",
      wrong: ("no", "bad decrypt")),
    "zip": Program(
      before: "echo a >a", call: "zip -e a.zip a", asks: "Enter password:", isNew: true, isTwice: true,
      done: "adding: a"),
    "unzip": Program(
      before: "echo content >a; zip -qP 'Kv7#mQzx Wr4!tLpb' a.zip a", call: "unzip -p a.zip",
      asks: "a password:",
      done: "content", wrong: ("no", "incorrect--reenter")),
    "htpasswd": Program(
      call: "htpasswd -c users bob", asks: "New password:", isNew: true, isTwice: true,
      done: "Adding password for user bob"),
    "htdigest": Program(
      call: "htdigest -c users realm bob", asks: "New password:", isTwice: true, done: "status 0",
      wrong: ("no", "not what you typed before")),
    "ssh-keygen": Program(
      call: "ssh-keygen -q -f key -t ed25519", asks: "(empty for no passphrase)", isNew: true, isTwice: true,
      done: "status 0"),
    "ssh-keygen -y": Program(
      before: "ssh-keygen -q -f key -t ed25519 -C comment -N 'Kv7#mQzx Wr4!tLpb'",
      call: "ssh-keygen -y -f key",
      asks: "Enter passphrase:", done: "ssh-ed25519", wrong: ("no", "incorrect passphrase")),
    "age": Program(
      before: "echo a >a", call: "age -p -o b a", asks: "leave empty to autogenerate", isNew: true,
      isTwice: true,
      done: "status 0"),
    "cryptsetup luksFormat": Program(
      before: "truncate -s 32M disk",
      call: "cryptsetup -q luksFormat --pbkdf pbkdf2 --pbkdf-force-iterations 1000 disk",
      asks: "Enter passphrase for", isNew: true, answer: "Kv7#mQzx Wr4!tLpb", done: "status 0"),
    "vncpasswd": Program(
      call: "tigervncpasswd file", asks: "Password:", isNew: true, isTwice: true, answer: "Kv7#mQzx",
      done: "view-only"),
    "7z": Program(
      before: "echo a >a", call: "7z a -p b.7z a", asks: "Enter password", isNew: true,
      done: "Everything is Ok"),
    "gpg -c": Program(
      before: "echo a >a; mkdir -m 700 home", call: "gpg --homedir home --pinentry-mode loopback -c a",
      asks: "Enter passphrase:", isNew: true, done: "status 0"),
    "restic": Program(
      before: "export HOME=$PWD", call: "restic init -r repo", asks: "new repository", isNew: true,
      isTwice: true,
      done: "created restic repository"),
    "borg": Program(
      before: "export HOME=$PWD", call: "borg init -e repokey repo", asks: "Enter new passphrase:",
      isNew: true,
      isTwice: true, done: "displayed for verification"),
    "curl": Program(
      call: "curl -u ada http://127.0.0.1:9/", asks: "Enter host password", done: "onnect"),
    "wget": Program(
      call: "wget --tries=1 --ask-password --user=ada http://127.0.0.1:9/", asks: "Password for user",
      done: "refused"),
    "psql": Program(call: "psql -W -h 127.0.0.1 -p 9", asks: "Password:", done: "Is the server running"),
    "mariadb": Program(
      call: "mariadb -p -h 127.0.0.1 -P 9", asks: "Enter password:", done: "ERROR 2002",
      endsOnInterrupt: false),
    "smbclient": Program(
      call: "smbclient -p 9 -U ada //127.0.0.1/a", asks: "Password for", done: "failed",
      endsOnInterrupt: false),
    "su": Program(
      call: "su -c id", asks: "Password:", answer: "not the password of root", done: "Authentication failure"),
    "python": Program(
      call: "/usr/bin/python3 -c 'import getpass; print(getpass.getpass())'", asks: "Password:",
      done: "Kv7#mQzx Wr4!tLpb"),
    "read -s": Program(
      call: "bash -c 'read -rsp \"Secret: \" x; echo \"<$x>\"'", asks: "Secret:", done: "<Kv7#mQzx Wr4!tLpb>"),
    "ccrypt": Program(
      before: "echo a >a", call: "ccrypt a", asks: "Enter encryption key:", isNew: true, isTwice: true,
      done: "status 0"),
    "ccrypt -x": Program(
      before: "echo a >a; old=old ccrypt -E old a", call: "ccrypt -x a.cpt", first: [old("Enter old key:")],
      asks: "Enter new key:", isNew: true, isTwice: true, done: "status 0"),
    "ccat": Program(
      before: "echo content >a; new='Kv7#mQzx Wr4!tLpb' ccrypt -E new a", call: "ccat a.cpt",
      asks: "Enter decryption key:", done: "content", wrong: ("no", "key does not match")),
    "minisign -G": Program(
      call: "minisign -G -p public -s secret", asks: "Password:", isNew: true, isTwice: true, done: "status 0"
    ),
    "minisign -C": Program(
      before: "minisign -G -W -p public -s secret >made", call: "minisign -C -s secret", asks: "Password:",
      isNew: true, isTwice: true, done: "Password updated."),
    "signify": Program(
      call: "signify-openbsd -G -p key.pub -s key.sec", asks: "passphrase:", isNew: true, isTwice: true,
      done: "status 0"),
    "signify -S": Program(
      before: "echo a >a; yes 'Kv7#mQzx Wr4!tLpb' | setsid signify-openbsd -G -p a.pub -s a.sec",
      call: "signify-openbsd -S -s a.sec -m a", asks: "passphrase:", done: "status 0",
      wrong: ("no", "incorrect passphrase")),
    "scrypt": Program(
      before: "echo a >a", call: "scrypt enc --logN 10 -r 1 -p 1 a b", asks: "Please enter passphrase:",
      isNew: true, isTwice: true, done: "status 0"),
    "puttygen": Program(
      call: "puttygen -q -t ed25519 -o key.ppk", asks: "Enter passphrase to save key:", isNew: true,
      isTwice: true, done: "status 0"),
    "createuser": Program(
      call: "createuser -h 127.0.0.1 -p 9 -P ada", asks: "Enter password for new role:", isNew: true,
      isTwice: true, done: "refused"),
    "gocryptfs -init": Program(
      before: "mkdir a", call: "gocryptfs -init -scryptn 10 a", asks: "Password:", isNew: true, isTwice: true,
      done: "created successfully", isLarge: true),
    "gocryptfs -passwd": Program(
      before: "mkdir a; gocryptfs -init -q -scryptn 10 -extpass 'echo old' a >made",
      call: "gocryptfs -passwd a", first: [old("Password:")], asks: "Password:", isNew: true, isTwice: true,
      done: "Password changed.", isLarge: true),
    // It is not to mount anything.
    "encfs": Program(
      before: "mkdir a b; echo a >b/a", call: "encfs --standard $PWD/a $PWD/b", asks: "New Encfs Password:",
      isNew: true, isTwice: true, done: "fuse", isLarge: true),
    "duplicity": Program(
      before: "export HOME=$PWD; mkdir a", call: "duplicity full a file://$PWD/b",
      asks: "GnuPG passphrase for decryption:", isNew: true, isTwice: true, done: "Backup Statistics",
      isLarge: true),
    "certutil": Program(
      before: "mkdir a", call: "certutil -N -d sql:a", asks: "Enter new password:", isNew: true,
      isTwice: true, done: "status 0", isLarge: true),
    "sq": Program(
      call: "sq key generate -u ada --with-password --export key", asks: "Enter password to protect the key:",
      isNew: true, isTwice: true, done: "status 0", isLarge: true),
    "rclone": Program(
      before: "export HOME=$PWD", call: "rclone config", first: [(["n/s/q>"], "s\r"), (["a/q>"], "a\r")],
      asks: "password:", isNew: true, isTwice: true, done: "Password set", isLarge: true),
    "keytool": Program(
      call: "keytool -genkeypair -keyalg EC -dname CN=a -keystore a", asks: "Enter keystore password:",
      isNew: true, isTwice: true, done: "status 0", isLarge: true),
    "keytool, its file": Program(
      before: "keytool -genkeypair -keyalg EC -dname CN=a -keystore a -storepass 'Kv7#mQzx Wr4!tLpb'",
      call: "keytool -genkeypair -alias b -keyalg EC -dname CN=b -keystore a",
      asks: "Enter keystore password:",
      done: "status 0", wrong: ("not this", "password was incorrect"), isLarge: true),
    "keytool -storepasswd": Program(
      before: "keytool -genkeypair -keyalg EC -dname CN=a -keystore a -storepass 'old old'",
      call: "keytool -storepasswd -keystore a",
      first: [(["Enter keystore password:", foot], "old old\r")], asks: "New keystore password:", isNew: true,
      isTwice: true, done: "status 0", isLarge: true),
  ]

  private let folder = TemporaryFolder()

  private func open(_ name: String) throws -> (TerminalEmulator, Program) {
    let program = try #require(Self.programs[name])
    try program.require()
    _ = unsafe chmod(folder.path, 0o777)
    let stage = Stage.with {
      $0.environment["WATCHWORD_INLINE"] = nil
      $0.environment["HOME"] = folder.path
      $0.environment["watchword"] = ProgramFile.path("watchword")
      $0.folder = folder.path
    }
    // Not nobody, to whose terminals a test of an attack writes.
    let user = getuid() == 0 ? ["--reuid=games", "--regid=games", "--clear-groups"] : []
    let script =
      "trap : INT; \(program.before); $watchword run --no-animation --glyphs unicode \(program.call); "
      + "echo status $?; read end"
    let terminal = try TerminalEmulator.open("setpriv", user + ["sh", "-c", script], on: stage)
    for (seen, typed) in program.first {
      terminal.wait("\(seen)") { seen.allSatisfy { terminal.shows($0) } }
      terminal.type(typed)
    }
    if program.isNew { terminal.expect("Re-enter password") }
    terminal.expect(program.asks, Self.foot)
    return (terminal, program)
  }

  private func fill(_ terminal: TerminalEmulator, _ program: Program, _ answer: String? = nil) {
    let answer = answer ?? program.answer
    terminal.type(answer)
    guard program.isNew else { return }
    terminal.press(.tab)
    terminal.type(answer)
    terminal.expect("✓")
  }

  private func waitForNext(_ terminal: TerminalEmulator, _ program: Program) {
    // The form has gone; a repetition has one of its own.
    terminal.wait("the program asks again") {
      terminal.rows.contains { row in
        [
          "again", "Re-type", "Verify", "same pass", "Confirm", "confirm", "epeat", "Re-enter", "Retype",
          "one more time",
        ].contains { row.contains($0) }
      } && terminal.shows(Self.foot)
    }
  }

  @Test(arguments: programs.keys.sorted()) func `R4 R6 R7 a program gets what was typed into the form`(
    name: String
  ) throws {
    let (terminal, program) = try open(name)
    #expect(terminal.shows("Re-enter password") == program.isNew)
    #expect(!terminal.shows("Enter your password"), "the prompt says what is wanted")
    fill(terminal, program)
    terminal.press(.enter)
    if program.isTwice, !program.isNew {
      waitForNext(terminal, program)
      if let wrong = program.wrong {
        terminal.type(wrong.answer)
        terminal.press(.enter)
        terminal.expect("Not what you typed before.")
        terminal.press(.control("u"))
      }
      terminal.type(program.answer)
      terminal.press(.enter)
    }
    terminal.expect(program.done)
    let masked = terminal.rows.filter { $0.contains("•") }
    #expect(masked.isEmpty)
  }

  @Test(arguments: programs.filter { $0.value.wrong != nil && !$0.value.isTwice }.keys.sorted())
  func `R8 a wrong answer is the program's to refuse`(name: String) throws {
    let (terminal, program) = try open(name)
    let wrong = try #require(program.wrong)
    terminal.type(wrong.answer)
    terminal.press(.enter)
    terminal.expect(wrong.seen)
  }

  @Test(arguments: programs.filter(\.value.isNew).keys.sorted())
  func `R6 a new password that differs from its repetition is not sent`(name: String) throws {
    let (terminal, program) = try open(name)
    terminal.type(program.answer)
    terminal.press(.tab)
    terminal.type(program.answer + "x")
    terminal.press(.enter)
    terminal.expect("✗ no match")
    #expect(terminal.shows(Self.foot) && !terminal.shows("status"))
  }

  @Test(arguments: programs.keys.sorted()) func `R5 after Esc the program's own question stands`(name: String)
    throws
  {
    let (terminal, program) = try open(name)
    terminal.type("half")
    terminal.press(.escape)
    terminal.expect(gone: Self.foot)
    let question = try #require(terminal.rows.lastIndex { $0.contains(program.asks) })
    #expect(terminal.cursor.row == question)
    let below = terminal.rows[(question + 1)...].filter { !$0.isEmpty }
    #expect(below == [])
    terminal.type(program.answer + "\r")
    if program.isTwice {
      waitForNext(terminal, program)
      terminal.press(.escape)
      terminal.expect(gone: Self.foot)
      terminal.type(program.answer + "\r")
    }
    terminal.expect(program.done)
    #expect(!terminal.rows.contains { $0.contains("half") })
  }

  @Test(arguments: programs.keys.sorted()) func `R5 ^C in the form interrupts the program`(name: String)
    throws
  {
    let (terminal, _) = try open(name)
    terminal.type("half")
    terminal.press(.control("c"))
    terminal.expect("status ")
    #expect(!terminal.shows("status 0") && terminal.settings.isCooked)
  }
}
