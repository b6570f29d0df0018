import TestSupport
import Testing
import WatchwordStrength

/// Which texts count as the old password.
@Suite struct OldPasswordTests {
  private func resembles(_ text: String, _ old: String) -> Bool {
    OldPassword.resembles(text.utf8Span, old.utf8Span)
  }

  @Test(arguments: [
    ("Secret1", "Secret1"), ("sECRET1", "Secret1"), ("1terces", "Secret1"), ("Secret12", "Secret1"),
    ("xSecret1", "Secret1"), ("Secxret1", "Secret1"), ("Secret", "Secret1"), ("ecret1", "Secret1"),
    ("Seret1", "Secret1"), ("Secret2", "Secret1"), ("Xecret1", "Secret1"), ("SecXet1", "Secret1"),
    ("SECRET12", "Secret1"), ("aaa", "aaaa"), ("aaaaa", "aaaa"), ("ab", "b"),
    ("\u{3A3}\u{39F}\u{3A6}\u{39F}\u{3A3}", "\u{3C3}\u{3BF}\u{3C6}\u{3BF}\u{3C2}"),
    ("STRASSENBAHN", "stra\u{DF}enbahn"), ("\u{41F}\u{410}\u{420}", "\u{43F}\u{430}\u{440}"),
    ("d\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}cba", "abc\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}d"),
    ("abc\u{1F1E9}\u{1F1EA}", "abc\u{1F1EB}\u{1F1F7}"), ("xe\u{301}y", "ye\u{301}x"),
  ])
  func `F3 the old password in other case, backwards, or one character away is the old one`(
    _ text: String, old: String
  ) { #expect(resembles(text, old) && resembles(old, text)) }

  @Test(arguments: [
    ("Secret123", "Secret1"), ("Secre", "Secret1"), ("Sceret1", "Secret1"), ("Sxcrxt1", "Secret1"),
    ("xSecret1x", "Secret1"), ("abcd", "dcbx"), ("", "a"), ("a", ""), ("", ""), ("abcabc", "abc"),
    ("ab\u{301}\u{302}cd", "abcxd"), ("stra\u{DF}e", "strase1"),
  ]) func `F3 a password farther away is not`(_ text: String, old: String) {
    #expect(!resembles(text, old) && !resembles(old, text))
  }

  @Test func `F3 short texts are compared as the definition says, all of them`() {
    let letters = Array("aAb")
    var texts = [""]
    for _ in 0..<4 { texts += texts.flatMap { text in letters.map { text + String($0) } } }
    let all = Array(Set(texts)).filter { !$0.isEmpty }.sorted()
    for old in all {
      let neighbours = Self.neighbours(of: old.lowercased())
      for text in all {
        let isClose = neighbours.contains(text.lowercased())
        if resembles(text, old) != isClose { Issue.record("\(text) \(old)") }
      }
    }
  }

  @Test func `F3 a text like the old password is never weak for the name that both may have`() {
    let kinds: [Reason.Kind] = [.word, .personal, .old, .date]
    let estimate = Estimate(level: .weak, reasons: kinds.map { Reason($0) })
    let judge = Judge(meter: FixedMeter(estimate: estimate))
    for (isOld, reasons) in [(true, [.old, .word, .date]), (false, kinds)] as [(Bool, [Reason.Kind])] {
      let verdict = Policy.classic().verdict(on: "ann-1234".utf8Span, count: 8, by: judge, isOld: isOld)
      #expect(verdict.estimate?.kinds == reasons)
    }
  }

  /// All texts of the letters a and b that are `text`, its reverse, or one character away.
  private static func neighbours(of text: String) -> Set<String> {
    let characters = Array(text)
    var found: Set = [text, String(text.reversed())]
    for index in 0...characters.count {
      for letter in ["a", "b"] {
        found.insert(String(characters[..<index]) + letter + String(characters[index...]))
        guard index < characters.count else { continue }
        found.insert(String(characters[..<index]) + letter + String(characters[(index + 1)...]))
      }
      guard index < characters.count else { continue }
      found.insert(String(characters[..<index]) + String(characters[(index + 1)...]))
    }
    return found
  }
}
