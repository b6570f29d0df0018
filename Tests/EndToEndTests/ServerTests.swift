import Glibc
import TestSupport
import Testing

/// `watchword passwd` with passwords of a real Kerberos and a real LDAP, which Tests/Servers starts.
@Suite(.serialized, .machine(.servers))
struct ServerTests {
  private static let unix = "password required pam_unix.so yescrypt"
  private static let kerberos = "password required pam_krb5.so"
  private static let ldap = "password required pam_ldap.so"
  private static let new = "umbrella-Lantern-4711"
  private static let unknown = "It is not known whether your password was changed. Try the new one first."

  private func run(_ script: String, _ arguments: String...) throws -> Completion {
    try Completion.of("sh", ["-ec", script, "sh"] + arguments)
  }

  /// Gives every account the old password, and a kadmind policy if one is named.
  private func prepare(policy: String? = nil) throws {
    let script = """
      for name in ann kim; do
        kadmin.local delprinc -force $name || :
        kadmin.local addprinc ${2:+-policy $2} -pw "$1" $name
      done
      ldappasswd -x -H ldap://127.0.0.1 -D cn=admin,dc=example,dc=org -w admin -s "$1" uid=lou,dc=example,dc=org
      """
    let done = try run(script, AccountSystem.old, policy ?? "")
    try #require(done.status == 0, "\(done)")
  }

  private func isInKerberos(_ password: String, for name: String) throws -> Bool {
    try run(#"printf '%s\n' "$1" | kinit "$2""#, password, name).status == 0
  }

  private func isInLDAP(_ password: String) throws -> Bool {
    try run(#"ldapwhoami -x -H ldap://127.0.0.1 -D uid=lou,dc=example,dc=org -w "$1""#, password).status == 0
  }

  /// Chooses `text` in the form on `terminal`.
  private func choose(_ text: String, on terminal: TerminalEmulator, after old: String? = AccountSystem.old) {
    terminal.expect("New password again")
    terminal.settle()
    if let old {
      terminal.type(old)
      terminal.press(.tab)
      terminal.wait("the old password is right") { terminal.activeField == 1 }
    }
    for key in [Keystroke.tab, .enter] {
      terminal.settle()
      terminal.type(text)
      terminal.press(key)
    }
  }

  /// Waits for a server that does not answer, longer than tests usually wait.
  private func wait(for terminal: TerminalEmulator, until condition: () -> Bool) {
    for _ in 0..<6 where !condition() {
      let end = time(nil) + 20
      terminal.wait("it is so, or time is over") { condition() || time(nil) >= end }
    }
    #expect(condition())
  }

  @Test(arguments: ["", " banner=ACME-Corp", " expose_account"], [false, true])
  func `P4 pam_krb5 asks in words of its own, and the judged field answers`(
    _ option: String, _ isPlain: Bool
  )
    throws
  {
    try prepare()
    let system = try AccountSystem(pam: Self.kerberos + option, of: .kim)
    defer { withExtendedLifetime(system) {} }
    let terminal = try system.open(isPlain ? ["--plain"] : [])
    if isPlain {
      let talk = Talk(on: terminal)
      for (question, answer) in [
        ("Old password:", AccountSystem.old), ("New password:", Self.new), ("New password again:", Self.new),
      ] { talk.answer(question, answer) }
    } else {
      choose(Self.new, on: terminal)
    }
    terminal.expectExit(0)
    #expect(try isInKerberos(Self.new, for: "kim"))
  }

  @Test func `P4 a line between two modules is no refusal, and both get the same`() throws {
    try prepare()
    let system = try AccountSystem(
      pam: "\(Self.unix)\npassword optional pam_exec.so stdout /bin/echo Synchronised with the mail server.\n"
        + Self.kerberos)
    let terminal = try system.open()
    choose(Self.new, on: terminal)
    terminal.expectExit(0)
    #expect(terminal.errorText.contains("passwd says: Synchronised with the mail server."))
    #expect(try system.holds(Self.new) && isInKerberos(Self.new, for: "ann"))
  }

  @Test func `P5 the KDC refuses after the local change`() throws {
    try prepare(policy: "strict")
    let system = try AccountSystem(pam: "\(Self.unix)\n\(Self.kerberos) use_authtok try_first_pass")
    let terminal = try system.open(["--policy", "nist", "--min-strength", "weak"])
    choose("sunflower-lantern", on: terminal)
    terminal.expectExit(8)
    let told = "Your password on this machine was changed, but: Password change rejected: "
    #expect(
      terminal.errorText.contains(told) && terminal.errorText.contains("\nPlease choose a password with"))
    #expect(try system.holds("sunflower-lantern") && isInKerberos(AccountSystem.old, for: "ann"))
  }

  @Test func `P2 the first line of kadmind is its reason, and what came of it is not known`() throws {
    try prepare(policy: "slow")
    let system = try AccountSystem(pam: Self.kerberos, of: .kim)
    defer { withExtendedLifetime(system) {} }
    let terminal = try system.open()
    choose(Self.new, on: terminal)
    terminal.expect("Password change rejected: Password cannot be changed")
    terminal.press(.escape)
    terminal.expectExit(5)
    #expect(terminal.errorText.contains(Self.unknown))
  }

  @Test func `P2 a KDC that does not answer does not make the old password a wrong one`() throws {
    try prepare()
    let system = try AccountSystem(pam: Self.kerberos, of: .kim)
    defer { withExtendedLifetime(system) {} }
    let terminal = try system.open()
    terminal.expect("New password again")
    terminal.settle()
    _ = try run("kill -STOP $(pidof krb5kdc)")
    terminal.type(AccountSystem.old)
    terminal.press(.tab)
    terminal.expect("Checking…")
    wait(for: terminal) { terminal.shows("passwd did not accept the old password") }
    _ = try run("kill -CONT $(pidof krb5kdc)")
    // The same question is asked again, although nothing was edited.
    terminal.press(.tab)
    terminal.wait("the old password is right") { terminal.activeField == 1 }
    terminal.press(.escape)
    terminal.expectExit(1)
  }

  @Test func `P5 a kadmind that does not answer leaves it unknown`() throws {
    try prepare()
    let system = try AccountSystem(pam: Self.kerberos, of: .kim)
    defer { withExtendedLifetime(system) {} }
    let terminal = try system.open()
    _ = try run("kill -STOP $(pidof kadmind)")
    choose(Self.new, on: terminal)
    wait(for: terminal) { terminal.shows("Cannot contact any KDC") }
    terminal.press(.escape)
    _ = try run("kill -CONT $(pidof kadmind)")
    terminal.expectExit(5)
    #expect(terminal.errorText.contains(Self.unknown))
  }

  @Test func `P5 an account of LDAP is changed, or refused with the server's words`() throws {
    try prepare()
    let system = try AccountSystem(pam: Self.ldap, of: .lou)
    let terminal = try system.open(["--policy", "pin"])
    choose("12345678", on: terminal)
    terminal.expect("Password fails quality checking policy")
    terminal.press(.escape)
    terminal.expectExit(5)
    #expect(terminal.errorText.contains(Self.unknown))
    let other = try system.open()
    choose(Self.new, on: other)
    other.expectExit(0)
    #expect(try isInLDAP(Self.new))
  }

  @Test func `P4 the stack that pam-auth-update makes of all modules changes an account of Kerberos`()
    throws
  {
    try prepare()
    let system = try AccountSystem(pam: "@include common-password", of: .kim)
    defer { withExtendedLifetime(system) {} }
    let terminal = try system.open()
    choose(Self.new, on: terminal)
    terminal.expectExit(0)
    #expect(try isInKerberos(Self.new, for: "kim"))
  }
}
