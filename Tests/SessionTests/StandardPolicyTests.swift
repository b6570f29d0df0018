import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

private let requirements = "Your password must meet the requirements below."
private let listed = "This password is commonly used: choose another one."

/// Sessions whose policy is one of the standards: the lists and words of the judge are asked.
@Suite struct StandardPolicyTests {
  private struct Common: WordList {
    func contains(_ text: UTF8Span) -> Bool {
      ["password", "passwordpassword"].contains(String(copying: text).lowercased())
    }
  }

  private let judge = Judge(blocklists: [Common()], context: ContextWords(["Ada Lovelace of London"]))

  private static let judgements: [(name: StandardPolicy, text: String, signs: String, error: String?)] = [
    (.nist, "", "··", "Enter your password."), (.nist, "password", "✗✗", requirements),
    (.nist, "PASSWORDpassword", "✓✗", listed), (.nist, "ada LOVELACE of london", "✓✗", listed),
    (.nist, "fourteen chars", "✗✓", requirements), (.nist, "漢字 and an emoji 👍", "✓✓", nil),
    (.nistMFA, "", "··", "Enter your password."), (.nistMFA, "Password", "✓✗", listed),
    (.nistMFA, "lovelace", "✓✗", listed), (.nistMFA, "seven..", "✗✓", requirements),
    (.nistMFA, "eight...", "✓✓", nil), (.owasp, "", "··", "Enter your password."),
    (.owasp, "password", "✓✗", listed), (.owasp, "Lovelace", "✓✗", listed),
    (.owasp, "a b c d ", "✓✓", nil), (.owasp, "👨‍👩‍👧‍👦👍", "✓✓", nil), (.owasp, "👨‍👩‍👧‍👦", "✗✓", requirements),
  ]

  private func signs(_ played: Performance) -> String {
    ["characters or more", "not a commonly used password"].map { label in
      let row = played.rows.first { $0.contains(label) && !$0.contains("Longer") } ?? ""
      return row.first { "·✓✗".contains($0) }.map(String.init) ?? "-"
    }.joined()
  }

  @Test(arguments: judgements, [true, false])
  func `A8 C8 a loss of focus judges by policy and lists, in an account form an empty text in silence`(
    row: (name: StandardPolicy, text: String, signs: String, error: String?), isAccount: Bool
  ) throws {
    var description =
      isAccount ? .custom(fields: [FormField.Configuration(.newPassword)]) : FormDescription.newPassword()
    description.policy = row.name.policy(minimumLevel: .weak)
    let played = try perform(.typing(row.text) + [.tab], on: description.makeForm(), judge: judge)
    #expect(signs(played) == row.signs)
    #expect(played.frame.errors == (isAccount && row.text.isEmpty ? [] : row.error.map { [$0] } ?? []))
  }

  @Test func `C7 an account form is accepted with a password that the policy lets pass`() throws {
    var description = FormDescription.custom(fields: [FormField.Configuration(.newPassword)])
    description.policy = .nistMFA()
    for (text, isAccepted) in [("password", false), ("a fine one", true)] {
      let played = try perform(
        .typing(text) + [.tab] + .typing(text) + [.key(.enter)], on: description.makeForm(), judge: judge)
      #expect((played.ending == .accepted(text, .medium)) == isAccepted)
    }
  }

  @Test func `the reason follows the text`() throws {
    let played = try perform(.typing("Ada Lovelace of London"), judge: judge)
    #expect(played.shows("Contains your name, email or user name"))
    let longer = try perform(.typing("Ada Lovelace of London!"), judge: judge)
    #expect(!longer.shows("Contains your name"))
  }
}
