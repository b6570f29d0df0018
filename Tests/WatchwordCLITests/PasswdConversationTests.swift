import Testing
import WatchwordMessages
import WatchwordSecrets

@testable import WatchwordCLI

/// What is made of the questions of passwd (issue 31, 2 and 4). The conversations are recorded from Debian 12's passwd, or
/// follow the sources of its modules.
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
  ]) func `31 4 a question of Debian's modules is told by its words, and only while the echo is off`(
    _ question: String, _ kind: Kind
  ) {
    #expect(self.kind(question) == kind)
    #expect(self.kind(question, isSecret: false) == nil)
  }

  @Test(arguments: [
    "Second Factor: ", "Password + Token value: ", "Verification code: ", "Password: ", "Passcode:",
    "Enter new PIN: ", "Current one-time password: ", "New password hint: ", "New password for a friend: ",
    "Currently your password: ", "Newer password: ", "Your new password: ", "Continue? ", "code> ",
  ]) func `31 4 anything else is not answered by guessing`(_ question: String) {
    #expect(kind(question) == .other)
    #expect(kind(question, isSecret: false) == .other)
  }

  @Test(arguments: ["", " ", "Contacting the server...", "New password", "passwd"])
  func `31 4 what ends like no question is none`(_ line: String) { #expect(kind(line) == nil) }

  @Test func `31 4 a question that is the same is known again`() {
    let one = Self.prompt("New password: ")
    #expect(one == Self.prompt("New password:") && one != Self.prompt("New UNIX password:"))
  }

  enum Event: Sendable {
    case aims(PasswdConversation.Goal)
    case hears(String)
    case ends(PasswdConversation.Ending)
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
    (.hears("Changing password for ann.\r\nCurrent password: "), .stand(.ready)),
    (.aims(.check), .write(.old)),
  ]
  private static let checked = asked + [(.hears("\r\nNew password: "), .stand(.ready))]
  private static let told = checked + [(.aims(.change), .write(.new))]
  private static let repeated = told + [(.hears("\r\nRetype new password: "), .write(.again))]
  private static let updated: [(Event, PasswdConversation.Step)] = [
    (.hears("\r\npasswd: password updated successfully\r\n"), .wait), (.ends(.exited(0)), .stand(.changed)),
  ]

  static let recordings = [
    Recording("pam_unix", repeated + updated),
    Recording(
      "split at every place",
      [
        (.hears("Changing password for ann.\r\nCurr"), .wait), (.hears("ent password"), .wait),
        (.hears(": "), .stand(.ready)), (.aims(.check), .write(.old)), (.hears("\r"), .wait),
        (.hears("\nNew password:"), .stand(.ready)),
      ]),
    Recording(
      "pam_unix, a wrong old password",
      asked + [
        (.hears("\r\npasswd: Authentication failure\r\npasswd: password unchanged\r\n"), .wait),
        (.ends(.exited(10)), .stand(.ended(.exited(10), .old))),
      ]),
    Recording(
      "a module that asks for the old password once more",
      asked + [
        (.hears("\r\nTry again.\r\nCurrent password: "), .stand(.refusedOld)), (.aims(.check), .write(.old)),
        (.hears("\r\nNew password: "), .stand(.ready)),
      ]),
    Recording(
      "pam_unix with obscure, a short one and then a good one",
      repeated + [
        (.hears("\r\nYou must choose a longer password.\r\nNew password: "), .stand(.refusedNew)),
        (.aims(.change), .write(.new)), (.hears("\r\nRetype new password: "), .write(.again)),
      ] + updated),
    Recording(
      "pam_pwquality, before the retype",
      told + [
        (
          .hears("\r\nBAD PASSWORD: The password is shorter than 8 characters\r\nNew password: "),
          .stand(.refusedNew)
        ),
        (.aims(.change), .write(.new)), (.hears("\r\nRetype new password: "), .write(.again)),
      ] + updated),
    Recording(
      "pam_pwquality for root, a remark",
      [
        (.hears("New password: "), .stand(.ready)), (.aims(.change), .write(.new)),
        (
          .hears("\r\nBAD PASSWORD: The password is shorter than 8 characters\r\nRetype new password: "),
          .write(.again)
        ),
      ] + updated),
    Recording(
      "pam_pwquality, at its last attempt",
      told + [
        (.hears("\r\nBAD PASSWORD: The password is shorter than 8 characters\r\n"), .wait),
        (.ends(.exited(10)), .stand(.ended(.exited(10), .new))),
      ]),
    Recording(
      "pam_pwhistory",
      repeated + [
        (.hears("\r\nPassword has been already used. Choose another.\r\n"), .wait),
        (.ends(.exited(10)), .stand(.ended(.exited(10), .repeated))),
      ]),
    Recording(
      "minimum days",
      asked + [
        (.hears("\r\nYou must wait longer to change your password.\r\n"), .wait),
        (.ends(.exited(10)), .stand(.ended(.exited(10), .old))),
      ]),
    Recording(
      "pam_krb5 and then pam_unix",
      [
        (.hears("Current Kerberos password: "), .stand(.ready)), (.aims(.check), .write(.old)),
        (.hears("\r\n(current) UNIX password: "), .write(.old)),
        (.hears("\r\nEnter new Kerberos password: "), .stand(.ready)), (.aims(.change), .write(.new)),
        (.hears("\r\nRetype new Kerberos password: "), .write(.again)),
        (.hears("\r\nNew password: "), .write(.new)), (.hears("\r\nRetype new password: "), .write(.again)),
      ] + updated),
    Recording(
      "pam_sss with a token",
      [
        (.hears("First Factor (Current Password): "), .stand(.ready)), (.aims(.check), .write(.old)),
        (
          .hears("\r\nSecond Factor: "),
          prompt("Second Factor: ").map { .stand(.asks($0)) } ?? .wait
        ),
      ]),
    Recording(
      "killed before anything", asked + [(.ends(.signalled(9)), .stand(.ended(.signalled(9), .old)))]),
    Recording(
      "killed after the repeated password",
      repeated + [(.ends(.signalled(9)), .stand(.ended(.signalled(9), .repeated)))]),
    Recording(
      "an end without a new password", checked + [(.ends(.exited(0)), .stand(.ended(.exited(0), .old)))]),
    Recording(
      "the new one once more without a word",
      repeated + [(.hears("\r\nNew password: "), .stand(.refusedNew))]),
  ]

  @Test(arguments: recordings) func `31 2 an answer was taken or not by what is asked next`(
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

  @Test func `31 6 nothing is answered while passwd would show it`() throws {
    var tape = try PasswdTape()
    tape.expect("Current password: ", isEchoing: true, .wait)
    tape.expect(.check, .wait)
  }

  @Test func `31 1 an old password that the form has no field for is asked for`() throws {
    var tape = try PasswdTape()
    tape.expect("New password: ", .stand(.ready))
    tape.expect(.change, hasOld: false, .write(.new))
    let question = try #require(Self.prompt("Current password: "))
    tape.expect("\r\nCurrent password: ", .stand(.asks(question)))
    tape.expect(.change, .write(.old))
  }

  @Test func `31 4 the answer to another question is given once`() throws {
    var tape = try PasswdTape()
    tape.expect("Code: ", isEchoing: true, .stand(.ready))
    let question = try #require(Self.prompt("Code: ", isSecret: false))
    let step = tape.conversation.aim(at: .check, answered: [question.mark])
    #expect(step == .write(.other(question.mark)))
    tape.output.forget()
    tape.expect("Code: ", isEchoing: true, .stand(.asks(question)))
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
  ]) func `31 2 31 6 the reason is said in plain words, else as it came, made harmless, without a secret`(
    _ said: String, _ reason: String?
  ) throws {
    var tape = try PasswdTape()
    _ = tape.hear(said)
    let remark = tape.remark(hiding: "Kv7mQzR2")
    #expect(remark == reason)
  }

  @Test func `31 2 what is said of a password that is taken is kept`() throws {
    var tape = try PasswdTape()
    _ = tape.hear("New password: ")
    _ = tape.aim(at: .change)
    _ = tape.hear("\r\nBAD PASSWORD: The password is a palindrome\r\nRetype new password: ")
    let remark = tape.remark()
    #expect(remark == nil)
    let noted = tape.output.notedRemark(.english) { _ in }
    #expect(noted == "It reads the same backwards. Choose another.")
  }

  @Test func `31 5 what is written without end is counted, and its end is kept`() throws {
    var tape = try PasswdTape()
    for _ in 0..<20 { _ = tape.hear(String(repeating: "x", count: 4_000)) }
    let total = tape.output.total
    #expect(total > PasswdOutput.limit)
    tape.expect("\r\nNew password: ", .stand(.ready))
  }
}
