import TestSupport
import Testing
import WatchwordBase

@testable import WatchwordStrength

/// The words for a reason, and what would be enough (B4).
@Suite struct ReasonTests {
  private func line(_ kind: Reason.Kind, at place: Range<Int>? = nil, _ advice: Advice?) -> Reason.Line {
    Reason(kind, at: place).line(in: .english, advice)
  }

  @Test func `B4 every kind is named at its place, alone, inside a sentence, and in a few words`() {
    let lines: [(Reason.Kind, String, String)] = [
      (.common, "a very common password", "a common password"),
      (.word, "a word or a common password", "a word"),
      (.substitution, "a word with letter swaps", "a word with swaps"),
      (.neighbours, "neighbouring keys", "neighbouring keys"),
      (.sequence, "a sequence such as abc or 6543", "a sequence"),
      (.repetition, "a repetition", "a repetition"),
      (.date, "a date or a year", "a date"),
      (.personal, "your name, email or user name", "your name or email"),
      (.local, "a word that is easy to guess here", "easy to guess here"),
      (.old, "the old password", "the old password"),
    ]
    #expect(lines.map(\.0) == Reason.Kind.allCases.filter { ![.short, .spaces, .bytes].contains($0) })
    for (kind, words, short) in lines {
      let (placed, alone) = (line(kind, at: 0..<9, nil), line(kind, nil))
      #expect(placed.fact == "Characters 1 to 9 are \(words)" && placed.short == "1-9 are \(short)")
      #expect(placed.inSentence == "characters 1 to 9 are \(words)")
      #expect(alone.fact == words.prefix(1).uppercased() + words.dropFirst())
      #expect((alone.inSentence, alone.short) == (words, short))
      #expect((placed.text, placed.advice) == (placed.fact, ""))
      #expect("Too weak: \(placed.short)".count <= 38, "one line in a window of 40 columns")
    }
    #expect(line(.date, at: 4..<5, nil).fact == "Character 5 is a date or a year")
    #expect(line(.date, at: 4..<5, nil).short == "5 is a date")
    let longer = line(.short, nil)
    #expect(
      (longer.fact, longer.inSentence, longer.short) == (
        "Longer is better", "it could be longer", "make it longer"
      ))
  }

  @Test(
    arguments: [
      (.word, 0..<9, .words(2, behindDashes: true), "add a dash and 2 unrelated words"),
      (.word, 0..<9, .words(1, behindDashes: true), "add a dash and 1 unrelated word"),
      (.word, 0..<9, .words(2, behindDashes: false), "add 2 unrelated words"),
      (.date, nil, .characters(1), "add 1 random character"),
      (.word, 0..<9, .characters(2), "add 2 random characters"),
      (.short, nil, .length(20), "use 20 characters or more"),
      (.word, 2..<9, .replacement, "replace characters 3 to 9"),
      (.local, 4..<5, .replacement, "replace character 5"), (.word, nil, .replacement, "replace it"),
      (.old, 0..<8, .words(2, behindDashes: true), "replace characters 1 to 8"), (.old, nil, nil, ""),
    ] as [(Reason.Kind, Range<Int>?, Advice?, String)])
  func `B4 what would be enough follows the fact`(
    kind: Reason.Kind, place: Range<Int>?, advice: Advice?, words: String
  ) {
    let line = line(kind, at: place, advice)
    #expect(line.advice == words)
    #expect(line.text == (words.isEmpty ? line.fact : "\(line.fact): \(words)"))
  }

  private static let kinds = [
    Policy.Criterion(.contains(.upper), .english), Policy.Criterion(.contains(.digit), .english),
  ]

  @Test(
    arguments: [
      (.words(2, behindDashes: true), 0, ["add a dash and 2 unrelated words", "add a dash and 2 words"]),
      (
        .words(1, behindDashes: true), 1,
        [
          "add a digit, a dash and 1 unrelated word", "add 0-9, a dash and 1 unrelated word",
          "add 0-9, a dash and 1 word",
        ]
      ),
      (
        .words(2, behindDashes: true), 2,
        [
          "add an uppercase letter, a digit, a dash and 2 unrelated words",
          "add A-Z, 0-9, a dash and 2 unrelated words", "add A-Z, 0-9, a dash and 2 words",
        ]
      ),
      (
        .words(2, behindDashes: false), 1,
        ["add a digit and 2 unrelated words", "add 0-9 and 2 unrelated words"]
      ),
      (.characters(3), 1, ["add a digit and 3 random characters", "add 0-9 and 3 random characters"]),
      (.characters(3), 0, ["add 3 random characters"]),
      (.length(20), 0, ["use 20 characters or more"]),
    ] as [(Advice, Int, [String])])
  func `B4 one advice names the kinds of characters that a text lacks, too`(
    advice: Advice, count: Int, texts: [String]
  ) {
    #expect(line(.word, at: 0..<9, advice).advice(besides: Self.kinds.suffix(count)) == texts)
  }

  @Test
  func
    `B4 people can add words, but draw no characters, and have room for no word in what is to be replaced`()
  {
    #expect(line(.word, .words(2, behindDashes: true)).isForPeople && line(.short, .length(20)).isForPeople)
    #expect(line(.old, .words(2, behindDashes: true)).isForPeople)
    #expect(!line(.word, .characters(3)).isForPeople && !line(.word, .replacement).isForPeople)
  }

  @Test func `B4 the marked part is named as that, and so is one that was edited`() {
    var line = line(.date, at: 4..<8, .replacement)
    line.naming = .mark
    #expect(line.text == "The marked part is a date or a year: replace the marked part")
    #expect(line.short == "a date")
    line.naming = .formerMark
    #expect(line.text == "That part was a date or a year: replace that part")
    for kind in Reason.Kind.allCases where ![.short, .spaces, .bytes].contains(kind) {
      line.reason.kind = kind
      #expect(line.inSentence == "that part was \(kind.words(.english))")
      line.naming = .mark
      #expect(line.inSentence == "the marked part is \(kind.words(.english))")
      line.naming = .formerMark
    }
  }

  @Test(
    arguments: [
      (.words(2, behindDashes: true), "Good enough. Add 2 more words to make it strong."),
      (.words(1, behindDashes: false), "Good enough. Add 1 more word to make it strong."),
      (.characters(1), "Good enough. Add 1 more character to make it strong."),
      (.length(20), "Good enough. From 20 characters on it is strong."),
      (.replacement, nil), (nil, nil),
    ] as [(Advice?, String?)])
  func `B4 a password that is strong enough is not found fault with`(advice: Advice?, text: String?) {
    let line = line(.word, advice)
    #expect(line.improvement == text)
  }

  @Test func `B4 the first reason is said, and all of them in JSON`() {
    var estimate = Estimate(level: .weak, reasons: [Reason(.date, at: 5..<9), Reason(.common)])
    estimate.advice = .replacement
    #expect(
      estimate.reason(in: .english)?.text
        == "Characters 6 to 9 are a date or a year: replace characters 6 to 9")
    #expect(estimate.allReasons(in: .english).last?.text == "A very common password: replace it")
    #expect(Estimate(level: .strong).reason(in: .english) == nil)
  }
}

/// What a policy advises, and when it names a place.
@Suite struct AdviceTests {
  /// The words for a text of `count` letters or digits whose first six cost `bits` including the rest.
  private func text(
    _ policy: Policy, bits: Double?, count: Int, kind: Reason.Kind = .word, scale: StrengthScale = .guesses
  ) -> String? {
    let level = scale.level(ofBits: bits ?? Double(count))
    let estimate = Estimate(level: level, bits: bits, reasons: [Reason(kind, at: 0..<6)], scale: scale)
    let text = String(repeating: "7", count: count)
    return policy.verdict(on: text, meter: FixedMeter(estimate: estimate)).estimate?.reason(in: .english)?
      .text
  }

  private static let word = "Characters 1 to 6 are a word or a common password"

  @Test(
    arguments: [
      (39.9, 10, "\(word): add a dash and 1 unrelated word"),
      (28, 10, "\(word): add a dash and 1 unrelated word"),
      (27.9, 10, "\(word): add a dash and 2 unrelated words"),
      (15.9, 10, "\(word): add 7 random characters"),
      (0, 10, "\(word): add 10 random characters"), (0, 22, "\(word): add 10 random characters"),
      (0, 23, "\(word): replace characters 1 to 6"),
      (40, 10, "A word or a common password: add 9 random characters"),
      (55, 10, "A word or a common password: add a dash and 2 unrelated words"),
      (74.9, 31, "A word or a common password: add 1 random character"),
      (74.9, 32, "A word or a common password: replace it"),
    ] as [(Double, Int, String)])
  func `B4 the advice is worked out from the bits that are missing, and fits the policy`(
    bits: Double, count: Int, text: String
  ) { #expect(self.text(.classic(), bits: bits, count: count) == text) }

  @Test func `B4 what the policy does not allow is not advised`() {
    let owasp = Policy.owasp()
    #expect(text(owasp, bits: 20, count: 90) == "\(Self.word): add a dash and 2 unrelated words")
    var rules = OwnRules()
    rules.allowed = .digits
    let digits = owasp.applying(rules)
    let bytes = Policy([.init(.bytes(atMost: 20), .english), .init(.level(atLeast: .medium), .english)])
    #expect(text(bytes, bits: 20, count: 15) == "\(Self.word): add 5 random characters")
    #expect(text(bytes, bits: 20, count: 16) == "\(Self.word): replace characters 1 to 6")
    #expect(text(digits, bits: 20, count: 9) == "\(Self.word): add 8 random characters")
    rules.allowed = AllowedCharacters("abcdefghijklmnopqrstuvwxyz")
    #expect(text(owasp.applying(rules), bits: 20, count: 9) == "\(Self.word): add 2 unrelated words")
    rules.allowed = AllowedCharacters("Sunflower1!")
    #expect(text(owasp.applying(rules), bits: 20, count: 11) == "\(Self.word): add 7 random characters")
    #expect(text(.pin(), bits: 9, count: 9, kind: .date) == "A date or a year: replace it")
    #expect(text(.pin(), bits: 9, count: 9, kind: .short) == nil)
  }

  @Test func `B4 what is advised makes the text as long as it has to be`() {
    let advised = [
      (2, "add a dash and 1 unrelated word"), (7, "add a dash and 1 unrelated word"),
    ]
    for (count, words) in advised {
      #expect(text(.owasp(), bits: 39, count: count, kind: .short) == "Longer is better: \(words)")
    }
    #expect(
      text(.nist(), bits: 39, count: 2, kind: .short)
        == "Longer is better: add a dash and 2 unrelated words")
  }

  @Test func `B4 no place is named of a text that has the least level, whatever that is`() {
    let owasp = Policy.owasp(minimumLevel: .weak)
    #expect(
      text(owasp, bits: 20, count: 9)
        == "A word or a common password: add a dash and 2 unrelated words")
    #expect(text(.owasp(minimumLevel: .strong), bits: 50, count: 9)?.hasPrefix(Self.word) == true)
    #expect(
      text(.classic(), bits: 50, count: 9, kind: .short)
        == "Longer is better: add 7 random characters")
  }

  @Test(
    arguments: [
      (9, "Longer is better: use 10 characters or more"), (10, "Longer is better: use 20 characters or more"),
      (19, "Longer is better: use 20 characters or more"), (20, nil),
    ] as [(Int, String?)])
  func `B4 the length meter advises the length of the next level that counts`(count: Int, text: String?) {
    let verdict = Policy.classic().verdict(on: String(repeating: "a", count: count))
    #expect(verdict.estimate?.reason(in: .english)?.text == text)
  }

  @Test func `B4 B6 a word of the list has to be as long as one of its level`() {
    let meter = LengthMeter(words: [FewWords(["watchtower", "watch-tower-and-gates"])])
    func text(_ text: String) -> String? {
      Policy.classic().verdict(on: text, meter: meter).estimate?.reason(in: .english)?.text
    }
    #expect(
      text("watchtower") == "Characters 1 to 10 are a word or a common password: use 20 characters or more")
    #expect(text("watch-tower-and-gates") == "A word or a common password: replace it")
    #expect(text("watchtower1") == "Longer is better: use 20 characters or more")
  }
}
