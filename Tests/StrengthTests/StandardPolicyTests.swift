import Messages
import Strength
import Testing

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
    #expect(rules.last == Rule(.weaker(than: .medium), message: "Choose a stronger password"))
    #expect(rules.last?.judgesCriteria == true)
  }

  @Test(arguments: [Policy.nist(), .nistMFA(), .owasp()])
  func `A8 the rules judge in their order, and only the last two show the criteria`(_ policy: Policy) {
    #expect(
      policy.rules.map(\.message) == [
        "Enter your password", "Enter a password without control characters",
        "Your password must meet the requirements below",
        "This password is commonly used: choose another one",
      ])
    #expect(policy.rules.map(\.judgesCriteria) == [false, false, true, true])
  }

  @Test func `no rule of composition, no group and no maximum`() {
    for policy in [Policy.nist(), .nistMFA(), .owasp()] {
      #expect(policy.group == nil)
      #expect(policy.maximumCount == nil)
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
