import TestSupport
import Testing
import WatchwordBase
import WatchwordStrength

/// The standard policies, each by its row.
@Suite struct StandardPolicyTests {
  private let judge = Judge(blocklists: [FewWords(["passwordpassword", "password"])])

  @Test func `a policy has the name that the option takes`() {
    #expect(StandardPolicy(rawValue: "NIST") == nil)
    #expect(StandardPolicy.allCases.filter { $0.policy().normalization != .none } == [.nist, .nistMFA])
  }

  @Test(arguments: PolicyRow.all) func `A3 C4 H1 the panel says what the policy asks for, in its order`(
    row: PolicyRow
  ) {
    let policy = row.name.policy(minimumLevel: .weak)
    #expect(policy.criteria.map(\.label) == row.labels && policy.characterRange == row.range)
    #expect(policy.hasBlocklist == row.labels.contains("not a commonly used password"))
    #expect(policy.groups.count { $0.heading != nil } == ([.classic, .bsi].contains(row.name) ? 1 : 0))
  }

  @Test(arguments: PolicyRow.all)
  func `A8 the rules judge in their order, and those before the lists show no criteria`(row: PolicyRow) {
    let rules = row.name.policy(minimumLevel: .weak).rules
    #expect(rules.map(\.message.text) == row.errors)
    #expect(rules.map(\.judgesCriteria) == rules.map { ![.empty, .controls].contains($0.cause) })
  }

  @Test(arguments: PolicyRow.all)
  func `A5 A8 C4 H1 every criterion is judged alone, and the first rule that fails counts`(row: PolicyRow) {
    let policy = row.name.policy(minimumLevel: .weak)
    for (text, met, failure) in row.texts {
      let verdict = policy.verdict(on: text, by: judge)
      #expect(met == nil || verdict.met(row.letters) == met, "\(text)")
      #expect(verdict.firstFailure == failure, "\(text)")
      #expect(verdict.metBits >> row.letters.count == 0 && verdict.failureBits >> row.errors.count == 0)
    }
  }

  @Test(arguments: StandardPolicy.allCases)
  func
    `A14 H1 a least level adds the last line of the panel and the last rule, and replaces the policy's own`(
      _ name: StandardPolicy
    )
  {
    let plain = name.policy(minimumLevel: .weak)
    let own = name == .pin ? Level.weak : .medium
    #expect(plain.minimumLevel == .weak && plain.asking(for: own) == name.policy())
    #expect(name.policy() == name.policy(minimumLevel: own))
    for (level, label, short) in [
      (Level.medium, "hard to guess", "hard"), (.strong, "very hard to guess", "very hard"),
    ] {
      let policy = name.policy(minimumLevel: level)
      #expect(policy.minimumLevel == level && policy.asking(for: own) == name.policy())
      #expect(
        policy.criteria == plain.criteria + [.init(.level(atLeast: level), label: label, shortLabel: short)])
      #expect(policy.rules.dropLast() == plain.rules)
      #expect(policy.rules.last?.cause == .group(plain.groups.count))
      #expect(policy.rules.last?.message.text == "Choose a stronger password.")
      #expect(policy.rules.last?.judgesCriteria == true)
      let last = policy.criteria.count - 1
      for found in Level.allCases {
        let meter = FixedMeter(answer: found)
        #expect(policy.verdict(on: "a", meter: meter).isMet(last) == (found >= level))
        #expect(!policy.verdict(on: "", meter: meter).isMet(last))
      }
    }
  }

  @Test(arguments: [
    (Policy.account(minimumLevel: .strong), "Abcdef1!", Level.medium, [3]),
    (.account(minimumLevel: .strong), "Abcdef1!", .strong, []),
    (.classic(minimumLevel: .medium), "short", .strong, [1]), (.classic(), "short", .weak, [1, 2]),
    (.classic(minimumLevel: .medium), "Abcdef1$", .weak, [2]),
    (.classic(minimumLevel: .medium), "Abcdefgh1$", .medium, []),
    (.classic(minimumLevel: .strong), "Abcdefgh1$", .medium, [2]),
  ]) func `A8 C4 where only the level is missing the error asks for a stronger password`(
    policy: Policy, text: String, level: Level, failures: [Int]
  ) {
    let verdict = policy.verdict(on: text, meter: FixedMeter(answer: level))
    #expect(policy.rules.indices.filter(verdict.fails) == failures)
  }

  @Test func `B3 with nothing typed the level is weak, whatever the meter says`() {
    let meter: any Meter = FixedMeter(answer: .strong)
    #expect(Policy.classic().verdict(on: "", meter: meter).level == .weak)
    #expect(Policy.classic().verdict(on: "a", meter: meter).level == .strong)
  }

  @Test func `A5 all 32 signs of ASCII are special, and no other of its characters`() {
    let special = Set(##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##.unicodeScalars)
    #expect(special.count == 32)
    for value in UInt8(0)..<0x80 {
      let scalar = Unicode.Scalar(value)
      #expect(Policy.classic().verdict(on: String(scalar)).isMet(5) == special.contains(scalar), "\(value)")
    }
  }

  /// Unicode's punctuation and symbols are special. Any other character is accepted and is of none of the four kinds,
  /// as is a letter with a combining mark.
  @Test(
    arguments: ["€", "§", "«", "—", "·", "×", "…", "。", "！", "🙂", "☃", "´"].map { ($0, "$") }
      + ["é", "ß", "漢", "ж", "٣", "²", "½", "\u{301}", "\u{200D}", "\u{E000}", "\u{85}"].map { ($0, "") }
      + [("e\u{301}", ""), ("A\u{20DD}", ""), ("ee\u{301}", "a"), ("1\u{301}", "0"), ("eé", "a")])
  func `A5 a character beyond ASCII is special or of no kind`(text: String, met: String) {
    #expect(Policy.classic().verdict(on: text).met("LSAa0$") == (text == "\u{85}" ? "" : "S") + met)
    let isAccepted = Policy.classic(minimumLevel: .weak).verdict(on: "Abcdefg1" + text).firstFailure == nil
    #expect(isAccepted == (text != "\u{85}"))
  }

  @Test(arguments: StandardPolicy.allCases.map { $0.policy() })
  func `A3 nothing is refused that no line of the panel asks for`(_ policy: Policy) {
    let judge = Judge(blocklists: [FewWords(["passwordpassword1A", "Abcdef1!gh"])])
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

  @Test(arguments: [StandardPolicy.nist, .nistMFA, .owasp])
  func `H1 a space is never refused, wherever it stands, and the panel says so`(name: StandardPolicy) {
    let policy = name.policy(minimumLevel: .weak)
    #expect(policy.groups[0].lines.map { $0.hasSuffix("or more (spaces are welcome)") } == [true])
    for text in [
      " fifteen letters", "fifteen letters ", "  f i f t e e n  ", String(repeating: " ", count: 15),
    ] {
      #expect(policy.verdict(on: text).firstFailure == nil, "\(text)")
      #expect(policy.unmet(by: policy.verdict(on: text), in: .english) == nil)
    }
    for rules in [OwnRules.minimum(9), .allowing(.ascii), .allowing(.digits)] {
      let lines = policy.applying(rules).groups.flatMap(\.lines)
      #expect(lines.contains { $0.contains("welcome") } == (rules.allowed != .digits))
    }
    let digits = policy.applying(.allowing(.digits))
    #expect(digits.verdict(on: "314159265358979323").firstFailure == nil)
  }

  @Test func `C4 the line of the old password leaves groups and rules of any policy as they are`() {
    let both = Policy.Group(
      [.init(.contains(.special), label: "special"), .init(.contains(.digit), label: "digit")],
      message: .init("both"))
    let policy = Policy([both] + Policy.classic(minimumLevel: .weak).groups)
    let refusing = policy.refusingOldPasswords(.english)
    #expect(refusing.groups.dropLast() == policy.groups && refusing.rules.dropLast() == policy.rules)
    #expect(refusing.criteria.last?.condition == .notOld())
  }

  /// A list with missing words.
  private struct HalfAList: WordList {
    var lacksWords: Bool { true }
    func contains(_ text: UTF8Span) -> Bool { false }
  }

  @Test(arguments: [Policy.nist(), .nistMFA(), .owasp()])
  func `where a list cannot be read no text passes, and the error says so`(_ policy: Policy) {
    let judge = Judge(blocklists: [HalfAList()])
    let verdict = policy.verdict(on: "a fine long password", by: judge)
    #expect(verdict.met("LWU") == "LW")
    #expect(verdict.firstFailure.map { policy.rules[$0] }?.cause == .unreadable(2))
    #expect(policy.unmet(by: verdict, asked: .unreadable(2), in: .english) == nil)
    #expect(Policy.classic(minimumLevel: .weak).verdict(on: "Abcdefg1", by: judge).firstFailure == nil)
  }
}

extension OwnRules {
  fileprivate static func minimum(_ count: Int) -> OwnRules {
    var rules = OwnRules()
    rules.minimumLength = count
    return rules
  }

  fileprivate static func allowing(_ characters: AllowedCharacters) -> OwnRules {
    var rules = OwnRules()
    rules.allowed = characters
    return rules
  }
}
