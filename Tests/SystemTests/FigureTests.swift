import Glibc
import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// The figure beside what it should be: of texts whose bits are known, and of the tricks that people think make a
/// password strong. All texts are drawn from seeds.
@Suite struct FigureTests {
  private let meter: GuessMeter
  private static let folder = PackageFile.root + "/packaging/lists"

  init() throws { meter = try GuessMeter(commonWords: CommonWords { Self.folder }) }

  private func bits(_ text: String, _ context: ContextWords = ContextWords()) -> Double {
    meter.estimate(of: text.utf8Span, count: text.count, context: context).bits ?? -1
  }

  private static func words(_ list: String) throws -> [String] {
    try PackageFile.text("packaging/lists/words/\(list)").split(separator: "\n").map(String.init)
  }

  @Test(
    arguments: [
      ("p a s s w o r d", 7), ("a-b-c-d-e-f-g-h", 11), ("P-a-s-s-w-o-r-d-1", 11), ("1-2-3-4-5-6-7-8", 9),
      ("12:34:56:78:90:12", 15), ("ab cd ef gh ij kl", 12), ("a b c 1 2 3", 11), ("Pass-Word-2024", 20),
      ("one two three four five six", 53), ("l.o.v.e.", 12), ("My mother makes the best .", 50),
      ("q1w2e3r4t5y6u7i8o9p0", 20), ("a;sldkfj", 20), ("e1m2i3l4y5", 26), ("qpwoeiruty", 22),
      ("azbycxdw", 20),
      ("Yathzee Yathzee", 50), ("Kzwpfqtx-Kzwpfqtx", 55), ("Kzwpfqtx1Kzwpfqtx2", 66), ("76441aaa76441", 33),
      ("АБВГДЕЁЖЗИ", 39), ("αβγδεζηθ", 15), ("あいうえおかきくけこ", 39), ("我爱你我爱你", 39),
      ("klapaucius", 15), ("abrakadabra", 12), ("q1w2e3r4t5y6u7i8", 20), ("tueresmivida", 39),
      ("(852)-555-9630", 39),
      ("john.smith@gmail.com", 30), ("www.hellokitty.com", 20), ("hggilhai]", 39), ("l+o+v+e+y+o+u", 14),
      ("aa+bb+cc+dd+ee", 26), ("+49 (0)30 901820", 46), ("0171/9182736", 40),
      ("teiubescmult", 39),
    ] as [(String, Double)])
  func `B5 what a sign, a copy or two runs in one hide is found`(text: String, most: Double) {
    #expect(bits(text) <= most, "\(text)")
  }

  @Test func `B5 names of the person are found through signs`() {
    let person = ContextWords(["Hans Florian Zimmer", "john.smith@contoso.com"])
    #expect(bits("Hans.Florian.Zimmer.1990", person) < 26)
    #expect(bits("John-Smith-Contoso-2024", person) < 26)
    #expect(bits("H.a.n.s.F.l.o.r.i.a.n", person) < 26)
  }

  @Test(arguments: ["en", "de", "pt"], [3, 4, 5, 6])
  func `B5 F4 of drawn words the meter says what the generator says`(list: String, count: Int) throws {
    let words = try Self.words(list)
    let truth = Double(count) * log2(Double(words.count))
    for separator in ["", "-", " ", ".", "_"] {
      var random = Steps(seed: UInt64(47 + count))
      let all = (0..<250).map { _ in
        bits((0..<count).map { _ in words[random.next(words.count)] }.joined(separator: separator))
      }.sorted()
      #expect(abs(all[125] - truth) <= 3, "'\(separator)': \(all[125])")
      #expect(all.count { $0 > truth + 8 } <= 250 / 10, "'\(separator)'")
      #expect(all.count { $0 < truth - 8 } <= 250 / 20, "'\(separator)'")
      let levels = all.map { StrengthScale.guesses.level(ofBits: $0) }
      let expected: Level? = [3: .weak, 4: .medium, 6: .strong][count]
      if let expected { #expect(levels.count { $0 == expected } >= 250 * 95 / 100, "'\(separator)'") }
    }
  }

  @Test(
    arguments: [
      (String(decoding: 0x21...0x7E, as: UTF8.self), 12), (String(decoding: 0x21...0x7E, as: UTF8.self), 14),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 14),
      ("abcdefghijklmnopqrstuvwxyz", 16),
      ("0123456789", 20), ("0123456789", 24), ("0123456789abcdef", 32),
    ] as [(String, Int)])
  func `B5 random texts keep their bits`(alphabet: String, count: Int) {
    let signs = Array(alphabet)
    let truth = Double(count) * log2(Double(signs.count))
    var random = Steps(seed: 47)
    let all = (0..<1000).map { _ in
      bits(String((0..<count).map { _ in signs[random.next(signs.count)] }))
    }.sorted()
    #expect(all[500] >= truth - 4.2, "\(all[500]) of \(truth)")
    #expect(all.count { $0 > truth + 1 } <= 1)
  }

  @Test func `B5 ideographs, UUIDs and base32 in groups keep their bits`() {
    var random = Steps(seed: 47)
    func draw(_ count: Int, _ next: (Int) -> Character) -> String { String((0..<count).map(next)) }
    let base32 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let hex = Array("0123456789abcdef")
    let kinds: [(truth: Double, text: () -> String)] = [
      (6 * log2(20_992), { draw(6) { _ in Character(Unicode.Scalar(0x4E00 + random.next(20_992)) ?? "?") } }),
      (128, { draw(36) { [8, 13, 18, 23].contains($0) ? "-" : hex[random.next(16)] } }),
      (80, { draw(19) { [4, 9, 14].contains($0) ? "-" : base32[random.next(32)] } }),
    ]
    for kind in kinds {
      let all = (0..<300).map { _ in bits(kind.text()) }.sorted()
      #expect(abs(all[150] - kind.truth) <= 5, "\(all[150]) of \(kind.truth)")
    }
  }

  @Test func `B5 a text of more than 40 code points is worth no less than its first 32`() throws {
    let words = try Self.words("en")
    var random = Steps(seed: 48)
    for round in 0..<400 {
      var text = ""
      while text.count < 41 + random.next(60) {
        switch (random.next(4), round % 2) {
        case (0, _): text += words[random.next(words.count)]
        case (1, 0): text += String(repeating: "-", count: 1) + words[random.next(300)]
        case (2, _): text += "\(random.next(10_000))"
        default: text.unicodeScalars.append(Unicode.Scalar(UInt8(0x21 + random.next(94))))
        }
      }
      #expect(bits(text) >= bits(String(text.prefix(32))) - 1e-6, "\(text)")
    }
  }

  @Test(arguments: [".com", "www.gmail.com", "http://www.yahoo.com", "www.", "@", "-", "- -", "a", "ab", "é"])
  func `B5 a text of an address alone, or of a few characters, has bits`(text: String) {
    #expect((0..<40).contains(bits(text)), "\(bits(text))")
    let parts = meter.parts(of: text.utf8Span, count: text.count, context: ContextWords())
    #expect(parts.allSatisfy { $0.bits >= 0 && $0.bits.isFinite })
  }

  @Test func `B5 characters that are added behind a long text count`() {
    let long = "thisisthepasswordforthewirelessnetworkathome"
    #expect(bits(long + "kV8#tq!Zr2xQm9") > bits(long) + 60)
    #expect(bits("iloveyoubecauseyouaremylifeandmysoul" + "kV8#tq!Zr2xQm9") > 75)
    #expect(bits(String.ofManyKinds(100)) > bits(String.ofManyKinds(60)) + 100)
    for count in 129...150 { #expect(bits(String.ofManyKinds(count)) > bits(String.ofManyKinds(128)) - 8) }
  }

  @Test func `B5 a password of the list of common ones is commonly used, whatever its bits`() {
    func isListed(_ text: String) -> Bool { meter.contains(text.utf8Span) }
    for text in ["klapaucius", "l58jkdjp!", "3RJs1la7qe", "babygirl1", "jordan23"] {
      #expect(isListed(text), "\(text)")
    }
    #expect(!isListed("klapauciuz"))
  }
}

/// The same numbers in each run: a linear congruential generator (Knuth, MMIX).
struct Steps {
  var seed: UInt64

  mutating func next(_ limit: Int) -> Int {
    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(seed >> 33) % limit
  }
}
