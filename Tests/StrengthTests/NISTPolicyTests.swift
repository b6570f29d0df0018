import TestSupport
import Testing
import WatchwordStrength

/// The policies of NIST SP 800-63B-4, 3.1.1.2.
@Suite struct NISTPolicyTests {
  private static let words = FewWords(words: ["passwordpassword", "password"])
  private let judge = Judge(blocklists: [Self.words])

  @Test func `the panel of nist and nist-mfa says what it has to, in its order`() {
    #expect(
      Policy.nist().criteria.map(\.label) == [
        "15 characters or more", "not a commonly used password", "hard to guess",
      ])
    #expect(
      Policy.nistMFA().criteria.map(\.label) == [
        "8 characters or more", "not a commonly used password", "hard to guess",
      ])
  }

  /// A text, the criteria that it meets (L length, U unlisted), and the first rule that fails.
  private static let judgements: [(text: String, met: String, failure: Int?)] = [
    ("", "", 0), ("a", "U", 3), ("14 characters.", "U", 3), ("15 characters..", "LU", nil),
    ("aaaaaaaaaaaaaaa", "LU", nil), ("passwordpassword", "L", 4), ("password", "", 3),
    ("               ", "LU", nil), ("correct horse battery", "LU", nil), ("漢字仮名交じり文の長い合言葉だ", "LU", nil),
    ("👍👍👍👍👍👍👍👍👍👍👍👍👍👍", "U", 3), ("👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍", "LU", nil),
    ("twelve chars\u{301}\u{301}\u{301}", "LU", nil), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "U", 3),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦a", "LU", nil), (String(repeating: "long ", count: 800), "LU", nil),
    ("a tab\tand some more", "LU", 1), ("\u{7F}", "U", 1), ("fifteen and NEL \u{85}", "LU", 1),
    ("fifteen and NUL \0", "LU", 1), ("a space without break\u{A0}", "LU", nil),
  ]

  @Test(arguments: judgements)
  func `nist asks for 15 code points whatever they are, and for no listed password`(
    text: String, met: String, failure: Int?
  ) {
    let verdict = Policy.nist(minimumLevel: .weak).verdict(on: text, by: judge)
    #expect(verdict.met("LU") == met)
    #expect(verdict.firstFailure == failure)
  }

  @Test(
    arguments: [
      ("", "", 0), ("1234567", "U", 3), ("12345678", "LU", nil), ("password", "L", 4),
      ("Passwords", "LU", nil), ("pass word", "LU", nil), ("👨‍👩‍👧‍👦a", "LU", nil), ("👨‍👩‍👧‍👦", "U", 3),
      ("éééééééé", "LU", nil), ("e\u{301}e\u{301}e\u{301}e\u{301}", "LU", nil), ("eight\t..", "LU", 1),
    ] as [(String, String, Int?)])
  func `nist-mfa asks for 8 code points`(_ text: String, met: String, failure: Int?) {
    let verdict = Policy.nistMFA(minimumLevel: .weak).verdict(on: text, by: judge)
    #expect(verdict.met("LU") == met)
    #expect(verdict.firstFailure == failure)
  }

  @Test func `A8 every rule is judged by itself`() {
    let verdict = Policy.nist(minimumLevel: .weak).verdict(on: "password", by: judge)
    #expect((0..<5).filter(verdict.fails) == [3, 4])
    let empty = Policy.nist(minimumLevel: .weak).verdict(on: "", by: judge)
    #expect((0..<5).filter(empty.fails) == [0, 3, 4])
  }
}
