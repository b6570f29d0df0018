import TestSupport
import Testing
import WatchwordMessages
import WatchwordStrength

/// The rule for the password of an account: point C4.
@Suite struct AccountPolicyTests {
  /// The policy without its least level, with which short texts show all the rest.
  private let policy = Policy.account(minimumLevel: .weak)

  private func message(of text: String) -> String? {
    policy.verdict(on: text).firstFailure.map { policy.rules[$0].message.text }
  }

  private static let tooShort = "The password must have at least 8 characters."
  private static let tooSimple =
    "The password must contain numbers, uppercase, lowercase and special characters."

  @Test(
    arguments: [
      ("Abcde1!", tooShort), ("a", tooShort), ("Åbcde1!", tooShort),
      ("Abcdef1!", nil), ("Abcdef1! with spaces", nil), (String(repeating: "Aa1!", count: 250), nil),
      ("abcdef1!", tooSimple), ("ABCDEF1!", tooSimple), ("Abcdefg!", tooSimple), ("Abcdefg1", tooSimple),
      ("Äbcdef1!", tooSimple), ("Abcdef١!", tooSimple), ("Abcdef1é", tooSimple), ("Abcdef1½", tooSimple),
      ("Abcdef1@", nil), ("Abcdef1#", nil), ("Abcdef1$", nil), ("Abcdef1&", nil), ("Abcdef1*", nil),
      ("Abcdef1.", nil), ("Abcdef1€", nil),
    ] as [(String, String?)])
  func `C4 a password needs its length first and then all four classes`(_ text: String, expected: String?) {
    #expect(message(of: text) == expected)
  }

  @Test func `C4 the labels of the panel are word for word`() {
    #expect(
      Policy.account().criteria.map(\.label) == [
        "8 characters or more", "uppercase letter (A-Z)", "lowercase letter (a-z)", "digit (0-9)",
        "special character (e.g. !@#$%^)", "hard to guess",
      ])
    #expect(policy.groups.allSatisfy { $0.heading == nil })
  }

  @Test func `C4 each criterion is met by itself`() {
    let met = ["12345678", "A", "a", "1", "&"].map { text in (0..<5).filter(policy.verdict(on: text).isMet) }
    #expect(met == [[0, 3], [1], [2], [3], [4]])
  }

  @Test func `C4 where only the level is missing the error asks for a stronger password`() {
    let policy = Policy.account(minimumLevel: .strong)
    #expect(policy.rules.last?.message.text == "Choose a stronger password.")
    #expect(
      policy.verdict(on: "Abcdef1!", meter: FixedMeter(answer: .medium)).firstFailure == policy.rules.count
        - 1)
    #expect(policy.verdict(on: "Abcdef1!", meter: FixedMeter(answer: .strong)).firstFailure == nil)
  }

  @Test func `A8 where no form says it before, an empty password is asked for`() {
    let policy = Policy.account()
    #expect(
      policy.verdict(on: "").firstFailure.map { policy.rules[$0].message.text } == "Enter your password.")
  }
}
