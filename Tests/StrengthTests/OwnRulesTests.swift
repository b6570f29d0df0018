import TestSupport
import Testing
import WatchwordBase
import WatchwordStrength

/// Rules added by options.
@Suite struct OwnRulesTests {
  /// The labels of a policy with added rules, without that of the level.
  private func labels(_ policy: StandardPolicy = .nist, _ change: (inout OwnRules) -> Void) -> [String] {
    self.policy(policy, change).criteria.map(\.label)
  }

  private func policy(_ policy: StandardPolicy = .nist, _ change: (inout OwnRules) -> Void) -> Policy {
    policy.policy(minimumLevel: .weak).applying(change)
  }

  private static func asciiWithoutRuns(_ rules: inout OwnRules) {
    (rules.allowed, rules.maximumRepeat, rules.maximumSequence) = (.ascii, 2, 3)
  }

  private func isMet(_ text: String, _ change: (inout OwnRules) -> Void) -> Bool {
    Policy.anything.applying(change).verdict(on: text).firstFailure == nil
  }

  @Test(arguments: StandardPolicy.allCases) func `H2 without rules a policy stays as it is`(
    name: StandardPolicy
  ) { #expect(name.policy().applying(OwnRules()) == name.policy()) }

  @Test(
    arguments: [
      (StandardPolicy.nist, 20, nil, "20 characters or more", "20 or more"),
      (.nist, nil, 64, "15-64 characters", "15-64"), (.nist, 12, 64, "12-64 characters", "12-64"),
      (.nist, 1, 64, "at most 64 characters", "at most 64"),
      (.nist, 1, nil, "1 character or more", "1 or more"), (.nist, 20, 20, "20 characters", "20"),
      (.classic, 12, nil, "12-32 characters", "12-32"),
      (.classic, nil, 20, "8-20 characters", "8-20"),
      (.account, 10, nil, "10 characters or more", "10 or more"), (.pin, 6, nil, "6-12 digits", "6-12"),
    ] as [(StandardPolicy, Int?, Int?, String, String)])
  func `H2 a length replaces that limit of the policy`(
    name: StandardPolicy, least: Int?, most: Int?, label: String, short: String
  ) {
    let old = name.policy(minimumLevel: .weak)
    let new = policy(name) { ($0.minimumLength, $0.maximumLength) = (least, most) }
    #expect(new.criteria.count == old.criteria.count)
    #expect(new.criteria[0].label == label && new.criteria[0].shortLabel == short)
    #expect(new.countsCodePoints == old.countsCodePoints)
    let range = (least ?? old.characterRange?.lowerBound ?? 0)...(most ?? old.characterRange?.upperBound ?? 0)
    #expect(new.characterRange == range)
    #expect(Array(new.groups.dropFirst()) == Array(old.groups.dropFirst()))
  }

  @Test func `H2 a policy without a length gets one, in front`() {
    let policy = Policy.anything.applying { $0.maximumLength = 5 }
    #expect(policy.criteria.map(\.label) == ["at most 5 characters"])
    #expect(
      policy.verdict(on: "fives").firstFailure == nil && policy.verdict(on: "sixsix").firstFailure != nil)
  }

  @Test func `H2 required kinds replace the policy's`() {
    let all = policy(.classic) { $0.require(RequiredClasses([.upper, .special])) }
    #expect(
      all.criteria.map(\.label) == [
        "8-32 characters", "(no spaces)", "uppercase letter (A-Z)", "special character (e.g. !@#$%^)",
      ])
    #expect(all.groups.allSatisfy { $0.heading == nil })
    #expect(
      all.verdict(on: "A#aaaaaa").firstFailure == nil && all.verdict(on: "Abbbbbb7").firstFailure != nil)
    let some = policy(.bsi) { $0.require(RequiredClasses([.upper, .lower, .digit], count: 2)) }
    #expect(some.groups[1].heading?.text == "Use at least 2 of these 3 criteria when setting your password:")
    #expect(some.groups[1].shortHeading.short == "2 of 3:" && some.groups[1].alternative == nil)
    #expect(
      some.verdict(on: "abcdefg7").firstFailure == nil && some.verdict(on: "abcdefgh").firstFailure != nil)
    let added = policy(.nist) { $0.require(RequiredClasses([.digit])) }
    #expect(added.criteria.map(\.label).last == "digit (0-9)" && added.criteria.count == 4)
  }

  @Test func `H2 each of several required groups has to be met`() {
    let policy = policy(.nist) {
      $0.require(RequiredClasses([.digit]))
      $0.require(RequiredClasses([.upper, .lower], count: 1))
    }
    #expect(policy.groups.suffix(2).map { $0.criteria.map(\.shortLabel) } == [["0-9"], ["A-Z", "a-z"]])
    #expect(policy.groups.suffix(2).map(\.required) == [1, 1])
    for (text, isAccepted) in [
      ("1234567890-12345a", true), ("1234567890-12345B", true), ("1234567890-123456", false),
      ("abcdefghij-abcdefG", false),
    ] { #expect((policy.verdict(on: text).firstFailure == nil) == isAccepted, "\(text)") }
    let classic = self.policy(.classic) {
      $0.require(RequiredClasses([.special]))
      $0.require(RequiredClasses([.upper]))
    }
    #expect(
      classic.criteria.map(\.shortLabel) == ["8-32", "no spaces", "!@#", "A-Z"] && classic.groups.count == 3)
  }

  @Test func `H2 the most kinds that may be named fit into any policy`() {
    var settings = PWQualitySettings()
    for key in PWQualitySettings.Key.allCases {
      let value = key.rawValue.hasSuffix("credit") ? "-1" : key == .badwords ? "abcd" : "2"
      _ = try? settings.read(Array("\(key.rawValue) = \(value)".utf8), from: "")
    }
    let user = PWQualitySettings.User(name: "abcd".utf8, fullName: "Ada Lovelace".utf8)
    let policy = settings.policy(user: user).asking(for: .strong).refusing(listed: true, leaked: true)
      .asking(for: .bytes(atMost: 72)).applying { rules in
        (rules.minimumLength, rules.maximumRepeat, rules.maximumSequence, rules.allowed) = (8, 2, 2, .ascii)
        for _ in 1...2 { rules.require(RequiredClasses(CharacterClass.allCases)) }
      }
    #expect(policy.refusingOldPasswords(.english).criteria.count <= PolicyVerdict.criterionLimit)
  }

  @Test func `H2 there are no more kinds than are named, and none twice`() {
    #expect(RequiredClasses([.upper, .upper]) == nil && RequiredClasses([]) == nil)
    #expect(RequiredClasses([.upper], count: 2) == nil && RequiredClasses([.upper], count: 0) == nil)
    #expect(RequiredClasses([.upper, .lower])?.count == 2)
  }

  @Test func `H2 the other rules stand above the level, in a fixed order`() {
    let policy = Policy.nist().applying(Self.asciiWithoutRuns)
    #expect(
      policy.criteria.map(\.label) == [
        "15 characters or more", "(spaces are welcome)", "not a commonly used password",
        "only ASCII characters",
        "no character more than 2 times in a row", "at most 3 characters in sequence (abc, 321)",
        "hard to guess",
      ])
  }

  @Test func `H2 each label says its number`() {
    #expect(labels { $0.maximumRepeat = 1 }.last == "no character twice in a row")
    #expect(labels { $0.maximumSequence = 1 }.last == "no characters in sequence (ab, 21)")
    #expect(labels { $0.allowed = .latin1 }.last == "only Latin-1 characters (ISO 8859-1)")
    #expect(labels { $0.allowed = .digits }.last == "only digits (0-9)")
    #expect(
      labels { $0.allowed = AllowedCharacters("fedcba9876543210 é") }.last
        == "only these characters:  0-9a-fé")
    #expect(labels { $0.allowed = AllowedCharacters("abc!") }.last == "only these characters: !abc")
    let short = policy {
      ($0.maximumRepeat, $0.maximumSequence, $0.allowed) = (2, 3, AllowedCharacters("0123456789abcdef"))
    }
    #expect(short.criteria.suffix(3).map(\.shortLabel) == ["only 0-9a-f", "no aaa", "no abcd"])
    let long = policy { ($0.maximumRepeat, $0.maximumSequence) = (9, 10) }
    #expect(long.criteria.suffix(2).map(\.shortLabel) == ["repeats to 9", "runs to 10"])
  }

  @Test(arguments: [
    ("aab", 2, true), ("aaab", 2, false), ("abaaa", 2, false), ("aAaA", 1, true), ("abb", 1, false),
    ("a", 1, true), ("👍👍👍", 2, false), ("ééé", 2, false), ("e\u{301}e\u{301}e\u{301}", 2, false),
    ("e\u{301}ee\u{301}", 1, true), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 1, false),
  ])
  func `H2 a character, as a person counts it, stands so many times in a row at most`(
    text: String, limit: Int, passes: Bool
  ) { #expect(isMet(text) { $0.maximumRepeat = limit } == passes) }

  @Test(arguments: [
    ("abc", 3, true), ("abcd", 3, false), ("xdcba", 3, false), ("abcba", 3, true), ("12a34", 2, true),
    ("123", 2, false),
    ("aabbcc", 2, true), ("ABcd", 2, true), ("ab", 1, false), ("ac", 1, true), ("αβγδ", 3, false),
    ("abe\u{301}", 2, true), ("a\u{301}b\u{301}c\u{301}", 1, true), ("zabcx", 3, true), ("/0", 1, false),
  ])
  func `H2 so many characters at most follow one another, up or down`(text: String, limit: Int, passes: Bool)
  { #expect(isMet(text) { $0.maximumSequence = limit } == passes) }

  @Test func `H2 an empty text meets none of these rules`() {
    let verdict = Policy.anything.applying(Self.asciiWithoutRuns).verdict(on: "")
    #expect(verdict.metBits == 0 && verdict.denied == nil)
  }

  @Test(
    arguments: [
      (AllowedCharacters.ascii, "plain ~text", nil), (.ascii, "abécé", 2), (.ascii, "e\u{301}", 0),
      (.ascii, "ab\t", 2),
      (.ascii, "👍", 0), (.latin1, "Ünïcödé ¬ ÿ¡", nil), (.latin1, "a\u{A0}", 1), (.latin1, "ab\u{AD}", 2),
      (.latin1, "Ā", 0), (.latin1, "\u{85}", 0), (.digits, "12x4y", 2), (.latin1, "€uro", 0),
    ] as [(AllowedCharacters, String, Int?)])
  func `H2 the first character that is not allowed is known by its place`(
    allowed: AllowedCharacters, text: String, place: Int?
  ) {
    let verdict = Policy.anything.applying { $0.allowed = allowed }.verdict(on: text)
    #expect(verdict.denied?.cluster == place && (verdict.denied == nil || verdict.denied?.criterion == 0))
    #expect(verdict.isMet(0) == (place == nil))
  }

  @Test(arguments: ["", "a\u{7}", "\u{200B}", "\u{AD}", "a\u{A0}", "e\u{301}", "\u{85}", "\n"])
  func `H2 a list of allowed characters has none that cannot be seen or stands on another`(text: String) {
    #expect(AllowedCharacters(text) == nil)
  }

  @Test func `H2 two sets leave what both have`() throws {
    let list = try #require(AllowedCharacters("aé€7"))
    #expect(list.intersection(.ascii) == AllowedCharacters.ascii.intersection(list))
    for scalar in "aé€7b".unicodeScalars {
      let shared = list.intersection(.latin1)
      #expect(shared.contains(scalar) == (list.contains(scalar) && AllowedCharacters.latin1.contains(scalar)))
    }
    #expect(try #require(AllowedCharacters("é")).intersection(.digits).isEmpty)
  }
}

/// Rules that no password can meet.
@Suite struct ContradictionTests {
  private func contradiction(
    _ policy: Policy, _ change: (inout OwnRules) -> Void = { _ in }
  ) -> PolicyProblem? {
    var rules = OwnRules()
    change(&rules)
    return policy.contradiction(with: rules, capacity: 4096)
  }

  @Test(arguments: StandardPolicy.allCases) func `H2 no policy contradicts itself`(name: StandardPolicy) {
    #expect(contradiction(name.policy()) == nil)
  }

  @Test func `H2 a least length above the greatest is one, whoever asks for them`() {
    #expect(
      contradiction(.classic()) { ($0.minimumLength, $0.maximumLength) = (9, 8) }
        == .length(least: 9, most: 8))
    #expect(contradiction(.classic()) { ($0.minimumLength, $0.maximumLength) = (8, 8) } == nil)
    #expect(contradiction(.nist()) { $0.maximumLength = 10 } == .length(least: 15, most: 10))
    #expect(contradiction(.classic()) { $0.minimumLength = 33 } == .length(least: 33, most: 32))
    #expect(contradiction(.pin()) { $0.minimumLength = 13 } == .length(least: 13, most: 12))
    #expect(
      contradiction(.nist().asking(for: .bytes(atMost: 72))) { $0.minimumLength = 73 }
        == .bytes(least: 73, most: 72))
    #expect(contradiction(.nist()) { $0.minimumLength = 4097 } == .bytes(least: 4097, most: 4096))
  }

  @Test func `H2 kinds without an allowed character are one, where others do not do`() {
    #expect(
      contradiction(.classic()) {
        $0.allowed = .digits
        $0.require(RequiredClasses([.upper, .digit]))
      } == .characters(["uppercase letter (A-Z)"]))
    #expect(
      contradiction(.classic()) {
        $0.allowed = .digits
        $0.require(RequiredClasses([.upper, .digit], count: 1))
      } == nil)
    #expect(contradiction(.pin()) { $0.require(RequiredClasses([.upper])) } != nil)
    #expect(contradiction(.classic()) { $0.allowed = .digits } != nil)
    #expect(contradiction(.bsi()) { $0.allowed = AllowedCharacters("abcABC") } == nil)
    #expect(
      contradiction(.bsi()) { ($0.allowed, $0.maximumLength) = (AllowedCharacters("abcABC"), 20) } != nil)
    #expect(
      contradiction(.nist()) {
        $0.allowed = AllowedCharacters("ab€")
        $0.require(RequiredClasses([.special]))
      } == nil)
    #expect(contradiction(.pin()) { $0.allowed = AllowedCharacters("é") } == .noCharacter)
    #expect(
      contradiction(.owasp()) {
        ($0.minimumLength, $0.maximumLength) = (1, 2)
        $0.require(RequiredClasses([.upper, .lower, .digit]))
      } == .room(classes: 3, most: 2))
  }
}

extension OwnRules {
  fileprivate mutating func require(_ classes: RequiredClasses?) { required += [classes].compactMap(\.self) }
}
