import TestSupport
import Testing
import WatchwordStrength

/// The policy of OWASP ASVS 5.0, V6.2.
@Suite struct OWASPPolicyTests {
  private let judge = Judge(blocklists: [FewWords(words: ["password"])])

  @Test func `the panel of owasp says what it has to, in its order`() {
    #expect(
      Policy.owasp().criteria.map(\.label) == [
        "8 characters or more", "not a commonly used password", "hard to guess",
      ])
  }

  @Test(
    arguments: [
      ("", "", 0), ("1234567", "U", 3), ("12345678", "LU", nil), ("password", "L", 4),
      ("password1", "LU", nil), ("        ", "LU", nil), ("aaaaaaaa", "LU", nil), ("ÄÖÜäöüßẞ", "LU", nil),
      ("👍👍👍👍👍👍👍", "U", 3), ("👍👍👍👍👍👍👍👍", "LU", nil), ("👨‍👩‍👧‍👦", "U", 3), ("👨‍👩‍👧‍👦👍", "LU", nil),
      (String(repeating: "x", count: 4096), "LU", nil), ("controls\u{1B}", "LU", 1),
      ("controls\u{9C}", "LU", 1), ("e\u{301}e\u{301}e\u{301}e\u{301}", "LU", nil),
    ] as [(String, String, Int?)])
  func `owasp asks for 8 code points whatever they are, and for no listed password`(
    _ text: String, met: String, failure: Int?
  ) {
    let verdict = Policy.owasp(minimumLevel: .weak).verdict(on: text, by: judge)
    #expect(verdict.met("LU") == met)
    #expect(verdict.firstFailure == failure)
  }
}
