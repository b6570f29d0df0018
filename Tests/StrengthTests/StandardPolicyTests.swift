import Testing
import WatchwordMessages
import WatchwordStrength

/// What the policies of the standards have in common.
@Suite struct StandardPolicyTests {
  @Test func `a policy has the name that the option takes`() {
    #expect(StandardPolicy.allCases.map(\.rawValue) == ["classic", "nist", "nist-mfa", "owasp"])
    #expect(
      StandardPolicy.allCases.map { $0.policy() } == [.classic(), .nist(), .nistMFA(), .owasp()])
    #expect(StandardPolicy(rawValue: "NIST") == nil)
  }

  @Test(arguments: StandardPolicy.allCases)
  func `a least level adds one rule, the last, whose error shows the criteria`(_ name: StandardPolicy) {
    let rules = name.policy(minimumLevel: .medium).rules
    #expect(Array(rules.dropLast()) == name.policy().rules)
    #expect(rules.last == .init(.weaker(than: .medium), message: "Choose a stronger password."))
    #expect(rules.last?.judgesCriteria == true)
  }

  @Test(arguments: [Policy.nist(), .nistMFA(), .owasp()])
  func `A8 the rules judge in their order, and those before the lists show no criteria`(_ policy: Policy) {
    #expect(
      policy.rules.map(\.message) == [
        "Enter your password.", "Enter a password without control characters.",
        "A list of refused passwords cannot be read.",
        "Your password must meet the requirements below.",
        "This password is commonly used: choose another one.",
      ])
    #expect(policy.rules.map(\.judgesCriteria) == [false, false, true, true, true])
  }

  /// A list of which words are missing.
  private struct HalfAList: WordList {
    var lacksWords: Bool { true }

    func contains(_ text: UTF8Span) -> Bool { false }
  }

  @Test(arguments: [Policy.nist(), .nistMFA(), .owasp()])
  func `where a list cannot be read no text passes, and the error says so`(_ policy: Policy) {
    let judge = Judge(blocklists: [HalfAList()])
    let verdict = policy.verdict(on: "a fine long password", by: judge)
    #expect(verdict.met("LU") == "L")
    #expect(verdict.firstFailure.map { policy.rules[$0] }?.cause == .unreadableList)
    #expect(policy.unmet(by: verdict, asked: .unreadableList, in: Catalogue.english.report) == nil)
    #expect(Policy.classic().verdict(on: "Abcdefg1", by: judge).firstFailure == nil)
  }

  @Test func `no rule of composition, no group and no maximum`() {
    for policy in [Policy.nist(), .nistMFA(), .owasp()] {
      #expect(policy.group == nil)
      #expect(policy.characterRange?.upperBound == .max)
      #expect(policy.hasBlocklist)
    }
    #expect(!Policy.classic().hasBlocklist)
    #expect(!Policy.account().hasBlocklist)
  }

  @Test func `only the policies of NIST normalise`() {
    #expect(StandardPolicy.allCases.map { $0.policy().normalization } == [.none, .nfc, .nfc, .none])
  }

  @Test func `the texts come from the catalogue`() {
    var catalogue = Catalogue.english
    catalogue.standards.length15 = "15 Zeichen oder mehr"
    catalogue.standards.length8 = "8 Zeichen oder mehr"
    catalogue.standards.unlisted = "kein gängiges Kennwort"
    catalogue.standards.listed = "Ein anderes, bitte"
    #expect(
      Policy.nist(catalogue).criteria.map(\.label) == ["15 Zeichen oder mehr", "kein gängiges Kennwort"])
    #expect(Policy.nistMFA(catalogue).criteria.first?.label == "8 Zeichen oder mehr")
    #expect(Policy.owasp(catalogue).rules.last?.message == "Ein anderes, bitte")
  }
}
