import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension PasswordRecipe {
  /// Draws a password of `count` parts from `source`; `nil` if the source ends first.
  fileprivate func drawn(_ count: Int, from source: [UInt8]) throws -> String? {
    var source = ListedBytes(source)
    var password = try SecretBuffer(capacity: DrawingRules.longest)
    guard (try? draw(count, from: &source, into: &password)) != nil else { return nil }
    return password.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }
}

extension CharacterRecipe {
  fileprivate init(_ rules: DrawingRules, alphabet: String, inside: String = "") {
    self.init(rules, alphabet: Array(alphabet.utf8), inside: Array(inside.utf8))
  }

  /// The recipe that draws what is easiest to type.
  fileprivate static func easy(_ policy: Policy, isUnambiguous: Bool = false) -> CharacterRecipe {
    easy(DrawingRules(policy), isUnambiguous: isUnambiguous) { $0.strongestCount != nil }
  }
}

/// The texts of `count` of the `parts`, with `separator` between them.
private func texts(of count: Int, from parts: [String], separator: String = "") -> [String] {
  (1..<count).reduce(parts) { texts, _ in texts.flatMap { text in parts.map { text + separator + $0 } } }
}

/// The policy `classic` with other lengths and another number of kinds.
private func classic(_ counts: ClosedRange<Int>, classes: Int) -> Policy {
  var policy = Policy.classic(minimumLevel: .weak)
  policy.groups[0].criteria[0].condition = .length(counts)
  policy.groups[1].required = classes
  return policy
}

private func passes(_ text: String, _ policy: Policy) -> Bool {
  policy.verdict(on: text.utf8Span, count: text.count, by: Judge()).firstFailure == nil
}

/// Whether `bits` are those of `count` texts; none for 0.
private func areEqual(_ bits: Double?, _ count: Int) -> Bool {
  bits.map { abs($0 - log2(Double(count))) < 1e-9 } ?? (count == 0)
}

@Suite struct CharacterRecipeTests {
  @Test(
    arguments: [
      .length(8...12), .noSpaces, .spacesWelcome, .bytes(atMost: 9), .contains(.special), .specialOrSpace,
      .only(.digits), .repeats(atMost: 1), .sequence(atMost: 1),
      .pwquality(.length(atLeast: 9, credits: [:])),
      .pwquality(.bytes(of: .digit, atLeast: 1)), .pwquality(.kinds(atLeast: 4)),
    ] as [Policy.Criterion.Condition])
  func `F4 what is drawn meets each criterion whose row says so`(condition: Policy.Criterion.Condition) throws
  {
    #expect(condition.row.canBeDrawn)
    let policy = Policy([Policy.Group(condition, .english)])
    let rules = DrawingRules(policy)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let bytes = (0..<10_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      let count = max(rules.counts.lowerBound, min(rules.counts.upperBound, 9))
      let password = try #require(try CharacterRecipe.easy(policy).drawn(count, from: bytes))
      #expect(passes(password, policy), "\(password)")
    }
  }

  @Test(
    arguments: [
      .unlisted, .unleaked, .level(atLeast: .medium), .pwquality(.noPalindrome),
      .pwquality(.bytes(of: .digit, atLeast: 2)), .custom(CustomTest { _ in true }),
    ] as [Policy.Criterion.Condition])
  func `F4 what is drawn may be refused by any other criterion`(condition: Policy.Criterion.Condition) {
    #expect(!condition.row.canBeDrawn)
  }

  /// What the recipe draws at the ends, and what else inside. Each is in order.
  private func alphabet(_ recipe: CharacterRecipe) throws -> (outer: String, inner: String) {
    let (one, three) = (recipe.bitsOfAll(of: 1), recipe.bitsOfAll(of: 3))
    let (outer, all) = (exp2(one).rounded(), exp2(three - 2 * one).rounded())
    func character(_ number: Int) throws -> Character {
      Array(try #require(try recipe.drawn(3, from: [0, UInt8(number), 0])))[1]
    }
    func text(_ numbers: Range<Int>) throws -> String { String(try numbers.map(character).sorted()) }
    return (try text(0..<Int(outer)), try text(Int(outer)..<Int(all)))
  }

  private func alphabet(
    allowing allowed: AllowedCharacters?, isUnambiguous: Bool = false
  ) throws -> (outer: String, inner: String) {
    try alphabet(.easy(Policy.anything.applying { $0.allowed = allowed }, isUnambiguous: isUnambiguous))
  }

  private static let plain = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

  @Test(arguments: [nil, .ascii, .latin1] as [AllowedCharacters?], [false, true])
  func `F4 letters and digits are drawn, and inside hyphen, full stop, underscore and plus`(
    allowed: AllowedCharacters?, isUnambiguous: Bool
  ) throws {
    #expect(try alphabet(allowing: allowed, isUnambiguous: isUnambiguous) == (Self.plain, "+-._"))
  }

  @Test func `F4 characters that are listed one by one are drawn, all of them, anywhere`() throws {
    for list in ["0123456789abcdef", "01IOal|", "!#~", "!aé"] {
      let ascii = list.filter(\.isASCII)
      #expect(try alphabet(allowing: AllowedCharacters(list)) == (ascii, ""))
    }
    #expect(try alphabet(allowing: AllowedCharacters("01IOabl|"), isUnambiguous: true) == ("ab", ""))
    // Without letters, no digit looks like another character.
    #expect(try alphabet(allowing: .digits) == ("0123456789", ""))
    #expect(try alphabet(allowing: .digits, isUnambiguous: true) == ("23456789", ""))
  }

  @Test func `F4 other signs are drawn where a rule demands more than the usual ones give`() throws {
    // 11 characters of letters, digits and four signs have 65 bits.
    let rules = DrawingRules(Policy.anything.applying { $0.maximumLength = 11 })
    for (least, outer, inner) in [(65.0, 57, 4), (69, 57, 31), (71, 57, 4)] {
      let found = try alphabet(.easy(rules) { $0.leastCount(with: least) != nil })
      #expect(found.outer.count == outer && found.inner.count == inner, "\(least)")
    }
    // A password of two characters has no inside.
    let short = Policy.anything.applying {
      ($0.required, $0.maximumLength) = ([RequiredClasses([.special])].compactMap(\.self), 2)
    }
    #expect(CharacterRecipe.easy(short).bitsOfAll(of: 1) > 6)
    #expect(CharacterRecipe.easy(short).bits(of: 2) != nil)
  }

  /// Expects the bits of that many characters to be those of the texts that meet the policy.
  private func expectBits(
    of counts: ClosedRange<Int>, from alphabet: String, inside: String = "", _ policy: Policy
  ) {
    let recipe = CharacterRecipe(DrawingRules(policy), alphabet: alphabet, inside: inside)
    for count in counts {
      let left = texts(of: count, from: (alphabet + inside).map { String($0) }).count {
        passes($0, policy) && !inside.contains($0.first ?? " ") && !inside.contains($0.last ?? " ")
      }
      #expect(areEqual(recipe.bits(of: count), left), "\(count)")
    }
  }

  @Test(arguments: 1...3, [("ab", "-"), ("aB7", "-+"), ("a", "-."), ("", "-")])
  func `F4 the bits of characters that stand only inside are those of the texts that meet the rule`(
    classes: Int, alphabet: (outer: String, inner: String)
  ) {
    let policy = classic(1...5, classes: classes)
    expectBits(of: 1...5, from: alphabet.outer, inside: alphabet.inner, policy)
    expectBits(
      of: 1...5, from: alphabet.outer, inside: alphabet.inner,
      policy.applying { ($0.maximumRepeat, $0.maximumSequence) = (1, 2) })
  }

  @Test(arguments: 1...4, ["aB7#", "abC7", "abcd", "ab#-", "aBcDe56!?", "a"])
  func `F4 the bits of characters are those of the texts that meet the rule`(classes: Int, alphabet: String) {
    expectBits(of: 1...5, from: alphabet, classic(2...4, classes: classes))
  }

  @Test(
    arguments: [(nil, nil), (1, nil), (2, nil), (nil, 1), (nil, 2), (nil, 3), (1, 2), (2, 2)]
      as [(Int?, Int?)],
    ["abc", "abCD1", "ab1", "aA1#", "12"])
  func `H2 the bits are those of the texts that have no longer runs than the rules allow`(
    limits: (same: Int?, sequence: Int?), alphabet: String
  ) {
    for classes in [1, 2] {
      let policy = classic(1...5, classes: classes)
        .applying { ($0.maximumRepeat, $0.maximumSequence) = limits }
      expectBits(of: 1...5, from: alphabet, policy)
    }
  }

  @Test func `H2 what the rules do not allow is drawn again`() throws {
    let policy = Policy.anything.applying { ($0.maximumRepeat, $0.maximumSequence) = (1, 1) }
    let recipe = CharacterRecipe(DrawingRules(policy), alphabet: "abd")
    #expect(try recipe.drawn(3, from: [0, 0, 2, 0, 1, 2, 0, 2, 1]) == "adb")
  }

  @Test func `H1 the bits of a pin are those of its digits`() throws {
    let recipe = CharacterRecipe.easy(.pin())
    #expect(areEqual(recipe.bits(of: 6), 1_000_000))
    #expect(recipe.bits(of: 13) == nil && recipe.strongestCount == 12)
  }

  @Test(arguments: 6...26) func `H1 under bsi the alternative counts from 25 characters on`(count: Int) throws
  {
    let policy = Policy.bsi(minimumLevel: .weak)
    let recipe = CharacterRecipe(DrawingRules(policy), alphabet: "ab1")
    #expect((recipe.bits(of: count) != nil) == (count >= 25))
    let all = CharacterRecipe(DrawingRules(policy), alphabet: "aB1#")
    #expect((all.bits(of: count) != nil) == (count >= 8))
  }

  @Test func `H2 where no ASCII character is allowed none is drawn`() {
    let policy = Policy.anything.applying { $0.allowed = AllowedCharacters("éà") }
    let recipe = CharacterRecipe.easy(policy)
    #expect(recipe.bits(of: 8) == nil && recipe.leastCount(with: 1) == nil && recipe.strongestCount == nil)
  }

  @Test func `F4 passwords are drawn until one is accepted, and no more of them than that`() throws {
    let recipe = CharacterRecipe(DrawingRules(Policy.anything), alphabet: "ab")
    for (most, isDrawn) in [(1, false), (2, false), (3, true), (9, true)] {
      var source = ListedBytes([0, 0, 1, 0, 0])
      var password = try SecretBuffer(capacity: DrawingRules.longest)
      var tried = ""
      let answer = try recipe.draw(1, from: &source, into: &password, atMost: most) {
        tried += String(copying: $0)
        return $0.span[0] == UInt8(ascii: "b")
      }
      #expect(answer == isDrawn)
      #expect(tried == "aab".prefix(most))
    }
  }

  @Test func `F4 the bits are right where all classes are asked for`() {
    var policy = Policy.account(minimumLevel: .weak)
    policy.groups[0].criteria[0].condition = .length(4...5)
    expectBits(of: 4...5, from: "abC78#", policy)
  }

  @Test func `F4 each text that meets the rule is drawn as often as the others`() throws {
    let policy = classic(3...3, classes: 3)
    let recipe = CharacterRecipe(DrawingRules(policy), alphabet: "aB7#")
    var drawn: [String: Int] = [:]
    for number in 0..<64 {
      let source = [number >> 4, number >> 2 & 3, number & 3].map { UInt8($0) }
      if let text = try recipe.drawn(3, from: source) { drawn[text, default: 0] += 1 }
    }
    #expect(Set(drawn.keys) == Set(texts(of: 3, from: ["a", "B", "7", "#"]).filter { passes($0, policy) }))
    #expect(drawn.values.allSatisfy { $0 == 1 })
  }

  @Test func `F4 a text that misses a class is drawn again as a whole`() throws {
    let recipe = CharacterRecipe(DrawingRules(classic(3...3, classes: 3)), alphabet: "aB7#")
    #expect(try recipe.drawn(3, from: [0, 0, 0, 1, 1, 2, 3, 2, 1]) == "#7B")
  }

  @Test(arguments: [
    (StandardPolicy.classic, 75.0, 13), (.classic, 40, 8), (.classic, 0, 8), (.nist, 75, 15),
    (.owasp, 75, 13), (.nistMFA, 40, 8), (.owasp, 100, 17),
  ])
  func `F4 the least length is that of the rule and the bits`(
    policy: StandardPolicy, least: Double, count: Int
  ) {
    let recipe = CharacterRecipe.easy(policy.policy())
    #expect(recipe.leastCount(with: least) == count)
    #expect(recipe.nearestCount(to: 1, with: least) == count)
  }
}

@Suite struct AcceptedBitsTests {
  private let folder = TemporaryFolder()

  /// Random numbers that are counted.
  private struct Counted: RandomBytes {
    private var random = SeededGenerator(seed: 1)
    private(set) var numbers = 0

    mutating func next() -> UInt8 { UInt8.random(in: .min ... .max, using: &random) }

    mutating func number(below count: Int) -> Int {
      numbers += 1
      return Int.random(in: 0..<count, using: &random)
    }
  }

  @Test func `F4 as many words as are advised take few draws, also where hardly any fit`() throws {
    // Of 256 characters a word in ten leaves room for 37 words.
    let words = (0..<1000).map { number in
      let letters = number % 10 == 0 ? 3 : 6
      return String((0..<letters).map { Character(UnicodeScalar(UInt8(97 + number / (1 << $0) % 26))) })
    }
    let list = folder.write(Set(words).joined(separator: "\n"), to: "words")
    let recipe = WordRecipe(
      try PlainWords(path: list), meeting: DrawingRules(.nist(minimumLevel: .weak)))
    let most = try #require(recipe.strongestCount)
    #expect(most > 30 && recipe.bitsOfAll(of: most) - (recipe.bits(of: most) ?? 0) > 5)
    var random = Counted()
    var password = try SecretBuffer(capacity: DrawingRules.longest)
    let found = try recipe.acceptedBits(of: most, from: &random, into: &password) { _ in true }
    #expect(found?.areExact == false && random.numbers < 4_000_000)
  }

  /// The bits of what is accepted, and how many passwords were looked at.
  private func bits(
    of recipe: some PasswordRecipe, _ count: Int, _ accepts: (String) -> Bool?
  ) throws -> (bits: Double?, areExact: Bool?, seen: [String]) {
    var random = try SystemRandom(in: SecretMemory(for: [SystemRandom.capacity]))
    var password = try SecretBuffer(capacity: DrawingRules.longest)
    var seen: [String] = []
    let found = try recipe.acceptedBits(of: count, from: &random, into: &password) { text in
      seen.append(String(copying: text))
      return accepts(seen.last ?? "")
    }
    return (found?.bits, found?.areExact, seen)
  }

  @Test(arguments: ["abc", "aB7#", "ab", "aA1!"], 1...5)
  func `F4 with few possible passwords, each is looked at once`(alphabet: String, count: Int) throws {
    let policy = classic(1...5, classes: 2).applying { $0.maximumRepeat = 2 }
    let recipe = CharacterRecipe(DrawingRules(policy), alphabet: alphabet)
    let all = texts(of: count, from: alphabet.map { String($0) }).filter { passes($0, policy) }
    let found = try bits(of: recipe, count) { !$0.hasSuffix("a") }
    guard recipe.bits(of: count) != nil else {
      #expect(found.bits == nil && found.seen.isEmpty)
      return
    }
    #expect(found.seen.sorted() == all.sorted())
    #expect(areEqual(found.bits, all.count { !$0.hasSuffix("a") }) && found.areExact != false)
  }

  @Test(arguments: [(14, true), (15, false)])
  func `F4 up to 2^14 passwords are all counted, more are sampled`(
    count: Int, isCounted: Bool
  ) throws {
    let recipe = CharacterRecipe(DrawingRules(Policy.anything), alphabet: "ab")
    let found = try bits(of: recipe, count) { $0.first == "a" }
    #expect(found.areExact == isCounted)
    #expect(abs((found.bits ?? 0) - Double(count - 1)) < (isCounted ? 1e-9 : 0.4))
    #expect(isCounted ? found.seen.count == 1 << 14 : found.seen.count >= 500)
    // What is too rare to be drawn has fewer bits.
    let none = try bits(of: recipe, count) { _ in false }
    #expect(isCounted ? none.bits == nil : none.areExact == false && none.bits ?? 99 < Double(count - 8))
    // If nothing is refused they are known.
    let whole = try bits(of: recipe, count) { _ in true }
    #expect(whole.areExact == true && areEqual(whole.bits, 1 << count))
    let unsaid = try bits(of: recipe, count) { _ in nil }
    #expect(unsaid.bits == nil && unsaid.seen.count <= 1)
  }

  @Test func `F4 each choice of words is looked at once, with its capital and digit`() throws {
    let words = try PlainWords(path: folder.write("able\nbaker\n"))
    let recipe = WordRecipe(words, meeting: DrawingRules(classic(8...32, classes: 4)))
    let found = try bits(of: recipe, 2) { !$0.contains("7") }
    #expect(Set(found.seen).count == found.seen.count && areEqual(recipe.bits(of: 2), found.seen.count))
    #expect(areEqual(found.bits, found.seen.count { !$0.contains("7") }) && found.areExact == true)
  }
}

@Suite struct WordRecipeTests {
  private let folder = TemporaryFolder()

  private func plain(_ words: [String]) throws -> PlainWords {
    try PlainWords(path: folder.write(words.joined(separator: "\n"), to: "words"))
  }

  /// Everything that can be drawn: with each word raised and a digit after each, or unchanged.
  private func all(_ count: Int, of words: [String], _ separator: String, isMarked: Bool) -> [String] {
    let plain = texts(of: count, from: words, separator: separator)
    guard isMarked else { return plain }
    return plain.flatMap { text in
      let parts = text.split(separator: separator).map(String.init)
      return (0..<count).flatMap { raised in
        (0..<count).flatMap { marked in
          "23456789".map { digit in
            var parts = parts
            parts[raised] = parts[raised].prefix(1).uppercased() + parts[raised].dropFirst()
            parts[marked].append(digit)
            return parts.joined(separator: separator)
          }
        }
      }
    }
  }

  @Test func `F4 words that are too long for the most characters are drawn again`() throws {
    let short = "able", long = "elephant"
    let recipe = WordRecipe(try plain([short, long]), meeting: DrawingRules(.nist(minimumLevel: .weak)))
    // 30 long words are 269 bytes, and 30 short ones 149.
    let source = Array(repeating: UInt8(1), count: 30) + Array(repeating: 0, count: 30)
    let words = Array(repeating: short, count: 30)
    #expect(try recipe.drawn(30, from: source) == words.joined(separator: "-"))
  }

  @Test(arguments: [4...40, 9...13, 14...15, 19...23, 4...8], [("-", 3), ("-", 2), ("--", 4), (" ", 1)])
  func `F4 the bits of words are those of the texts that meet the rule`(
    counts: ClosedRange<Int>, asked: (separator: String, classes: Int)
  ) throws {
    let words = ["able", "bravo", "cable", "doctor", "elephant"]
    var policy = classic(counts, classes: asked.classes)
    policy.groups[0] = Policy.Group(Policy.Criterion(.length(counts), label: ""))
    let recipe = WordRecipe(try plain(words), separator: asked.separator, meeting: DrawingRules(policy))
    for count in 1...3 {
      let plain = asked.classes == 1 || asked.classes == 2 && count > 1
      let left = Set(all(count, of: words, asked.separator, isMarked: !plain).filter { passes($0, policy) })
      #expect(areEqual(recipe.bits(of: count), left.count))
    }
  }

  @Test func `F4 words of every length are drawn letter by letter as they stand in the list`() throws {
    let words = ["zoo", "able", "bravo", "yellow", "cabbage", "elephant", "jazziness"]
    let recipe = WordRecipe(try plain(words), meeting: DrawingRules(.nist(minimumLevel: .weak)))
    #expect(try recipe.drawn(7, from: [0, 1, 2, 3, 4, 5, 6]) == words.joined(separator: "-"))
  }

  @Test func `F4 each choice of words and places is drawn as often as the others`() throws {
    let words = ["able", "bravo"]
    let recipe = WordRecipe(try plain(words), meeting: DrawingRules(classic(4...40, classes: 3)))
    var drawn: [String: Int] = [:]
    // The raised word, the marked word, and the words, with the digit after the marked one.
    for number in 0..<16 {
      let bits = (0..<4).map { UInt8(number >> $0 & 1) }
      for digit in 0..<UInt8(8) {
        let source =
          bits[1] == 0 ? [bits[0], 0, bits[2], digit, bits[3]] : [bits[0], 1, bits[2], bits[3], digit]
        drawn[try #require(try recipe.drawn(2, from: source)), default: 0] += 1
      }
    }
    #expect(Set(drawn.keys) == Set(all(2, of: words, "-", isMarked: true)))
    #expect(drawn.count == 128 && drawn.values.allSatisfy { $0 == 1 })
  }

  @Test func `F4 words that do not fit the length are drawn again`() throws {
    let recipe = WordRecipe(
      try plain(["able", "elephant"]), meeting: DrawingRules(classic(4...13, classes: 2)))
    #expect(try recipe.drawn(2, from: [1, 1, 1, 0]) == "elephant-able")
  }

  @Test func `F4 words without a capital and a digit stay so where the rule wants neither`() throws {
    let recipe = WordRecipe(try plain(["able", "elephant"]), meeting: DrawingRules(.nist()))
    #expect(try recipe.drawn(3, from: [0, 1, 0]) == "able-elephant-able")
  }

  @Test func `H2 words that the rules do not allow are not drawn, nor counted`() throws {
    let words = ["able", "bravo", "cabby", "hint", "defy"]
    func recipe(_ change: (inout OwnRules) -> Void, separator: String = "-") throws -> WordRecipe {
      WordRecipe(
        try plain(words), separator: separator, meeting: DrawingRules(Policy.anything.applying(change)))
    }
    #expect(try recipe { $0.maximumRepeat = 1 }.wordCount == 4)
    #expect(try recipe { $0.maximumSequence = 2 }.wordCount == 4)
    let list = "abcdefghijklmnopqrstuvwxyz"
    #expect(try recipe { $0.allowed = AllowedCharacters("abelhint-") }.wordCount == 2)
    #expect(try recipe { $0.allowed = AllowedCharacters(list) }.bits(of: 2) == nil)
    #expect(try recipe { $0.allowed = AllowedCharacters(list) }.bits(of: 1) == log2(5))
    #expect(try recipe { $0.allowed = AllowedCharacters(list + " ") }.bits(of: 2) == nil)
    #expect(try recipe({ $0.allowed = AllowedCharacters(list + " ") }, separator: " ").bits(of: 2) != nil)
    #expect(try recipe({ $0.maximumRepeat = 1 }, separator: "--").bits(of: 2) == nil)
    #expect(try recipe { $0.allowed = .digits }.bits(of: 1) == nil)
    #expect(
      try recipe {
        ($0.allowed, $0.required) = (
          AllowedCharacters(list + "-7"), [RequiredClasses([.digit])].compactMap(\.self)
        )
      }.bits(of: 2) == nil)
  }

  @Test(arguments: ["", "a", "-a-", "7", "-7", "é", "\n", "–", "Z"])
  func `F4 a separator that two choices of words could share is not used`(text: String) {
    #expect(!WordRecipe.separates(text))
  }

  @Test(arguments: ["-", " ", ".", "--", "_/", "~!"])
  func `F4 signs and spaces separate words`(text: String) { #expect(WordRecipe.separates(text)) }
}

@Suite struct PlainWordsTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ("able\nbravo\ncable\n", 3), ("able\r\nbravo\r\ncable", 3), ("\u{FEFF}able\nable\nable", 1),
    ("ca\ncab\nable\nelephantss\nelephants\nelephant\n", 4),
    ("Able\nab-le\nable's\naéble\na ble\nable \n able\n", 0),
    ("able\rx\nab\rle\nable\r\r\n", 0), ("", 0), ("\n\n", 0), ("able", 1),
    (String(repeating: "a", count: 100_000) + "\nable", 1),
    // As lists for dice are published.
    ("11111\tabacus\n11112\tabdomen\n11113\tyo-yo\n", 2), ("1111 able\n1112  cable\r\n1113 \tab", 2),
    ("11111\nable11\n11able\n1 able able\n \table\n1 \n", 0),
  ])
  func `F4 a list counts its plain words of 3 to 9 letters, each once`(text: String, count: Int) throws {
    #expect(try PlainWords(path: folder.write(text, to: "words")).count == count)
  }
}
