import TestSupport
import Testing
import WatchwordBase

@testable import WatchwordStrength

/// The policy that a file of pwquality makes.
@Suite struct PWQualityPolicyTests {
  private func policy(_ text: String, name: String = "adalovelace", fullName: String = "Ada Lovelace,,,")
    throws -> Policy
  {
    var settings = PWQualitySettings()
    try settings.read(Array(text.utf8), from: "p.conf")
    return settings.policy(user: PWQualitySettings.User(name: name.utf8, fullName: fullName.utf8))
  }

  private func labels(_ text: String) throws -> [String] {
    try policy("usercheck = 0\ndictcheck = 0\n" + text).criteria.flatMap { [$0.label, $0.shortLabel] }
  }

  /// Whether the policy treats a text as the old password `secret`.
  private func isOld(_ text: String, _ policy: Policy) -> Bool {
    policy.resembles(text.utf8Span, "secret".utf8Span)
  }

  private static let noPalindrome = ["not the same backwards", "no palindrome"]

  @Test(arguments: [(4, 2), (11, 2), (12, 1), (20, 1)])
  func `H2 a length option replaces the settings' length line if it implies that line`(
    least: Int, lengths: Int
  ) throws {
    let policy = try policy("minlen = 12").applying { $0.minimumLength = least }
    #expect(policy.criteria[0].label == "\(least) characters or more")
    #expect(policy.criteria.count { $0.condition.row.name == "length" } == lengths)
    #expect(policy.verdict(on: "Kv7#mQz2xw!").firstFailure != nil)
  }

  @Test(arguments: [
    ("", ["8 characters or more", "8 or more"]), ("minlen = 5", ["6 characters or more", "6 or more"]),
    (
      "dcredit=1\nucredit=2\nlcredit=3\nocredit=1",
      [
        "8 characters or more; counted twice: up to 2 uppercase, 3 lowercase, 1 digit, 1 special",
        "8 or more (some twice)",
      ]
    ),
  ]) func `H3 the length names what counts twice`(_ text: String, _ expected: [String]) throws {
    #expect(try labels(text) == expected + Self.noPalindrome)
  }

  @Test(arguments: [
    ("dcredit=-1", ["at least 1 digit (0-9)", "0-9"]),
    ("ucredit=-2", ["at least 2 uppercase letters (A-Z)", "2 of A-Z"]),
    ("lcredit=-1", ["at least 1 lowercase letter (a-z)", "a-z"]),
    ("ocredit=-3", ["at least 3 special characters (e.g. !@#$%^)", "3 of !@#"]),
    ("minclass=3", ["at least 3 of these 4: A-Z, a-z, 0-9, special", "3 of A-Z a-z 0-9 !@#"]),
    ("minclass=4", ["all of these 4: A-Z, a-z, 0-9, special", "all of A-Z a-z 0-9 !@#"]),
    (
      "maxclassrepeat=4",
      ["at most 4 of one kind in a row (A-Z, a-z, 0-9, special)", "max 4 of a kind in a row"]
    ),
    ("maxrepeat=2", ["no character more than 2 times in a row", "no aaa"]),
    ("maxrepeat=1", ["no character twice in a row", "no aa"]),
    ("maxrepeat=-1", ["no character twice in a row", "no aa"]),
    ("maxsequence=3", ["at most 3 characters in sequence (abc, 321)", "no abcd"]),
    ("maxsequence=-1", ["no characters in sequence (ab, 21)", "no ab"]),
  ]) func `H3 a setting that is in force is a line`(_ text: String, _ expected: [String]) throws {
    #expect(try labels(text) == ["8 characters or more", "8 or more"] + expected + Self.noPalindrome)
  }

  @Test(arguments: [(2, false), (3, true)])
  func `H3 a number of kinds is no line if as many are already required`(_ least: Int, isLine: Bool)
    throws
  {
    let labels = try labels("dcredit=-1\nucredit=-2\nminclass=\(least)")
    #expect(labels.contains { $0.contains("of these 4") } == isLine)
  }

  @Test(arguments: [
    "minclass=1", "maxclassrepeat=1", "maxrepeat=0", "gecoscheck=0", "badwords=", "badwords = a bcd",
    "retry=3", "dictpath=/x", "difok=5",
  ]) func `H3 what refuses nothing is no line`(_ text: String) throws {
    #expect(try labels(text) == ["8 characters or more", "8 or more"] + Self.noPalindrome)
  }

  @Test func `H3 names and words are lines where there are any`() throws {
    let text = "gecoscheck=1\nbadwords=watch\nusersubstr=5"
    let words = ["user-name", "full-name", "forbidden", "common"]
    #expect(try policy(text).criteria.map(\.condition.row.name) == ["length", "palindrome"] + words)
    #expect(try policy(text).criteria[2].label == "without 5 characters in a row of your user name")
    #expect(try policy("").criteria[2].label == "without your user name")
    #expect(try policy("gecoscheck=1", name: "ada", fullName: "Ada").criteria.count == 3)
    #expect(
      PWQualitySettings().policy().criteria.map(\.condition.row.name) == ["length", "palindrome", "common"])
  }

  @Test func `H3 difok is a line in a form with the old password`() throws {
    for (text, label) in [
      ("difok=5", ["at least 5 changes to the old password", "5 changes to old"]),
      ("", ["not like the old password", "not like old"]),
      ("difok=-1", ["not like the old password", "not like old"]),
      ("difok=0", ["not the old password", "not old"]),
    ] {
      let criterion = try #require(policy(text).refusingOldPasswords(.english).criteria.last)
      #expect([criterion.label, criterion.shortLabel] == label && criterion.condition.row.name == "old")
    }
    let policy = try policy("difok=3").refusingOldPasswords(.english)
    #expect(isOld("secrxy", policy))
    #expect(!isOld("secxyz", policy))
    #expect(!isOld("secrxy", .classic()))
  }

  @Test func `H3 the error about a password like the old one says that it is too much like it`() throws {
    for (text, error) in [
      ("difok=5", "Choose a password that is less like the old one."),
      ("", "Choose a password that is less like the old one."),
      ("difok=0", "Choose a password that is not the old one."),
    ] {
      let policy = try policy("usercheck=0\ndictcheck=0\n" + text).refusingOldPasswords(.english)
      let verdict = policy.verdict(
        on: "Kv7##mQz2x".utf8Span, count: 10, by: Judge(meter: FixedMeter(answer: .weak)), isOld: true)
      let rule = try #require(verdict.firstFailure)
      #expect(policy.rules[rule].message.text == error)
    }
  }

  @Test func `H3 enforcing=0 refuses nothing but an empty password`() throws {
    let policy = try policy("enforcing=0\nminlen=20\ndifok=5").refusingOldPasswords(.english)
    #expect(policy.rules.map(\.cause) == [.empty])
    let verdict = policy.verdict(on: "aba")
    #expect(verdict.firstFailure == nil && !verdict.isMet(0))
  }
}
