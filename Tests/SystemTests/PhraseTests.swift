import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// Phrases of the commonest words of one language, and published examples of good passwords.
@Suite struct PhraseTests {
  private let meter: GuessMeter

  init() throws {
    meter = try GuessMeter(commonWords: CommonWords { PackageFile.root + "/packaging/lists" })
  }

  private func bits(_ text: String) -> Double { meter.estimate(of: text).bits ?? -1 }

  /// Every tenth of the 2,000 commonest words of a language.
  private static func words(_ language: String) throws -> [String] {
    let table = try PackageFile.text("Tests/SystemTests/Tables/phrase-words").split(separator: "\n")
    let line = try #require(table.first { $0.hasPrefix("\(language): ") })
    return line.split(separator: " ").dropFirst().map(String.init)
  }

  @Test(
    arguments: [
      ("IchLiebeDichMama", 40), ("jetaimemonamour", 40), ("teamomuchomivida", 40), ("Amor.da.minha.vida", 40),
      ("tiamoamoremio123", 44), ("ЛюблюТебяМама2020", 48), ("люблю-тебя-мама", 40),
      ("я тебя очень люблю", 44),
      ("ICH LIEBE DICH SEHR", 40), ("Je t'aime mon amour", 40), ("мама и папа и я", 40),
      ("dom i praca i ja", 40),
    ] as [(String, Double)])
  func `B5 a phrase of the commonest words of a language takes few guesses`(text: String, most: Double) {
    #expect(bits(text) < most, "\(text): \(bits(text))")
  }

  @Test func `A14 a phrase is no commonly used password`() {
    func isListed(_ text: String) -> Bool { meter.contains(text.utf8Span) }
    for text in ["ich liebe dich mama", "Le chat est noir", "MeGustaMuchoElMar"] {
      #expect(!isListed(text), "\(text)")
    }
    #expect(isListed("correct-horse-battery-staple"))
  }

  @Test func `B5 words of several languages are no phrase`() {
    #expect(bits("te-mucho-amo-vida") < 36)
    #expect(bits("dich-mucho-tebya-vida") > 40)
  }

  @Test func `B5 letters alone and apostrophes are no phrase`() {
    for text in ["k w z p f q t x", "kw'zp'fq'tx'mb", "kw z p fmq x tb", "k'w zpf'q txm'b"] {
      let letters = text.count { $0.isLetter }
      #expect(bits(text) >= Double(letters) * 4.7, "\(text): \(bits(text))")
    }
  }

  @Test(arguments: ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "ru"])
  func `B5 four of the 2,000 commonest words of a language are medium, and seven of the 500 commonest too`(
    language: String
  ) throws {
    let words = try Self.words(language)
    #expect(words.count == 200)
    var random = Steps(seed: 73)
    func draw(_ count: Int, of first: Int) -> String {
      (0..<count).map { _ in words[random.next(first)] }.joined(separator: "-")
    }
    let four = (0..<200).map { _ in bits(draw(4, of: 200)) }.sorted()
    #expect((42...50).contains(four[100]), "\(four[100])")
    for _ in 0..<100 {
      let sentence = draw(7, of: 50)
      #expect(meter.level(of: sentence) >= .medium, "\(sentence)")
    }
  }

  @Test func `B5 an example of a good password that is published takes few guesses in any form`() throws {
    let lines = try PackageFile.text("packaging/lists/examples").split(separator: "\n")
    #expect((1...50).contains(lines.count))
    for line in lines {
      let fields = line.split(separator: "\t").map(String.init)
      try #require(fields.count == 2)
      let example = fields[0]
      let words = example.split(separator: " ").map(String.init)
      for form in [
        example, example.lowercased(), example.uppercased(), words.joined(), words.joined(separator: "-"),
        words.joined(separator: ", "),
      ] {
        for end in ["", "1", "7!", "2026", "!?#$"] { #expect(bits(form + end) <= 24, "\(form)\(end)") }
      }
      guard words.count > 3 else { continue }
      let other = words.reversed().joined(separator: " ")
      #expect(bits(other) > 40, "\(other)")
    }
    #expect(bits("correct horse battery staple 48151623") > 24)
    for text in ["correct horse battery", "correct horse battery staple oboe"] { #expect(bits(text) > 24) }
  }
}
