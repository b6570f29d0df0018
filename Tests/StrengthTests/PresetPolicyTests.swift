import TestSupport
import Testing
import WatchwordMessages
import WatchwordStrength

/// The policies for special uses: issue 13, H1.
@Suite struct PresetPolicyTests {
  private func failure(_ policy: StandardPolicy, _ text: String) -> Policy.Rule.Cause? {
    let policy = policy.policy(minimumLevel: .weak)
    return policy.verdict(on: text).firstFailure.map { policy.rules[$0].cause }
  }

  @Test func `H1 where digits alone may stand no words are advised, nor more characters than may stand`() {
    func line(_ policy: Policy, _ reasons: [Reason]) -> String? {
      let meter = FixedMeter(estimate: Estimate(level: .weak, reasons: reasons))
      return policy.verdict(on: "12345", meter: meter).estimate?.reason(in: Texts.english)?.text
    }
    #expect(line(.pin(), [.sequence]) == "A sequence such as abc or 6543")
    #expect(line(.pin(), [.short]) == nil)
    #expect(line(.pin(), [.short, .date]) == Reason.date.line(in: .english, 0).fact)
    #expect(line(.classic(), [.sequence]) == "A sequence such as abc or 6543: add unrelated words")
    #expect(line(.wpa2(), [.short]) == "Longer is better: 20 characters or more")
  }

  @Test(arguments: [
    (StandardPolicy.pin, Level.weak), (.wpa2, .medium), (.luks, .medium), (.bsi, .medium),
    (.classic, .medium), (.account, .medium), (.nist, .medium), (.nistMFA, .medium), (.owasp, .medium),
  ])
  func `H1 a policy has a least level of its own, and another takes its place`(
    policy: StandardPolicy, own: Level
  ) {
    #expect(policy.policy().minimumLevel == own)
    for level in Level.allCases {
      let asked = policy.policy(minimumLevel: level)
      #expect(asked.minimumLevel == level)
      #expect(asked.asking(for: own) == policy.policy())
    }
  }

  @Test(arguments: [
    ("", false), ("123", false), ("1234", true), ("000000000000", true), ("1234567890123", false),
    ("123a", false), ("12 34", false), ("١٢٣٤", false), ("1234\u{301}", false),
  ]) func `H1 pin takes 4 to 12 digits and nothing else`(text: String, passes: Bool) {
    #expect((failure(.pin, text) == nil) == passes)
  }

  @Test(arguments: [StandardPolicy.wpa2, .luks])
  func `H1 wpa2 and luks take printable ASCII of their length`(policy: StandardPolicy) {
    let least = policy == .wpa2 ? 8 : 12
    for count in [least - 1, least, 63, 64, 200] {
      let isWithin = count >= least && (policy == .luks || count <= 63)
      #expect((failure(policy, String(repeating: "x", count: count)) == nil) == isWithin)
    }
    #expect(failure(policy, ##" !"#$%&'()*+,-./:;<=>?@[\]^_`{|}~09AZaz"##) == nil)
    for text in [
      "long enough é here", "long enough \t here", "long enough \u{7F} here", "long enough\u{A0}here",
    ] { #expect(failure(policy, text) == .requirements) }
  }

  @Test(arguments: [
    ("aB3#", false), ("aB3#aB3#", true), ("aB3 aB3 ", true), ("aB3aB3aB", false),
    ("only lower case 24 chars", false), ("only lower case of 25 cha", true),
    ("onlylowercasecharacterssx", false), ("onlylowercaseandUpper25ch", true),
    ("7777777777777777777777777", false),
  ])
  func `H1 bsi takes 8 characters of four kinds, or 25 of two, and a space is special`(
    text: String, passes: Bool
  ) { #expect((failure(.bsi, text) == nil) == passes) }

  @Test func `H1 the panels of the presets say what they ask for`() {
    func labels(_ policy: StandardPolicy) -> [String] { policy.policy().criteria.map(\.label) }
    #expect(labels(.pin) == ["4-12 digits", "only digits (0-9)"])
    #expect(labels(.wpa2) == ["8-63 characters", "only ASCII characters", "hard to guess"])
    #expect(
      labels(.luks) == [
        "12 characters or more", "only ASCII (the keyboard may be US at boot)", "hard to guess",
      ])
    #expect(
      labels(.bsi) == [
        "8 characters or more", "uppercase letter (A-Z)", "lowercase letter (a-z)", "digit (0-9)",
        "special character or space", "25 characters or more: 2 are enough", "hard to guess",
      ])
  }
}
