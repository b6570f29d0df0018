import CWatchwordSystem
import CWatchwordTerminal
import Glibc
import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets

@testable import WatchwordOptions
@testable import WatchwordServices

/// When a program asks, by what `watchword run` sees of it.
@Suite struct QuestionWatchTests {
  typealias Modes = QuestionWatch.Modes
  typealias Group = QuestionWatch.Group

  private static let dark = Modes(isCanonical: true, echoes: false)
  private static let raw = Modes(isCanonical: false, echoes: false)
  private static let usual = Modes(isCanonical: true, echoes: true)

  private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

  private func makeWatch() -> QuestionWatch { QuestionWatch(at: at(0), Self.usual) }

  @Test(
    arguments: [
      (49, dark, .reads, false), (50, dark, .reads, true), (5000, dark, .reads, true),
      (5000, dark, .works, false),
      (5000, raw, .reads, false), (5000, usual, .reads, false),
      (5000, Modes(isCanonical: false, echoes: true), .reads, false),
    ] as [(Int64, Modes, Group, Bool)])
  func `R1 a question is dark, silent for 50 ms, and read for`(
    silence: Int64, modes: Modes, group: Group, asks: Bool
  ) {
    var watch = makeWatch()
    watch.noteOutput(at: at(1000))
    #expect(watch.look(at: at(1000 + silence), modes) { group } == asks)
  }

  @Test func `R1 processes that cannot be seen have to sleep at two looks, 100 ms apart, and for 150 ms`() {
    func asks(_ looks: [(Int64, Group)], output: Int64? = nil) -> [Bool] {
      var watch = makeWatch()
      return looks.map { time, group in
        if let output, time > output { watch.noteOutput(at: at(output)) }
        return watch.look(at: at(time), Self.dark) { group }
      }
    }
    let sleeps = Group.sleeps(isAlone: true)
    #expect(asks([(60, sleeps), (160, sleeps)]) == [false, true])
    #expect(asks([(50, sleeps), (149, sleeps), (150, sleeps)]) == [false, false, true])
    #expect(
      asks([(60, sleeps), (110, .works), (170, sleeps), (269, sleeps)]) == [false, false, false, false])
    #expect(asks([(60, sleeps), (300, sleeps)], output: 200) == [false, false])
  }

  @Test(arguments: [(false, false, false), (false, true, true), (true, false, true), (true, true, true)])
  func `R1 processes that cannot be seen ask with a prompt, or as a set-user-ID program alone`(
    isAlone: Bool, endsAsPrompt: Bool, asks: Bool
  ) {
    var watch = makeWatch()
    let looks = [60, 200].map {
      watch.look(at: at($0), Self.dark, { .sleeps(isAlone: isAlone) }, endsAsPrompt: { endsAsPrompt })
    }
    #expect(looks == [false, asks])
  }

  @Test func `R1 a terminal that was dark from the start has no question until it was lit`() {
    var watch = QuestionWatch(at: at(0), Self.dark)
    func asks(_ time: Int64, _ modes: Modes) -> Bool { watch.look(at: at(time), modes) { .reads } }
    #expect(!asks(100, Self.dark) && !asks(200, Self.raw) && !asks(300, Self.dark))
    #expect(!asks(400, Self.usual) && asks(500, Self.dark))
  }

  @Test func `R5 a question that is answered by hand has no form, until its line ends or the echo is back`() {
    for end in ["line", "echo"] {
      var watch = makeWatch()
      watch.leaveByHand()
      watch.noteInput(at: at(100), endsLine: false)
      let stays = watch.look(at: at(1000), Self.dark) { .reads }
      #expect(!stays)
      if end == "line" { watch.noteInput(at: at(1100), endsLine: true) }
      if end == "echo" { _ = watch.look(at: at(1100), Self.usual) { .reads } }
      let comesBack = watch.look(at: at(1200), Self.dark) { .reads }
      #expect(comesBack, "\(end)")
    }
  }

  @Test func `R13 raw modes are looked at thrice after input, others 20 times and later 4 times a second`() {
    var watch = makeWatch()
    watch.noteInput(at: at(1000), endsLine: false)
    func next(_ time: Int64, _ modes: Modes) -> Int64? {
      watch.nextLook(after: at(time), modes).map { ($0 - at(time)).wholeNanoseconds / 1_000_000 }
    }
    #expect([1000, 1050, 1250].map { next($0, Self.raw) } == [50, 200, 750])
    #expect(next(2000, Self.raw) == nil)
    for modes in [Self.dark, Self.usual] {
      #expect([1000, 2999, 3000, 100_000].map { next($0, modes) } == [50, 50, 250, 250])
    }
  }
}

/// What is done about a program that asks on after ^C.
@Suite struct InterruptionTests {
  private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

  private static let steps: [(String, Bool, [Interruption.Step?])] = [
    ("stands", true, [nil, .terminates, nil, .closes, nil]),
    ("stands", false, [nil, .terminates, nil, nil, nil]),
    ("was left", true, [nil, nil, nil, nil, nil]),
    ("is of others", true, [nil, nil, nil, nil, nil]),
    ("was asked anew", true, [nil, nil, nil, nil, nil]),
  ]

  @Test(arguments: steps)
  func `R5 after 2 seconds comes SIGTERM, and after 2 more the end, while the same question stands`(
    question: String, canClose: Bool, steps: [Interruption.Step?]
  ) {
    var interruption = Interruption()
    #expect(!interruption.hasCome)
    interruption.begin(of: 7, canClose: canClose, total: 40, at: at(0))
    #expect(interruption.hasCome && interruption.due == at(2000))
    let found = [1999, 2000, 3999, 4000, 9000].map { time in
      interruption.step(
        at: at(time), group: question == "is of others" ? 8 : 7, isByHand: question != "was left",
        total: question == "was asked anew" ? 41 : 40, hasLine: true)
    }
    #expect(found == steps && interruption.due == nil)
  }

  @Test func `R5 output that leaves no prompt, and ^C in a line, change nothing`() {
    var interruption = Interruption()
    interruption.hasCome = true
    #expect(interruption.hasCome && interruption.due == nil)
    interruption.begin(of: 7, canClose: true, total: 40, at: at(0))
    let step = interruption.step(at: at(2000), group: 7, isByHand: true, total: 50, hasLine: false)
    #expect(step == .terminates)
  }
}

/// What is typed for an answer, on a real pseudo-terminal.
@Suite struct AnswerLineTests {
  /// A terminal without echo, in these modes.
  private func terminal(_ change: (inout termios) -> Void) throws -> (
    own: Int32, other: Int32, modes: termios
  ) {
    // TIOCSPTLCK and TIOCGPTPEER, which Glibc does not name.
    let own = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var isLocked: Int32 = 0
    _ = unsafe ioctl(own, 0x4004_5431, &isLocked)
    let other = ioctl(own, 0x5441, O_RDWR | O_NOCTTY | O_NONBLOCK)
    #expect(own >= 0 && other >= 0)
    var modes = termios()
    _ = unsafe tcgetattr(other, &modes)
    modes.c_lflag &= ~tcflag_t(ECHO)
    change(&modes)
    _ = unsafe tcsetattr(other, TCSANOW, &modes)
    return (own, other, modes)
  }

  /// What a program reads if `text` is its answer.
  private func read(_ text: [UInt8], _ change: (inout termios) -> Void = { _ in }) throws -> [UInt8] {
    let (own, other, modes) = try terminal(change)
    defer {
      close(own)
      close(other)
    }
    let line = try AnswerLine.encode(text.span, for: modes, locking: .ifPossible)
    let count = line.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { unsafe write(own, $0.baseAddress, $0.count) }
    }
    #expect(count == line.count)
    var ready = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&ready, 1, 5000)
    var bytes = [UInt8](repeating: 0, count: 8192)
    return Array(bytes[..<max(0, unsafe Glibc.read(other, &bytes, bytes.count))])
  }

  @Test(arguments: (1...31) + [127]) func `R4 a control arrives as a character of the answer`(control: UInt8)
    throws
  {
    let text: [UInt8] = [0x61, control, 0x62, control]
    #expect(try read(text) == text + [0x0A])
    // Without signals, as getpass has it.
    #expect(try read(text) { $0.c_lflag &= ~tcflag_t(ISIG) } == text + [0x0A])
  }

  @Test func `R4 so does a character that somebody has made a control`() throws {
    let text = Array("a#b@é".utf8)
    let read = try read(text) {
      unsafe withUnsafeMutableBytes(of: &$0.c_cc) {
        (unsafe $0[Int(VERASE)], unsafe $0[Int(VKILL)], unsafe $0[Int(VEOL)]) = (0x23, 0x40, 0xC3)
      }
    }
    #expect(read == text + [0x0A])
  }

  @Test func `R4 where nothing can be quoted, a control is refused, and other texts go`() throws {
    func without(_ modes: inout termios) { modes.c_lflag &= ~tcflag_t(IEXTEN) }
    #expect(try read(Array("plain é".utf8), without) == Array("plain é\n".utf8))
    #expect(throws: AnswerLine.Problem.unsendable) { try read([0x61, 0x04], without) }
    #expect(throws: AnswerLine.Problem.unsendable) {
      try read([0xC3, 0xA9]) { $0.c_iflag |= tcflag_t(ISTRIP) }
    }
  }

  @Test func `R4 an answer has 4094 bytes at most`() throws {
    let longest = [UInt8](repeating: 0x61, count: 4094)
    #expect(try read(longest) == longest + [0x0A])
    #expect(throws: AnswerLine.Problem.tooLong) { try read(longest + [0x61]) }
  }
}

/// Who asks, and what is known of it.
@Suite struct ProgramTableTests {
  private func asker(_ path: String, _ arguments: String = "") -> Asker {
    var asker = Asker()
    asker.trustedPath = path
    asker.arguments = ["x"] + arguments.split(separator: " ").map(String.init)
    asker.folder = "/dev/"
    return asker
  }

  private let table = ProgramTable(site: ConfigurationFile(folder: "/nonexistent"))

  @Test(
    arguments: [
      ("/usr/sbin/cryptsetup", "luksFormat disk", "Enter passphrase for disk: ", "luks"),
      ("/usr/sbin/cryptsetup", "open disk x", "Enter passphrase for disk: ", nil),
      ("/usr/sbin/cryptsetup", "luksChangeKey disk", "Enter passphrase to be changed: ", nil),
      ("/usr/sbin/cryptsetup", "luksChangeKey disk", "Enter new passphrase: ", "luks"),
      ("/usr/bin/zip", "-re a.zip a", "Enter password: ", "level"),
      ("/usr/bin/zip", "-r a.zip a", "Enter password: ", nil),
      ("/usr/bin/zip", "a.zip e", "Enter password: ", nil),
      ("/usr/bin/openssl", "enc -d -in a", "enter AES-256-CBC decryption password:", nil),
      ("/usr/bin/openssl", "enc -in a", "enter AES-256-CBC encryption password:", "level"),
      ("/usr/bin/htpasswd", "users bob", "New password: ", "nist"),
      ("/usr/bin/age", "-d a", "Enter passphrase: ", nil), ("/usr/bin/other", "", "New password: ", nil),
      ("/usr/bin/ccrypt", "a", "Enter encryption key: ", "level"),
      ("/usr/bin/ccrypt", "a", "Enter decryption key: ", nil),
      ("/usr/bin/ccrypt", "-x a", "Enter old key: ", nil),
      ("/usr/bin/ccrypt", "-x a", "Enter new key: ", "level"),
      ("/usr/bin/duplicity", "full a file:///b", "GnuPG passphrase for decryption: ", "level"),
      ("/usr/bin/duplicity", "restore file:///b a", "GnuPG passphrase for decryption: ", nil),
      ("/usr/lib/jvm/j/bin/keytool", "-keypasswd", "New key password for <a>: ", "level"),
      ("/usr/lib/jvm/j/bin/keytool", "-keystore /nosuch", "Enter keystore password:  ", "level"),
      ("/usr/lib/jvm/j/bin/keytool", "-keystore nosuch", "Enter keystore password:  ", "level"),
      ("/usr/lib/jvm/j/bin/keytool", "-keystore null", "Enter keystore password:  ", nil),
      ("/usr/lib/jvm/j/bin/keytool", "-keystore /dev/null", "Enter keystore password:  ", nil),
      ("/usr/lib/jvm/j/bin/keytool", "-keystore /dev/null/a", "Enter keystore password:  ", nil),
      ("/usr/lib/jvm/j/bin/keytool", "-list -keystore", "Enter keystore password:  ", nil),
    ] as [(String, String, String, String?)])
  func `R6 a program is known by its path, its arguments and its question`(
    path: String, arguments: String, prompt: String, policy: String?
  ) {
    #expect(table.row(for: asker(path, arguments), PromptLine(prompt))?.policy.rawValue == policy)
    var other = asker(path, arguments)
    other.trustedPath = nil
    #expect(table.row(for: other, PromptLine(prompt)) == nil)
  }

  @Test(
    arguments: [
      ("gocryptfs", "-passwd a", ["Decrypting", "Please enter your new password.", "Password: "], 1),
      ("gocryptfs", "-passwd a", ["Password: "], nil),
      ("gocryptfs", "-init a", ["Choose a password for protecting your files.", "Password: "], 1),
      ("rclone", "config", ["Enter NEW configuration password:", "password:"], 0),
      ("rclone", "config", ["Enter configuration password:", "password:"], nil),
      (
        "rclone", "config",
        ["Enter NEW configuration password:", "Confirm NEW configuration password:", "password:"], nil
      ), ("scrypt", "enc a", ["Passwords mismatch, please try again", "Please enter passphrase: "], 1),
      ("scrypt", "enc a", ["Please enter passphrase: ", "Please confirm passphrase: "], nil),
    ] as [(String, String, [String], Int?)])
  func `R6 the words of a question may stand above a prompt that is the same for all`(
    program: String, arguments: String, lines: [String], line: Int?
  ) {
    #expect(
      table.row(for: asker("/usr/bin/\(program)", arguments), lines: lines.compactMap { PromptLine($0) })?
        .line == line)
  }

  @Test func `R6 every row is read, and the list has the rows in a form that can be read again`() {
    #expect(table.rows.count == ProgramTable.known.split(separator: "\n").count)
    let lines = table.listing.split(separator: "\n").dropFirst()
    #expect(lines.compactMap(ProgramTable.Row.init) == table.rows)
  }

  @Test func `R6 a file of the place adds rows that win, unless others can write to it`() {
    let folder = TemporaryFolder()
    _ = folder.write("# ours\n\nzip - once nist none Kennwort\nnonsense\n", to: "programs")
    let own = ProgramTable(site: ConfigurationFile(folder: folder.path, name: "programs"))
    let row = own.row(for: asker("/usr/bin/zip", ""), PromptLine("Kennwort: "))
    #expect(row?.isRepeated == false && row?.policy == .nist && row?.empty == .nothing)
    #expect(own.remarks.count == 1 && own.remarks[0].contains("line 4"))
    _ = unsafe chmod(folder.path + "/programs", 0o666)
    let open = ProgramTable(site: ConfigurationFile(folder: folder.path, name: "programs"))
    #expect(open.rows == table.rows && open.remarks.count == 1)
  }

  @Test func `R6 a path is trusted if root alone can change it`() {
    #expect(Asker.onlyRootCanWrite("/usr/bin/env"))
    let folder = TemporaryFolder()
    let program = folder.write("", to: "zip")
    #expect(!Asker.onlyRootCanWrite(program) && !Asker.onlyRootCanWrite("/usr/bin/nosuch"))
  }

  @Test(
    arguments: [
      ("Password: ", "Retype password: ", true), ("enter key:", "Verifying - enter key:", true),
      ("Passwort: ", "Noch Kennwort: ", false), ("Passwort: ", "Neues Passwort: ", true),
      ("Password: ", "Password: ", false), ("Old: ", "New: ", false), ("P: ", "Enter same again: ", true),
      ("", "x", false), ("Password: ", "New Password: ", false),
      ("Passphrase: ", "wrong, try again: ", false),
      ("Password: ", "Password (one more time): ", true),
    ])
  func `R7 a repetition has a word of repeating, or the first question in it`(
    first: String, second: String, isRepetition: Bool
  ) throws {
    func question(_ prompt: String, process: Int32 = 1, at time: Int64 = 0, _ lines: [String] = [])
      -> Question
    {
      var reader = ww_reader()
      reader.process = process
      return Question(
        line: PromptLine(prompt), before: lines.compactMap { PromptLine($0) }, asker: Asker(), row: nil,
        reader: Reader(reader, group: 1), time: Instant(nanoseconds: time * 1_000_000))
    }
    let last = LastAnswer(
      question(first), try SecretBuffer(capacity: 1, locking: .ifPossible), at: question(first).time)
    #expect(question(second).repeats(last) == isRepetition)
    #expect(question(second, at: 999).repeats(last) == isRepetition)
    for other in [question(second, ["something"]), question(second, process: 2), question(second, at: 1000)] {
      #expect(!other.repeats(last))
    }
    var above = question(first)
    above.isAskedAbove = true
    let lastAbove = LastAnswer(
      above, try SecretBuffer(capacity: 1, locking: .ifPossible), at: above.time)
    for (lines, isRepetition) in [(["Confirm it:"], true), (["Saved"], false), (["Again", "Again"], false)] {
      #expect(question(first, lines).repeats(lastAbove) == isRepetition)
      #expect(!question(first, lines).repeats(last))
    }
  }
}
