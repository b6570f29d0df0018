import TestSupport
import Testing
import WatchwordMessages
import WatchwordStrength

/// What the policies of the standards have in common.
@Suite struct StandardPolicyTests {
  @Test func `a policy has the name that the option takes`() {
    #expect(
      StandardPolicy.allCases.map(\.rawValue) == [
        "classic", "account", "nist", "nist-mfa", "owasp", "pin", "wpa2", "luks", "bsi",
      ])
    #expect(
      StandardPolicy.allCases.map { $0.policy() }
        == [.classic(), .account(), .nist(), .nistMFA(), .owasp(), .pin(), .wpa2(), .luks(), .bsi()])
    #expect(StandardPolicy(rawValue: "NIST") == nil)
  }

  @Test(arguments: StandardPolicy.allCases)
  func `A14 a least level adds the last line of the panel and the last rule, whose error shows the criteria`(
    _ name: StandardPolicy
  ) {
    let plain = name.policy(minimumLevel: .weak)
    #expect(plain.minimumLevel == .weak)
    #expect(name.policy() == name.policy(minimumLevel: name == .pin ? .weak : .medium))
    for (level, label, short) in [
      (Level.medium, "hard to guess", "hard"), (.strong, "very hard to guess", "very hard"),
    ] {
      let policy = name.policy(minimumLevel: level)
      #expect(policy.minimumLevel == level)
      #expect(
        policy.criteria == plain.criteria + [.init(.level(atLeast: level), label: label, shortLabel: short)])
      #expect(policy.rules.dropLast() == plain.rules)
      #expect(policy.rules.last?.cause == .group(plain.groups.count))
      #expect(policy.rules.last?.message.text == "Choose a stronger password.")
      #expect(policy.rules.last?.judgesCriteria == true)
    }
  }

  @Test(arguments: StandardPolicy.allCases)
  func `A14 hard to guess is met from the least level on, and never by an empty text`(_ name: StandardPolicy)
  {
    for least in [Level.medium, .strong] {
      let policy = name.policy(minimumLevel: least)
      let last = policy.criteria.count - 1
      for level in Level.allCases {
        let meter = FixedMeter(answer: level)
        #expect(policy.verdict(on: "a", meter: meter).isMet(last) == (level >= least))
        #expect(!policy.verdict(on: "", meter: meter).isMet(last))
      }
    }
  }

  @Test(arguments: [
    Policy.nist(minimumLevel: .weak), .nistMFA(minimumLevel: .weak), .owasp(minimumLevel: .weak),
  ])
  func `A8 the rules judge in their order, and those before the lists show no criteria`(_ policy: Policy) {
    #expect(
      policy.rules.map(\.message.text) == [
        "Enter your password.", "Enter a password without control characters.",
        "A list of refused passwords cannot be read.", "Your password must meet the requirements below.",
        "This password is commonly used: choose another one.",
      ])
    #expect(policy.rules.map(\.judgesCriteria) == [false, false, true, true, true])
  }

  @Test(arguments: StandardPolicy.allCases.map { $0.policy() })
  func `A3 nothing is refused that no line of the panel asks for`(_ policy: Policy) {
    let judge = Judge(blocklists: [FewWords(words: ["passwordpassword1A", "Abcdef1!gh"])])
    let texts = [
      "a", "abc", "Abcdefg1", "Abcdef1!gh", "passwordpassword1A", "a b c d e f g", "%%%%%%%%%%%%%%%%",
    ]
    for text in texts + texts.map({ $0 + String(repeating: "x", count: 40) }) {
      for isOld in [true, false] {
        let policy = policy.refusingOldPasswords(.english)
        let verdict = policy.verdict(on: text.utf8Span, count: text.count, by: judge, isOld: isOld)
        let isShown = policy.places.contains { !$0.isMet(verdict) }
        #expect((verdict.firstFailure != nil) == isShown, "\(text)")
      }
    }
  }

  @Test func `C4 the line of the old password leaves groups and rules of any policy as they are`() {
    let classic = Policy.classic(minimumLevel: .weak)
    let both = Policy.Group(
      [.init(.contains(.special), label: "special"), .init(.contains(.digit), label: "digit")],
      message: .init("both"))
    let policy = Policy([both] + classic.groups)
    let refusing = policy.refusingOldPasswords(.english)
    #expect(refusing.groups.dropLast() == policy.groups)
    #expect(refusing.criteria.last?.condition == .notOld)
    #expect(refusing.rules.dropLast() == policy.rules)
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
    #expect(verdict.firstFailure.map { policy.rules[$0] }?.cause == .unreadable(1))
    #expect(policy.unmet(by: verdict, asked: .unreadable(1), in: .english) == nil)
    #expect(Policy.classic(minimumLevel: .weak).verdict(on: "Abcdefg1", by: judge).firstFailure == nil)
  }

  @Test func `no rule of composition, no group and no maximum`() {
    for policy in [Policy.nist(), .nistMFA(), .owasp()] {
      #expect(policy.groups.allSatisfy { $0.heading == nil })
      #expect(policy.characterRange?.upperBound == .max)
      #expect(policy.hasBlocklist)
    }
    #expect(!Policy.classic().hasBlocklist)
    #expect(!Policy.account().hasBlocklist)
  }

  @Test func `only the policies of NIST normalise`() {
    let normalizing = StandardPolicy.allCases.filter { $0.policy().normalization != .none }
    #expect(normalizing == [.nist, .nistMFA])
  }

  @Test func `the texts come from the catalogue`() {
    let catalogue = Texts(
      ListedLanguage([
        "15 characters or more": "15 Zeichen oder mehr", "8 characters or more": "8 Zeichen oder mehr",
        "not a commonly used password": "kein gängiges Kennwort",
        "This password is commonly used: choose another one.": "Ein anderes, bitte",
        "hard to guess": "schwer zu raten", "very hard to guess": "sehr schwer zu raten",
      ]))
    #expect(
      Policy.nist(catalogue).criteria.map(\.label) == [
        "15 Zeichen oder mehr", "kein gängiges Kennwort", "schwer zu raten",
      ])
    #expect(Policy.nistMFA(catalogue).criteria.first?.label == "8 Zeichen oder mehr")
    #expect(Policy.nist(catalogue, minimumLevel: .strong).criteria.last?.label == "sehr schwer zu raten")
    #expect(Policy.owasp(catalogue).rules.dropLast().last?.message.text == "Ein anderes, bitte")
  }
}
