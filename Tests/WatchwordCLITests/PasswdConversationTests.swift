import Testing
import WatchwordBase
import WatchwordSecrets

@testable import WatchwordOptions
@testable import WatchwordServices

/// How passwd's questions are understood. The conversations are recorded from Debian 12's passwd, or follow the sources
/// of its modules.
struct PasswdConversationTests {
  typealias Kind = PasswdPrompt.Kind

  private static func prompt(_ line: String, isSecret: Bool = true) -> PasswdPrompt? {
    PasswdPrompt(line.utf8Span.span, isSecret: isSecret)
  }

  private func kind(_ line: String, isSecret: Bool = true) -> Kind? {
    Self.prompt(line, isSecret: isSecret)?.kind
  }

  @Test(arguments: [
    ("Current password: ", Kind.old), ("(current) UNIX password: ", .old),
    ("Current Kerberos password: ", .old),
    ("Current Kerberos password for ann@EXAMPLE.ORG: ", .old), ("Old Password: ", .old),
    ("(current) LDAP Password: ", .old), ("Current Password: ", .old),
    ("First Factor (Current Password): ", .old), ("New password: ", .new), ("New UNIX password: ", .new),
    ("Enter new Kerberos password: ", .new), ("Enter new UNIX password: ", .new), ("New Password: ", .new),
    ("Retype new password: ", .again), ("Retype new Kerberos password: ", .again),
    ("Retype new UNIX password: ", .again), ("Reenter new Password: ", .again),
    ("Re-enter new password: ", .again), ("Re-type new password: ", .again),
    ("New My Org password: ", .new), ("Retype new My Org password: ", .again),
    ("New ACME-2 password: ", .new),
    ("Current ACME-Corp password: ", .old), ("Enter new ACME-Corp password: ", .new),
    ("Enter new Kerberos password for kim@EXAMPLE.ORG: ", .new), ("Enter current password: ", .old),
    ("Enter new password: ", .new), ("New Password-Safe password: ", .new),
  ]) func `P4 a question of Debian's modules is told by its words, and only while the echo is off`(
    _ question: String, _ kind: Kind
  ) {
    #expect(self.kind(question) == kind)
    #expect(self.kind(question, isSecret: false) == nil)
  }

  @Test(arguments: [
    "Second Factor: ", "Password + Token value: ", "Verification code: ", "Password: ", "Passcode:",
    "Enter new PIN: ", "Re-enter PIN: ", "Current one-time password: ", "New password hint: ",
    "New password for a friend: ",
    "Currently your password: ", "Newer password: ", "Your new password: ", "Continue? ", "code> ",
  ]) func `P4 anything else is not answered by guessing`(_ question: String) {
    #expect(kind(question) == .other)
    #expect(kind(question, isSecret: false) == .other)
  }

  @Test(arguments: ["", " ", "Contacting the server...", "New password", "passwd"])
  func `P4 what ends like no question is none`(_ line: String) { #expect(kind(line) == nil) }

  @Test func `P4 a question that is the same is known again`() {
    let one = Self.prompt("New password: ")
    #expect(one == Self.prompt("New password:") && one != Self.prompt("New UNIX password:"))
  }

  enum Event: Sendable {
    case aims(PasswdConversation.Goal)
    case hears(String)
    case ends(Int32?)
  }

  struct Recording: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [(Event, PasswdConversation.Step)]
    var testDescription: String { name }

    init(_ name: String, _ steps: [(Event, PasswdConversation.Step)]) {
      (self.name, self.steps) = (name, steps)
    }
  }

  private static let asked: [(Event, PasswdConversation.Step)] = [
    (.hears("Changing password for ann.\r\nCurrent password: "), .write(.old))
  ]
  private static let checked = asked + [(.hears("\r\nNew password: "), .ready)]
  private static let told = checked + [(.aims(.change), .write(.new))]
  private static let repeated = told + [(.hears("\r\nRetype new password: "), .write(.again))]
  private static let updated: [(Event, PasswdConversation.Step)] = [
    (.hears("\r\npasswd: password updated successfully\r\n"), .wait), (.ends(0), .ended(0)),
  ]

  /// The end of what Debian's pam_passwdqc says before its question.
  private static func introduction(_ suggestion: String) -> String {
    """
    \r
    You can now choose the new password or passphrase.\r
    \r
    A passphrase should be of at least 3 words, 11 to 72 characters long, and\r
    contain enough different characters.\r
    \r
    Alternatively, if no one else can see your terminal now, you can pick this as\r
    your password: "\(suggestion)".\r
    \r
    Enter new password:
    """ + " "
  }

  static let recordings = [
    Recording("pam_unix", repeated + updated),
    Recording(
      "split at every place",
      [
        (.hears("Changing password for ann.\r\nCurr"), .wait), (.hears("ent password"), .wait),
        (.hears(": "), .write(.old)), (.hears("\r"), .wait),
        (.hears("\nNew password:"), .ready),
      ]),
    Recording(
      "pam_unix, a wrong old password",
      asked + [
        (.hears("\r\npasswd: Authentication failure\r\npasswd: password unchanged\r\n"), .wait),
        (.ends(10), .ended(10)),
      ]),
    Recording(
      "a module that asks for the old password once more",
      asked + [
        (.hears("\r\nTry again.\r\nCurrent password: "), .refusedOld), (.aims(.check), .write(.old)),
        (.hears("\r\nNew password: "), .ready),
      ]),
    Recording(
      "pam_unix with obscure, a short one and then a good one",
      repeated + [
        (.hears("\r\nYou must choose a longer password.\r\nNew password: "), .refusedNew),
        (.aims(.change), .write(.new)), (.hears("\r\nRetype new password: "), .write(.again)),
      ] + updated),
    Recording(
      "pam_pwquality, before the retype",
      told + [
        (
          .hears("\r\nBAD PASSWORD: The password is shorter than 8 characters\r\nNew password: "),
          .refusedNew
        ),
        (.aims(.change), .write(.new)), (.hears("\r\nRetype new password: "), .write(.again)),
      ] + updated),
    Recording(
      "pam_pwquality for root, a remark",
      [
        (.hears("New password: "), .ready), (.aims(.change), .write(.new)),
        (
          .hears("\r\nBAD PASSWORD: The password is shorter than 8 characters\r\nRetype new password: "),
          .write(.again)
        ),
      ] + updated),
    Recording(
      "pam_pwquality, at its last attempt",
      told + [
        (.hears("\r\nBAD PASSWORD: The password is shorter than 8 characters\r\n"), .wait),
        (.ends(10), .ended(10)),
      ]),
    Recording(
      "pam_krb5 and then pam_unix",
      [
        (.hears("Current Kerberos password: "), .write(.old)),
        (.hears("\r\n(current) UNIX password: "), .write(.old)),
        (.hears("\r\nEnter new Kerberos password: "), .ready), (.aims(.change), .write(.new)),
        (.hears("\r\nRetype new Kerberos password: "), .write(.again)),
        (.hears("\r\nNew password: "), .write(.new)), (.hears("\r\nRetype new password: "), .write(.again)),
      ] + updated),
    Recording(
      "pam_unix, pam_exec with a line and then pam_krb5",
      repeated + [
        (
          .hears("\r\nPassword synchronised with the mail server.\r\nEnter new Kerberos password: "),
          .write(.new)
        ),
        (.hears("\r\nRetype new Kerberos password: "), .write(.again)),
      ] + updated),
    Recording(
      "a module that asks in pam_unix's words",
      repeated + [
        (.hears("\r\nNew password: "), .refusedNew), (.aims(.change), .write(.new)),
        (.hears("\r\nNew password: "), .refusedNew),
      ]),
    Recording(
      "two modules that ask for the old password in the same words",
      asked + [
        (.hears("\r\nCurrent password: "), .write(.old)), (.hears("\r\nNew password: "), .ready),
      ]),
    Recording(
      "a module that asks for the old password without end",
      asked + [
        (.hears("\r\nCurrent password: "), .write(.old)),
        (.hears("\r\nCurrent password: "), .refusedOld),
      ]),
    Recording(
      "pam_passwdqc, a weak one and then a good one",
      asked + [
        (.hears(introduction("inlaid3foil!Rung")), .ready), (.aims(.change), .write(.new)),
        (
          .hears("\r\nWeak password: too short.\r\nTry again.\r\n" + introduction("Myself_Kin!Stuffy")),
          .refusedNew
        ),
        (.aims(.change), .write(.new)), (.hears("\r\nRe-type new password: "), .write(.again)),
      ] + updated),
    Recording(
      "pam_sss with a token",
      [
        (.hears("First Factor (Current Password): "), .write(.old)),
        (.hears("\r\nSecond Factor: "), .write(.other)),
      ]),
    Recording(
      "killed after the repeated password",
      repeated + [(.ends(nil), .ended(nil))]),
  ]

  @Test(arguments: recordings) func `P2 an answer was taken or not by what is asked next`(
    _ recording: Recording
  ) throws {
    var tape = try PasswdTape()
    for (number, (event, wanted)) in recording.steps.enumerated() {
      let step =
        switch event {
        case .aims(let goal): tape.aim(at: goal)
        case .hears(let text): tape.hear(text)
        case .ends(let ending): tape.conversation.take(.ended(ending))
        }
      #expect(step == wanted, "\(recording.name), \(number): \(event)")
    }
  }

  @Test func `P6 nothing is answered while passwd would show it`() throws {
    var tape = try PasswdTape()
    let heard = tape.hear("Current password: ", isEchoing: true)
    let aimed = tape.aim(at: .check, isEchoing: true)
    #expect(heard == .wait && aimed == .wait)
  }

  @Test(arguments: [
    (
      "\r\nBAD PASSWORD: The password is shorter than 8 characters\r\nNew password: ",
      "Choose a longer password."
    ),
    ("\r\nYou must choose a longer password.\r\n", "Choose a longer password."),
    (
      "\r\nBAD PASSWORD: The password fails the dictionary check - it is based on a dictionary word\r\n",
      "It is too close to a word of a dictionary. Choose another."
    ),
    (
      "\r\nPassword has been already used. Choose another.\r\npasswd: Have exhausted maximum number of retries for "
        + "service\r\npasswd: password unchanged\r\n", "This password was used before. Choose another."
    ),
    (
      "\r\npasswd: Authentication token manipulation error\r\npasswd: password unchanged\r\n",
      "Authentication token manipulation error"
    ),
    ("passwd: user 'nobodyhere' does not exist\r\n", "user 'nobodyhere' does not exist"),
    (
      "Something \u{1B}[31mred\u{1B}[0m\u{1B}]0;title\u{7} and\u{8} new\r\nNew password: ",
      "Something red and new"
    ),
    ("Changing password for ann.\r\nNew password: ", nil), ("\r\n\r\nNew password: ", nil),
    ("It quotes Kv7mQzR2 here.\r\n", ""), ("It is shorter than Kv7mQzR2\r\n", "Choose a longer password."),
  ]) func `P2 P6 the reason is said in plain words, else as it came, made harmless, without a secret`(
    _ said: String, _ reason: String?
  ) throws {
    var tape = try PasswdTape()
    _ = tape.hear(said)
    let remark = tape.remark(hiding: "Kv7mQzR2")
    #expect(remark == reason)
  }

  @Test
  func `P2 what pam_passwdqc says before its question each time is no remark, and no suggestion is shown`()
    throws
  {
    var tape = try PasswdTape()
    _ = tape.hear("Current password: ")
    _ = tape.hear(Self.introduction("inlaid3foil!Rung"))
    let first = tape.remark()
    #expect(first?.contains("inlaid") == false)
    _ = tape.aim(at: .change)
    _ = tape.hear("\r\nWeak password: too short.\r\nTry again.\r\n" + Self.introduction("Myself_Kin!Stuffy"))
    let remark = tape.remark()
    #expect(remark == "Weak password: too short.")
  }

  @Test func `P2 what is said before the first question is told in paragraphs, without a suggestion`()
    throws
  {
    var tape = try PasswdTape()
    _ = tape.hear("at least 14 characters, no names of months.\r\nHelp: https://intranet/\r\n")
    _ = tape.hear("Changing password for ann.\r\n" + Self.introduction("inlaid3foil!Rung"))
    let words = tape.output.introduction { _ in }
    #expect(
      words == """
        at least 14 characters, no names of months.
        Help: https://intranet/

        You can now choose the new password or passphrase.

        A passphrase should be of at least 3 words, 11 to 72 characters long, and contain enough different characters.
        """)
  }

  @Test func `P2 three lines of a module are three lines, as kadmind's are`() throws {
    var tape = try PasswdTape()
    _ = tape.hear(
      "\r\nPassword change rejected: Password cannot be changed because it was changed too recently.\r\n"
        + "Please wait until Tue Dec  1 13:23:46 2026 before you change it.\r\n\tSee the rules.\r\n"
        + "passwd: Authentication token manipulation error\r\npasswd: password unchanged\r\n")
    let remark = tape.remark()
    #expect(
      remark == """
        Password change rejected: Password cannot be changed because it was changed too recently.
        Please wait until Tue Dec  1 13:23:46 2026 before you change it.
        See the rules.
        """)
  }

  @Test(arguments: [
    "passwd: Cannot determine your user name.", "passwd: user 'dictionary' does not exist",
    "passwd: user 'palindrome' does not exist", "passwd: Authentication token lock busy",
  ])
  func `P2 what passwd says of the user, the rights or the lock is no remark on a password`(_ line: String)
    throws
  {
    var tape = try PasswdTape()
    _ = tape.hear(line + "\r\n")
    let (before, after) = (tape.remark(isAboutPassword: false), tape.remark())
    #expect(before == String(line.dropFirst(8)) && after == before)
  }

  @Test func `P2 before a password was told nothing is translated`() throws {
    var tape = try PasswdTape()
    _ = tape.hear("The dictionary is away.\r\n")
    let (before, after) = (tape.remark(isAboutPassword: false), tape.remark())
    #expect(before == "The dictionary is away.")
    #expect(after == "It is too close to a word of a dictionary. Choose another.")
  }

  /// The outcome, by what passwd was told, how it ended, and what the account says of the new and the old password.
  static let outcomes: [(Kind, PasswdOutcome.End, (new: Bool?, old: Bool?), PasswdOutcome)] = [
    // Nothing was told that could have become the password.
    (.other, .ended(0), (nil, nil), .unchanged), (.old, .ended(10), (nil, nil), .unchanged),
    (.old, .stopped, (nil, nil), .unchanged),
    // If passwd asks again before the repetition, the account is not asked yet.
    (.new, .asks, (nil, nil), .unchanged),
    // The account has the new one, whatever passwd says.
    (.new, .ended(0), (true, nil), .changed), (.again, .ended(0), (true, nil), .changed),
    (.new, .ended(1), (true, nil), .partlyChanged), (.again, .ended(10), (true, nil), .partlyChanged),
    (.new, .stopped, (true, nil), .changed), (.again, .stopped, (true, nil), .changed),
    (.again, .asks, (true, nil), .wanted), (.again, .asksOn, (true, nil), .partlyChanged),
    // It has the old one.
    (.new, .ended(0), (false, true), .unchanged), (.again, .ended(0), (false, true), .unchanged),
    (.again, .ended(10), (false, true), .unchanged), (.again, .stopped, (false, true), .unchanged),
    (.again, .asks, (false, true), .unchanged),
    // It cannot say. passwd is believed only that it has done its work.
    (.new, .ended(0), (nil, nil), .changed), (.again, .ended(0), (false, false), .changed),
    (.again, .ended(0), (false, nil), .changed), (.again, .ended(10), (nil, true), .unknown),
    (.again, .ended(10), (false, false), .unknown), (.again, .ended(10), (false, nil), .unknown),
    (.new, .stopped, (nil, nil), .unknown), (.again, .asks, (false, false), .unknown),
  ]

  @Test(arguments: outcomes) func `P5 the account says what came of it, and passwd only where that cannot`(
    _ told: Kind, _ end: PasswdOutcome.End, _ account: (new: Bool?, old: Bool?), _ outcome: PasswdOutcome
  ) {
    #expect(
      PasswdOutcome(told: told, end, isNew: account.new, isOld: account.old) == outcome)
  }

  /// What passwd was told and how it ended, what the account says of the new and the old password, and what is known
  /// then.
  static let changes:
    [(Kind, PasswdOutcome.End, new: Bool?, old: Bool?, told: Kind, found: Bool, unknown: Bool)] = [
      // The repetition was asked for anew: the account is not asked yet, and passwd still has the new password.
      (.new, .asks, nil, nil, .new, false, false), (.again, .asks, false, true, .other, false, false),
      (.again, .asks, true, nil, .again, true, false),
      (.again, .ended(10), false, false, .other, false, true),
      (.new, .ended(10), false, true, .other, false, false),
      (.again, .stopped, nil, nil, .again, false, false),
      (.again, .ended(0), true, nil, .again, false, false),
    ]

  @Test(arguments: changes)
  func `P5 after a refusal the next new password begins anew, unless the account has it`(
    _ kind: Kind, _ end: PasswdOutcome.End, _ new: Bool?, _ old: Bool?, _ told: Kind, _ found: Bool,
    _ unknown: Bool
  ) {
    var change = PasswdChange()
    change.note(kind)
    _ = change.settle(end, hash: nil, isNew: { new }, isOld: { old })
    #expect(change.told == told && change.isFound == found && change.isUnknown == unknown)
    #expect(change.lastStatus == (end == .ended(10) ? 10 : nil))
  }

  @Test
  func
    `P5 a hash that stayed the same says that nothing was changed, and one that is found is not asked again`()
  {
    for (before, after, outcome) in [(1, 1, PasswdOutcome.unchanged), (1, 2, .wanted)] {
      var change = PasswdChange()
      change.begin(hash: before)
      change.note(.new)
      change.begin(hash: 9)
      change.note(.again)
      let found = change.settle(.asks, hash: after, isNew: { true }, isOld: { true })
      #expect(found == outcome && change.isFound == (outcome == .wanted))
      let later = change.settle(.asksOn, hash: nil, isNew: { false }, isOld: { false })
      #expect(later == (change.isFound ? .partlyChanged : .unchanged))
    }
  }

  @Test func `P5 what is written without end is counted, and its end is kept`() throws {
    var tape = try PasswdTape()
    for _ in 0..<20 { _ = tape.hear(String(repeating: "x", count: 4_000)) }
    let total = tape.output.total
    #expect(total > PasswdOutput.limit)
    let step = tape.hear("\r\nNew password: ")
    #expect(step == .ready)
  }
}
