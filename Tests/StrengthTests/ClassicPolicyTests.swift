import TestSupport
import Testing
import WatchwordMessages
import WatchwordStrength

@Suite struct `Classic policy` {
  /// The policy without its least level, with which short texts show all the rest.
  let policy = Policy.classic(minimumLevel: .weak)

  @Test func `A3 the panel says what the contract says, in its order`() {
    let policy = Policy.classic()
    #expect(
      policy.criteria.map(\.label) == [
        "8-32 characters (no spaces)", "uppercase letter (A-Z)", "lowercase letter (a-z)", "digit (0-9)",
        "special character (e.g. !@#$%^)", "hard to guess",
      ])
    let heading = policy.groups[1].heading
    #expect(heading?.emphasis == "3 of these 4")
    #expect(
      heading.map { $0.before + $0.emphasis + $0.after }
        == "Use at least 3 of these 4 criteria when setting your password:")
    #expect(policy.places[1].members == 1..<5)
    #expect(policy.groups[1].required == 3)
    #expect(policy.characterRange == 8...32)
  }

  @Test func `A8 the rules judge in the order of the contract, with its texts`() {
    let policy = Policy.classic()
    #expect(
      policy.rules.map(\.message.text) == [
        "Enter your password.", "Your password must meet the requirements below.",
        "Choose a stronger password.",
      ])
    #expect(policy.rules.map(\.judgesCriteria) == [false, true, true])
  }

  @Test func `the texts come from the catalogue`() {
    let catalogue = Texts(
      ListedLanguage([
        "digit (0-9)": "Ziffer (0-9)", "Enter your password.": "Kennwort eingeben",
        "Choose a stronger password.": "Stärker, bitte",
      ]))
    let policy = Policy.classic(catalogue, minimumLevel: .strong)
    #expect(policy.criteria[3].label == "Ziffer (0-9)")
    #expect(policy.rules.first?.message.text == "Kennwort eingeben")
    #expect(policy.rules.last?.message.text == "Stärker, bitte")
  }

  /// A text, the criteria that it meets (L length, A upper, a lower, 0 digit, $ special) and the rules that fail.
  static let judgements: [(text: String, met: String, failures: [Int])] = [
    ("", "", [0, 1]), ("a", "a", [1]), ("Abcdef1", "Aa0", [1]), ("Abcdefg1", "LAa0", []),
    ("abcdefgh", "La", [1]), ("abcdefg1", "La0", [1]), ("ABCDEFG1", "LA0", [1]), ("ABCDEF1$", "LA0$", []),
    ("abcdef1$", "La0$", []), ("Abcdefg$", "LAa$", []), ("Abcdef1$", "LAa0$", []), ("12345678", "L0", [1]),
    ("........", "L$", [1]), ("Abcdef 1", "Aa0", [1]), ("Abcdef\t1", "Aa0", [1]), ("Abcdefg1%", "LAa0$", []),
    ("%%%%%%%%", "L$", [1]), ("%", "$", [1]), ("Äbcdefg1", "La0", [1]), ("Äbcdef1€", "La0$", []),
    ("A\u{301}bcdefg1", "La0", [1]), ("ＡＢＣ１２３ａｂ", "L", [1]), ("٣٤٥٦٧٨٩٠", "L", [1]),
    ("Abcdef1\u{7F}", "LAa0", []), ("Abcdef1🙂", "LAa0$", []),
  ]

  @Test(arguments: judgements)
  func `A5 A8 every criterion and every rule is judged by itself`(
    text: String, met: String, failures: [Int]
  ) {
    let verdict = policy.verdict(on: text)
    #expect(verdict.met("LAa0$") == met)
    #expect(policy.rules.indices.filter { verdict.fails($0) } == failures)
    #expect(verdict.firstFailure == failures.first)
    #expect(verdict.metBits >> 5 == 0)
    #expect(verdict.failureBits >> 2 == 0)
  }

  @Test func `A5 all 32 signs of ASCII are special, and no other of its characters`() {
    let special = Set(##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##.unicodeScalars)
    #expect(special.count == 32)
    for value in UInt8(0)..<0x80 {
      let scalar = Unicode.Scalar(value)
      #expect(policy.verdict(on: String(scalar)).isMet(4) == special.contains(scalar), "\(value)")
    }
  }

  @Test(arguments: ["€", "§", "«", "—", "·", "×", "…", "。", "！", "🙂", "☃", "´"])
  func `A5 what Unicode calls punctuation or a symbol is special`(text: String) {
    #expect(policy.verdict(on: text).met("LAa0$") == "$")
  }

  @Test(arguments: ["é", "ß", "漢", "ж", "٣", "²", "½", "\u{301}", "\u{200D}", "\u{E000}", "\u{85}"])
  func `A5 any other character is accepted and counts for none of the four`(text: String) {
    #expect(policy.verdict(on: text).met("LAa0$") == "")
    let isWhiteSpace = text == "\u{85}"
    #expect((policy.verdict(on: "Abcdefg1" + text).firstFailure == nil) != isWhiteSpace)
  }

  @Test func `A5 a letter that carries a combining mark is no ASCII letter`() {
    #expect(policy.verdict(on: "e\u{301}").met("LAa0$") == "")
    #expect(policy.verdict(on: "A\u{20DD}").met("LAa0$") == "")
    #expect(policy.verdict(on: "ee\u{301}").met("LAa0$") == "a")
    #expect(policy.verdict(on: "1\u{301}").met("LAa0$") == "0")
    #expect(policy.verdict(on: "eé").met("LAa0$") == "a")
  }

  @Test(arguments: ["a", "é", "e\u{301}", "漢", "👨‍👩‍👧‍👦", "🇨🇭"])
  func `A5 the length counts grapheme clusters, from 8 to 32`(cluster: String) {
    for (count, isMet) in [(0, false), (7, false), (8, true), (32, true), (33, false)] {
      #expect(policy.verdict(on: String(repeating: cluster, count: count)).isMet(0) == isMet)
    }
  }

  @Test func `A8 where only the level is missing the error asks for a stronger password`() {
    let policy = Policy.classic(minimumLevel: .medium)
    #expect(policy.verdict(on: "short", meter: FixedMeter(answer: .strong)).failureBits == 0b010)
    #expect(policy.verdict(on: "Abcdef1$").firstFailure == 2)
    #expect(policy.verdict(on: "Abcdefgh1$").firstFailure == nil)
    #expect(policy.verdict(on: "short").failureBits == 0b110)
    #expect(Policy.classic(minimumLevel: .strong).verdict(on: "Abcdefgh1$").firstFailure == 2)
  }

  @Test func `B3 with nothing typed the level is weak, whatever the meter says`() {
    #expect(policy.verdict(on: "", meter: FixedMeter(answer: .strong)).level == .weak)
    #expect(policy.verdict(on: "a", meter: FixedMeter(answer: .strong)).level == .strong)
  }

  @Test func `a meter may come in as an existential`() {
    let meter: any Meter = FixedMeter(answer: .medium)
    #expect(policy.verdict(on: "a", meter: meter).level == .medium)
  }

  @Test func `a policy of groups of one asks for every criterion`() {
    let policy = Policy([
      .init(.init(.length(1...64, whiteSpace: true), label: "")), .init(.init(.contains(.digit), label: "")),
    ])
    #expect(policy.rules.map(\.cause) == [.empty, .requirements])
    #expect(policy.verdict(on: "a").firstFailure == 1)
    #expect(policy.verdict(on: "a 1").firstFailure == nil)
  }
}
