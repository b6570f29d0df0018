import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// `watchword passwd` with the real passwd and the real PAM of Debian 12.
@Suite(.machine(.root, .mountNamespace))
struct PasswdTests {
  private static let unix = "password required pam_unix.so yescrypt"
  private static let obscure = "password required pam_unix.so obscure yescrypt"
  private static let history =
    "password required pam_pwhistory.so remember=5\npassword required pam_unix.so use_authtok yescrypt"
  private static let new = "Kv7mQzR2pX"

  /// An action of the user, and what is on the screen after it.
  private enum Act {
    case old(String)
    /// The new password twice, and Return.
    case new(String)
    /// A text added to the new password, and the whole of it as its repetition.
    case mend(String, whole: String)
    case sees(String)
    case cancels
  }

  private func play(_ acts: [Act], on terminal: TerminalEmulator) {
    terminal.expect("New password again")
    terminal.settle()
    for act in acts {
      switch act {
      case .old(let text):
        terminal.press(.control("u"))
        terminal.type(text)
        terminal.press(.tab)
      case .new(let text), .mend(let text, _):
        // Keys are refused while passwd is asked.
        terminal.wait("the new password is asked for") {
          terminal.shows("┏━ New password ━") && !terminal.shows("Checking…")
        }
        terminal.settle()
        terminal.type(text)
        terminal.press(.tab)
        if case .mend(_, let whole) = act { terminal.type(whole) } else { terminal.type(text) }
        terminal.press(.enter)
      case .sees(let text): terminal.expect(text)
      case .cancels: terminal.press(.escape)
      }
    }
  }

  /// Plays `acts`, and expects the status and the account's password.
  private func play(
    pam: String, ages: String = "::99999:7:::", preparation: String = "", arguments: [String] = [],
    asRoot: Bool = false, _ acts: [Act], status: Int32, holds password: String = new,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let system = try AccountSystem(pam: pam, ages: ages, preparation: preparation)
    let terminal = try system.open(arguments, asRoot: asRoot)
    play(acts, on: terminal)
    terminal.expectExit(status, sourceLocation: sourceLocation)
    #expect(terminal.outputText == "", sourceLocation: sourceLocation)
    #expect(try system.holds(password), sourceLocation: sourceLocation)
  }

  private static let wrong = "The old password is not right."

  @Test func `P1 P2 pam_unix: wrong, right, changed`() throws {
    try play(
      pam: Self.unix,
      [.old("wrong"), .sees("Checking…"), .sees(Self.wrong), .old(AccountSystem.old), .new(Self.new)],
      status: 0)
  }

  @Test func `P3 without pam_pwquality the rule is login, and the form says what the system has besides`()
    throws
  {
    let system = "The system also has its own rules, and the final say."
    for (pam, isOther) in [(Self.unix, false), (Self.history, true)] {
      let machine = try AccountSystem(pam: pam)
      defer { withExtendedLifetime(machine) {} }
      let terminal = try machine.open()
      play([.old(AccountSystem.old), .sees("8 characters or more (spaces are welcome)")], on: terminal)
      #expect(terminal.shows(system) == isOther)
      #expect(terminal.shows("not a commonly used password") && !terminal.shows("3 of these 4"))
      terminal.press(.escape)
      terminal.expectExit(1)
    }
  }

  @Test(.programs("pam_pwquality"))
  func `P2 P3 pam_pwquality gives the rules, and the user can correct what else it refuses`() throws {
    let pam =
      "password requisite \(AccountSystem.pwquality) retry=3 minlen=11\n"
      + "password required pam_unix.so use_authtok yescrypt"
    try play(
      pam: pam, [.old(AccountSystem.old), .sees("11 characters"), .cancels], status: 1,
      holds: AccountSystem.old)
    try play(
      pam: pam, arguments: ["--policy", "account"],
      [
        .old(AccountSystem.old), .new("Kv7#mQz!"), .sees("Choose a longer password."),
        .mend("xW3$", whole: "Kv7#mQz!xW3$"),
      ],
      status: 0,
      holds: "Kv7#mQz!xW3$")
  }

  @Test func `a password that the account had already, which pam_pwhistory refuses, was not set`() throws {
    try play(
      pam: "password required pam_pwhistory.so remember=5 enforce_for_root\n\(Self.unix) use_authtok",
      preparation:
        "echo \"ann:4242:1:$(perl -e 'print crypt(q(\(AccountSystem.old)), q($6$rounds=1000$saltsalt))')\""
        + " >/etc/security/opasswd",
      arguments: ["--min-strength", "weak", "ann"], asRoot: true,
      [.new(AccountSystem.old), .sees("This password was used before."), .cancels], status: 10,
      holds: AccountSystem.old)
  }

  @Test func `U7 with --expire the account has to choose another password at its next login`() throws {
    for (arguments, day) in [([String](), AccountSystem.today), (["--expire"], 0)] {
      let system = try AccountSystem(pam: Self.unix)
      let terminal = try system.open(arguments + ["ann"], asRoot: true)
      play([.new(Self.new)], on: terminal)
      terminal.expectExit(0)
      #expect(try system.holds(Self.new))
      #expect(system.lastChange() == day)
    }
  }

  @Test func `U7 only root can have a password expire`() throws {
    let system = try AccountSystem(pam: Self.unix)
    let terminal = try system.open(["--expire", "ann"])
    terminal.expectExit(2)
    #expect(terminal.errorText == "watchword: option '--expire' is only for root\n")
    withExtendedLifetime(system) {}
  }

  @Test func `I1 line by line: wrong, right, refused, changed`() throws {
    let system = try AccountSystem(pam: Self.obscure)
    let talk = try system.open(["--plain", "--policy", "pin"])
    for (question, answer) in [
      ("Old password:", "wrong"), ("The old password is not right.", AccountSystem.old),
      ("New password:", "1234"), ("New password again:", "1234"),
      ("Choose a longer password.", "98765432"), ("Accepted: weak, 8 characters.", "98765432"),
    ] {
      talk.expect(question)
      talk.settle()
      talk.type("\(answer)\n")
    }
    talk.expectExit(0)
    #expect(try system.holds("98765432"))
  }

  @Test func `P2 an expired password can be changed`() throws {
    try play(
      pam: Self.unix, ages: "\(AccountSystem.today - 10):0:5:7:::",
      [.old(AccountSystem.old), .new(Self.new)],
      status: 0)
  }

  @Test func `P5 killed at five points, the program says what the shadow file holds`() throws {
    let system = try AccountSystem(
      pam: Self.unix + "\npassword optional pam_exec.so /bin/sleep 20", preparation: AccountSystem.lock)
    let terminal = try system.open()
    terminal.expect("New password again")
    try system.signalPasswd(of: terminal)
    play([.old(AccountSystem.old)], on: terminal)
    terminal.wait("the old password is right") { terminal.activeField == 1 }
    try system.signalPasswd(of: terminal)
    play([.new(Self.new), .sees("Checking…")], on: terminal)
    terminal.wait("passwd has it") { system.isLockAwaited }
    try system.signalPasswd(of: terminal)
    terminal.expect("Your password was not changed.")
    #expect(try system.holds(AccountSystem.old))
    system.unlock()
    terminal.press(.enter)
    terminal.wait("it is changed") { (try? system.holds(Self.new)) == true }
    try system.signalPasswd(of: terminal)
    terminal.expectExit(0)
    #expect(terminal.errorText.contains("Password changed."))
  }

  /// What ends or disturbs a form.
  enum Disturbance: CaseIterable {
    case escape, interrupt, timeLimit, hangUp, terminate, resize

    /// Whether the screen is left at once, with a line that says why the program goes on.
    var leaves: Bool { ![.terminate, .resize].contains(self) }
    var fate: TerminalEmulator.Fate {
      switch self {
      case .hangUp: .killed(by: SIGHUP)
      case .terminate: .killed(by: SIGTERM)
      case .escape, .interrupt, .timeLimit, .resize: .exited(0)
      }
    }
  }

  @Test(arguments: Disturbance.allCases)
  func `P5 while passwd waits for the lock of the shadow file nothing ends it`(
    _ disturbance: Disturbance
  ) throws {
    let system = try AccountSystem(pam: Self.unix, preparation: AccountSystem.lock)
    let isTimed = disturbance == .timeLimit
    let terminal = try system.open(isTimed ? ["--timeout", "8"] : [])
    if isTimed {
      // While it counts down, the program never sleeps for good.
      terminal.expect("New password again")
      terminal.type(AccountSystem.old)
      terminal.press(.tab)
      terminal.wait("the old password is right") { terminal.activeField == 1 }
      terminal.type("\(Self.new)\t\(Self.new)\r")
    } else {
      play([.old(AccountSystem.old), .new(Self.new)], on: terminal)
    }
    terminal.wait("passwd has it") { system.isLockAwaited }
    switch disturbance {
    case .escape: terminal.press(.escape)
    case .interrupt: terminal.press(.control("c"))
    case .timeLimit: break
    case .hangUp: terminal.hangUp()
    case .terminate: terminal.signal(SIGTERM)
    case .resize:
      terminal.resize(40, 12)
      terminal.expect("Checking…")
    }
    if disturbance.leaves {
      terminal.wait("it says so") { terminal.errorText.contains("passwd is changing the password") }
    }
    #expect(try system.holds(AccountSystem.old))
    system.unlock()
    terminal.expect(disturbance.fate)
    #expect(try system.holds(Self.new))
  }

  @Test func `P5 where the disk is full passwd says so, and the old password stays`() throws {
    let system = try AccountSystem(pam: Self.unix, preparation: AccountSystem.fullDisk)
    let terminal = try system.open()
    play(
      [
        .old(AccountSystem.old), .new(Self.new), .sees("Authentication token manipulation error"),
      ], on: terminal)
    #expect(try system.holds(AccountSystem.old, for: terminal))
    terminal.press(.escape)
    terminal.expectExit(10)
  }

  @Test(arguments: [
    (unix, "Authentication token lock busy"),
    // Debian's own: the second module's error hides that of the first.
    (
      "password [success=1 default=ignore] pam_unix.so obscure yescrypt\npassword requisite pam_deny.so\n"
        + "password required pam_permit.so",
      "Authentication token manipulation error"
    ),
  ]) func `P5 where nothing can be written passwd's own line ends the form at the second time`(
    pam: String, line: String
  ) throws {
    let system = try AccountSystem(pam: pam, preparation: "mount -o remount,bind,ro /etc")
    let terminal = try system.open()
    play(
      [
        .old(AccountSystem.old), .new(Self.new), .sees(line),
        .mend("a", whole: Self.new + "a"),
      ], on: terminal)
    terminal.expectExit(10)
    #expect(terminal.errorText.hasSuffix("watchword: \(line)\n"))
    #expect(try system.holds(AccountSystem.old))
  }

  @Test(arguments: [
    ("cp /usr/bin/passwd /etc/p; chmod 755 /etc/p; mount --bind /etc/p /usr/bin/passwd", false, powerless),
    ("mount --bind /usr/bin /usr/bin; mount -o remount,bind,nosuid /usr/bin", false, powerless),
    ("alias exec='exec setpriv --no-new-privs '", false, powerless),
    ("mkdir /etc/p; mount --bind /etc/p /usr/bin", true, "No such file or directory"),
  ]) func `P5 a passwd that is missing or would have no rights is told before the form`(
    _ preparation: String, asRoot: Bool, _ line: String
  ) throws {
    let system = try AccountSystem(pam: Self.unix, preparation: preparation)
    let terminal = try system.open(asRoot: asRoot)
    terminal.expectExit(126)
    #expect(terminal.errorText.contains(line) && !terminal.isAlternateScreen, "\(terminal.errorText)")
    #expect(try system.holds(AccountSystem.old))
  }

  /// A passwd whose words about the account are not true: modules of PAM, or a stand-in for passwd.
  struct Lie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var pam = PasswdTests.unix
    var preparation = ""
    var status: Int32 = 0
    /// What the program says, and whether the account has the new password.
    var told = "Password changed."
    var changes = true
    /// Whether root is lied to as well.
    var isForRoot = false
    var asksForOld = true
    /// The module that has to be unpacked, see packaging/needs.
    var module: String?
  }

  private static let partly = "on this machine was changed, but: "
  private static let again = "\(unix)\npassword required \(AccountSystem.again ?? "")"
  private static let lies = [
    Lie(
      testDescription: "pam_exec fails after pam_unix",
      pam: "\(unix)\npassword required pam_exec.so quiet /bin/false",
      status: 8, told: partly + "System error", isForRoot: true),
    Lie(
      testDescription: "pam_exec fails after pam_unix, and says so",
      pam: "\(unix)\npassword required pam_exec.so stdout /bin/false", status: 8,
      told: partly + "/bin/false failed: exit code 1"),
    Lie(testDescription: "a module asks in the same words", pam: again, isForRoot: true),
    Lie(
      testDescription: "a module asks in the same words after a line", pam: "\(again) Say_it_once_more.",
      told: "passwd says: Say it once more."),
    Lie(
      testDescription: "pam_pwhistory and pam_permit change nothing",
      pam: "password required pam_pwhistory.so remember=3\npassword required pam_permit.so", status: 1,
      told: "",
      changes: false, isForRoot: true, asksForOld: false),
    Lie(
      testDescription: "pam_passwdqc and pam_permit change nothing",
      pam: "password required \(AccountSystem.passwdqc) ask_oldauthtok enforce=none\n"
        + "password required pam_permit.so", status: 1, told: "", changes: false, module: "pam_passwdqc"),
  ]

  @Test(arguments: lies, [(false, false), (true, false), (false, true), (true, true)])
  func `P5 what the account holds is said, in the form and in line mode, to the user and to root`(
    _ lie: Lie, _ mode: (isPlain: Bool, isRoot: Bool)
  ) throws {
    guard !mode.isRoot || lie.isForRoot else { return }
    if mode.isRoot { try Needs.programs("sudo") }
    if let name = lie.module { try Needs.programs(name) }
    let asksForOld = !mode.isRoot && lie.asksForOld
    let unchanged = mode.isRoot ? "The password of ann was not changed." : "Your password was not changed."
    let system = try AccountSystem(pam: lie.pam, preparation: lie.preparation)
    let terminal = try system.open(
      (mode.isRoot ? ["ann"] : []) + (mode.isPlain ? ["--plain"] : []), asRoot: mode.isRoot,
      bySudo: mode.isRoot)
    if mode.isPlain {
      let talk = Talk(on: terminal)
      if asksForOld { talk.answer("Old password:", AccountSystem.old) }
      talk.answer("New password:", Self.new)
      talk.answer("New password again:", Self.new)
      if !lie.changes {
        talk.expect("New password:")
        #expect(talk.text.contains(unchanged))
        talk.send("\u{3}")
      }
    } else {
      let refusal = [Act.sees(unchanged), .cancels]
      play(
        (asksForOld ? [.old(AccountSystem.old)] : []) + [.new(Self.new)] + (lie.changes ? [] : refusal),
        on: terminal)
    }
    terminal.expect(lie.changes || !mode.isPlain ? .exited(lie.status) : .killed(by: SIGINT))
    let told = mode.isRoot && lie.told == "Password changed." ? "The password of ann was changed." : lie.told
    // Without a terminal for it, the usual ending is not printed.
    if lie.status != 0 || lie.told != "Password changed." {
      #expect(terminal.errorText.contains(told), "\(terminal.errorText)")
    }
    #expect(try system.holds(lie.changes ? Self.new : AccountSystem.old))
  }

  /// Leaves the form while passwd asks for a code after the new password.
  private func leave(
    _ arguments: [String] = [], changes: Bool, by leave: (TerminalEmulator) -> Void,
    fate: TerminalEmulator.Fate, told: String
  ) throws {
    let system = try AccountSystem(
      pam: Self.unix,
      preparation: AccountSystem.passwd("old; twice; \(changes ? "store" : ":"); ask 'Code: '; exit 1"))
    let terminal = try system.open(arguments)
    play([.old(AccountSystem.old), .new(Self.new), .sees("Code")], on: terminal)
    leave(terminal)
    terminal.expect(fate)
    #expect(terminal.errorText.hasPrefix(told), "\(terminal.errorText)")
    #expect(try system.holds(changes ? Self.new : AccountSystem.old))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func `a signal ends the form where passwd asks for something more, and what the account holds is said`(
    _ number: Int32
  ) throws {
    for changes in [true, false] {
      try leave(
        changes: changes, by: { $0.signal(number) }, fate: .killed(by: number),
        told: changes ? "Password changed." : "Your password was not changed.")
    }
  }

  @Test func `where passwd asks for something more each way out has its own status`() throws {
    let told = "Your password was not changed."
    try leave(changes: false, by: { $0.press(.escape) }, fate: .exited(1), told: told)
    try leave(
      ["--cancel-status", "77"], changes: false, by: { $0.press(.escape) }, fate: .exited(77), told: told)
    try leave(changes: false, by: { $0.press(.control("c")) }, fate: .killed(by: SIGINT), told: told)
    try leave(changes: true, by: { $0.press(.escape) }, fate: .exited(0), told: "Password changed.")
  }

  @Test(.programs("pam_passwdqc"))
  func `P2 pam_passwdqc gives its reason, and no password of its own is shown`() throws {
    let pam =
      "password requisite \(AccountSystem.passwdqc) "
      + "enforce=users min=disabled,24,24,24,14\n\(Self.unix) use_authtok"
    let system = try AccountSystem(pam: pam)
    let terminal = try system.open(["--policy", "classic"])
    play([.old(AccountSystem.old), .new(Self.new), .sees("Weak password: too short.")], on: terminal)
    #expect(!terminal.shows("pick this"))
    play([.mend("-tW9.Lb4h", whole: Self.new + "-tW9.Lb4h")], on: terminal)
    terminal.expectExit(0)
    #expect(try system.holds(Self.new + "-tW9.Lb4h"))
    let root = try system.open(["ann", "--policy", "classic"], asRoot: true)
    root.expect("You can now choose the new password or passphrase.")
    #expect(!root.shows("pick this"))
    play([.new(Self.new)], on: root)
    root.expectExit(0)
    #expect(root.errorText.contains("passwd says: Weak password: too short."), "\(root.errorText)")
  }

  private static let powerless = "without the rights of root"
}
