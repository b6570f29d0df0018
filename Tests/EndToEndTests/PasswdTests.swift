import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// `watchword passwd` with the real passwd and the real PAM of Debian 12 (issue 31).
@Suite(.enabled(if: AccountSystem.obstacle == nil, "\(AccountSystem.obstacle ?? "")"))
struct PasswdTests {
  private static let unix = "password required pam_unix.so yescrypt"
  private static let obscure = "password required pam_unix.so obscure yescrypt"
  private static let history =
    "password required pam_pwhistory.so remember=5\npassword required pam_unix.so use_authtok yescrypt"
  private static let new = "Kv7mQzR2pX"

  /// What a person does, and what then stands on the screen.
  private enum Act {
    case old(String)
    /// The new password twice, and Return.
    case new(String)
    /// Something behind the new password and its repetition.
    case mend(String)
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
      case .new(let text), .mend(let text):
        // While passwd is asked keys are refused.
        terminal.settle()
        terminal.type(text)
        terminal.press(.tab)
        terminal.type(text)
        terminal.press(.enter)
      case .sees(let text): terminal.expect(text)
      case .cancels: terminal.press(.escape)
      }
    }
  }

  /// Plays `acts`, and expects the status, and that the account has this password.
  private func play(
    pam: String, ages: String = "::99999:7:::", preparation: String = "", arguments: [String] = [],
    asRoot: Bool = false, _ acts: [Act], status: Int32, holds password: String = new, told: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let system = try AccountSystem(pam: pam, ages: ages, preparation: preparation)
    let terminal = try system.open(arguments, asRoot: asRoot)
    play(acts, on: terminal)
    terminal.expectExit(status, sourceLocation: sourceLocation)
    #expect(terminal.outputText == "", sourceLocation: sourceLocation)
    #expect(terminal.errorText.contains(told), "\(terminal.errorText)", sourceLocation: sourceLocation)
    #expect(try system.holds(password), sourceLocation: sourceLocation)
  }

  private static let wrong = "The old password is not right."
  private static let right = Act.sees("on the new password")

  @Test func `31 1 31 2 pam_unix: wrong, right, changed`() throws {
    try play(
      pam: Self.unix,
      [.old("wrong"), .sees("Checking…"), .sees(Self.wrong), .old(AccountSystem.old), .new(Self.new)],
      status: 0)
  }

  @Test func `31 2 pam_unix with obscure refuses after the retype, and it is mended`() throws {
    try play(
      pam: Self.obscure, arguments: ["--min-length", "3", "--policy", "pin"],
      [
        .old(AccountSystem.old), .new("1234"), .sees("Choose a longer password."), .mend("98765"),
      ], status: 0, holds: "123498765")
  }

  @Test func `31 2 pam_pwhistory ends passwd, which is started again`() throws {
    let lines = "$(head -c 0 /dev/null)"
    try play(
      pam: Self.history,
      preparation:
        "echo \"ann:4242:1:$(perl -e 'print crypt(q(\(Self.new)), q($6$rounds=1000$saltsalt))')\(lines)\""
        + " >/etc/security/opasswd",
      [
        .old(AccountSystem.old), .new(Self.new), .sees("This password was used before."), .mend("x"),
      ], status: 0, holds: Self.new + "x")
  }

  @Test func `31 5 after it, Esc ends with the status of passwd`() throws {
    try play(
      pam: Self.history,
      preparation: "echo \"ann:4242:1:$(perl -e 'print crypt(q(\(Self.new)), q($6$rounds=1000$saltsalt))')\""
        + " >/etc/security/opasswd",
      [.old(AccountSystem.old), .new(Self.new), .sees("This password was used before."), .cancels],
      status: 10,
      holds: AccountSystem.old)
  }

  @Test(.enabled(if: AccountSystem.pwquality != nil, "pam_pwquality cannot be fetched"))
  func `31 2 31 3 pam_pwquality gives the rules, and what it refuses besides is mended`() throws {
    let pam =
      "password requisite \(AccountSystem.pwquality ?? "") retry=3 minlen=11\n"
      + "password required pam_unix.so use_authtok yescrypt"
    try play(
      pam: pam, [.old(AccountSystem.old), .sees("11 characters"), .cancels], status: 1,
      holds: AccountSystem.old)
    try play(
      pam: pam, arguments: ["--policy", "account"],
      [.old(AccountSystem.old), .new("Kv7#mQz!"), .sees("Choose a longer password."), .mend("xW3$")],
      status: 0,
      holds: "Kv7#mQz!xW3$")
  }

  @Test(.enabled(if: AccountSystem.pwquality != nil, "pam_pwquality cannot be fetched"))
  func `31 2 what pam_pwquality says to root is a remark`() throws {
    let pam =
      "password requisite \(AccountSystem.pwquality ?? "")\npassword required pam_unix.so use_authtok yescrypt"
    try play(
      pam: pam, arguments: ["ann", "--policy", "pin"], asRoot: true, [.new("1234")], status: 0, holds: "1234",
      told: "passwd says: Choose a longer password.")
  }

  @Test func `31 1 root is asked for the new one alone`() throws {
    let system = try AccountSystem(pam: Self.unix)
    let terminal = try system.open(["ann"], asRoot: true)
    terminal.expect("Change the password of ann")
    #expect(!terminal.shows("Old password"))
    play([.new(Self.new)], on: terminal)
    terminal.expectExit(0)
    #expect(try system.holds(Self.new))
  }

  @Test func `31 7 line by line: wrong, right, refused, changed`() throws {
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

  @Test func `31 2 minimum days: passwd's own line ends the form`() throws {
    try play(
      pam: Self.unix, ages: "\(AccountSystem.today):5:99999:7:::", [.old(AccountSystem.old)], status: 10,
      holds: AccountSystem.old, told: "You must wait longer to change your password.")
  }

  @Test func `31 2 an expired password can be changed`() throws {
    try play(
      pam: Self.unix, ages: "\(AccountSystem.today - 10):0:5:7:::",
      [.old(AccountSystem.old), .new(Self.new)],
      status: 0)
  }

  @Test func `31 5 an account that has expired: passwd's own line ends the form`() throws {
    try play(
      pam: Self.unix, ages: "::99999:7::1:", [.old(AccountSystem.old)], status: 10, holds: AccountSystem.old,
      told: "account has expired")
  }

  @Test(arguments: [(["root"], "You may not view or modify"), (["nobodyhere"], "does not exist")])
  func `31 1 somebody else's password is refused before the form`(_ arguments: [String], _ line: String)
    throws
  {
    let system = try AccountSystem(pam: Self.unix)
    let terminal = try system.open(arguments)
    terminal.expectExit(2)
    #expect(terminal.errorText.contains(line) && !terminal.isAlternateScreen)
    #expect(try system.holds(AccountSystem.old))
  }

  @Test(arguments: [Keystroke.escape, .control("c")])
  func `31 5 cancelled before the new password nothing is changed`(_ key: Keystroke) throws {
    let system = try AccountSystem(pam: Self.unix)
    let terminal = try system.open()
    play([.old(AccountSystem.old)], on: terminal)
    terminal.expect("Your system has the last word")
    terminal.press(key)
    terminal.expect(key == .escape ? .exited(1) : .killed(by: SIGINT))
    #expect(try system.holds(AccountSystem.old))
  }

  @Test func `31 5 killed at five points, the program says what the shadow file holds`() throws {
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
    #expect(terminal.errorText.contains("Your password was changed."))
  }

  @Test func `31 5 killed before it reads the new password, nothing is changed`() throws {
    let system = try AccountSystem(pam: Self.unix)
    let terminal = try system.open()
    play([.old(AccountSystem.old)], on: terminal)
    terminal.wait("the old password is right") { terminal.activeField == 1 }
    try system.signalPasswd(of: terminal, "STOP")
    play([.new(Self.new), .sees("Checking…")], on: terminal)
    try system.signalPasswd(of: terminal)
    terminal.expect("passwd was ended. Nothing was changed.")
    #expect(try system.holds(AccountSystem.old))
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(try system.holds(Self.new))
  }

  /// What ends a form, or disturbs it.
  enum Disturbance: CaseIterable {
    case escape, interrupt, timeLimit, hangUp, terminate, resize

    /// Whether the screen is left at once, and says why the program goes on.
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
  func `31 5 while passwd waits for the lock of the shadow file nothing ends it`(
    _ disturbance: Disturbance
  ) throws {
    let system = try AccountSystem(pam: Self.unix, preparation: AccountSystem.lock)
    let isTimed = disturbance == .timeLimit
    let terminal = try system.open(isTimed ? ["--timeout", "8"] : [])
    if isTimed {
      // Counting down, the program never sleeps for good.
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

  @Test func `31 5 where the disk is full passwd says so, and the old password stays`() throws {
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
    ("cp /usr/bin/passwd /etc/p; chmod 755 /etc/p; mount --bind /etc/p /usr/bin/passwd", false, powerless),
    ("mount --bind /usr/bin /usr/bin; mount -o remount,bind,nosuid /usr/bin", false, powerless),
    ("alias exec='exec setpriv --no-new-privs '", false, powerless),
    ("mkdir /etc/p; mount --bind /etc/p /usr/bin", true, "No such file or directory"),
  ]) func `31 5 a passwd that is missing or would have no rights is told before the form`(
    _ preparation: String, asRoot: Bool, _ line: String
  ) throws {
    let system = try AccountSystem(pam: Self.unix, preparation: preparation)
    let terminal = try system.open(asRoot: asRoot)
    terminal.expectExit(126)
    #expect(terminal.errorText.contains(line) && !terminal.isAlternateScreen, "\(terminal.errorText)")
    #expect(try system.holds(AccountSystem.old))
  }

  private static let powerless = "without the rights of root"
}
