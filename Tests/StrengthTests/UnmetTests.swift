import TestSupport
import Testing
import WatchwordBase
import WatchwordStrength

/// The words for unmet criteria where there is no panel.
@Suite struct UnmetTests {
  private func unmet(
    _ policy: Policy, _ text: String, asked cause: Policy.Rule.Cause = .requirements
  ) -> String? { policy.unmet(by: policy.verdict(on: text), asked: cause, in: .english) }

  @Test(
    arguments: [
      ("Kv7#mQz", "8-32 characters"), ("Kv7#mQz ", "no spaces"),
      ("Kv7#m z", "8-32 characters, no spaces"),
      ("kvkvkvk7", #"at least 1 of: uppercase letter (A-Z), special character (e.g. !@#$%^)"#),
      ("kvkvkvkv", #"at least 2 of: uppercase letter (A-Z), digit (0-9), special character (e.g. !@#$%^)"#),
      (
        "kv7",
        #"8-32 characters, at least 1 of: uppercase letter (A-Z), special character (e.g. !@#$%^)"#
      ),
      (
        "éééééééé",
        "at least 3 of: uppercase letter (A-Z), lowercase letter (a-z), digit (0-9), "
          + "special character (e.g. !@#$%^)"
      ),
    ])
  func `the members of a group are named where too few are met, with how many would do`(
    text: String, labels: String
  ) { #expect(unmet(.classic(minimumLevel: .weak), text) == "Not met: \(labels)") }

  @Test(arguments: ["Kvkvkv77", "Kv7#mQz!"]) func `what meets all that is asked for has no such line`(
    text: String
  ) { #expect(unmet(.classic(minimumLevel: .weak), text) == nil) }

  @Test func `where all that is left of a group is needed there is no number`() {
    var policy = Policy.classic(minimumLevel: .weak)
    policy.groups[1].required = 4
    #expect(unmet(policy, "kvkvkvk7") == #"Not met: uppercase letter (A-Z), special character (e.g. !@#$%^)"#)
  }

  @Test func `without a group each criterion is named, and of a rule for some of them those alone`() {
    let labels = ["8 characters or more", "uppercase letter (A-Z)", "special character (e.g. !@#$%^)"]
    #expect(unmet(.account(minimumLevel: .weak), "kv7") == "Not met: " + labels.joined(separator: ", "))
    #expect(unmet(.account(minimumLevel: .weak), "kv7", asked: .group(0)) == "Not met: 8 characters or more")
    #expect(
      unmet(.account(minimumLevel: .weak), "kv7", asked: .group(1))
        == "Not met: uppercase letter (A-Z), special character (e.g. !@#$%^)")
  }

  @Test func `a rule that asks for no criteria has no such line`() {
    for cause in [Policy.Rule.Cause.empty, .controls] {
      #expect(unmet(.classic(), "kv7", asked: cause) == nil)
    }
  }
}
