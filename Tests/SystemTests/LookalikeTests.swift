import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// Letters that look like others are judged as these, too.
@Suite struct LookalikeTests {
  private let meter: GuessMeter

  init() throws {
    meter = try GuessMeter(commonWords: CommonWords { PackageFile.root + "/packaging/lists" })
  }

  private func bits(_ text: String) -> Double { meter.estimate(of: text).bits ?? -1 }

  @Test(
    arguments: [
      ("ｐａｓｓｗｏｒｄ１２３", "password123"), ("раsswоrd123456", "password123456"), ("ΡΑSSWΟRD123", "PASSWORD123"),
      ("𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝𝟏𝟐𝟑", "password123"), ("Ｓｏｍｍｅｒ２０２６！", "Sommer2026!"),
      ("Мicrosoft2024!!!!", "Microsoft2024!!!!"), ("Мichael2024", "Michael2024"),
      ("Тatiana1990", "Tatiana1990"),
      ("Κostas1985", "Kostas1985"), ("привeт2024!", "привет2024!"), ("ПАРOЛЬ2024", "ПАРОЛЬ2024"),
      ("محمد١٩٩٠محمد١٩٩٠", "محمد1990محمد1990"), ("بغداد-١٩٩٠-بغداد", "بغداد-1990-بغداد"),
      ("password१२३", "password123"),
    ]) func `B5 a look-alike is worth a bit more than the letter`(text: String, plain: String)
  {
    #expect(bits(text) <= bits(plain) + 1 + 1e-6)
    let parts = meter.parts(of: text.utf8Span, count: text.count, context: ContextWords())
    #expect(parts.reduce(0) { $0 + $1.count } == text.count)
    #expect(abs(parts.reduce(0) { $0 + $1.bits } - bits(text)) < 1e-6)
  }

  @Test func `B5 an alphabet of its own is not read as Latin`() {
    #expect(bits("еѕсаре") > bits("escape") + 8)
    #expect(bits("еscape") <= bits("escape") + 1 + 1e-6)
    #expect(bits("кzwpfqtxmyr") >= bits("kzwpfqtxmyr"))
  }

  @Test func `B5 what looks like a common password is commonly used`() {
    func isListed(_ text: String) -> Bool { meter.contains(text.utf8Span) }
    #expect(isListed("ｐａｓｓｗｏｒｄ") && !isListed("ｋｚｗｐｆｑｔｘ"))
  }
}
