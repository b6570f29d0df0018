import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// Days with the name of a month, in East Asian form, and with a time.
@Suite struct DateTests {
  private let meter: GuessMeter

  init() throws {
    meter = try GuessMeter(commonWords: CommonWords { PackageFile.root + "/packaging/lists" })
  }

  private func bits(_ text: String) -> Double { meter.estimate(of: text).bits ?? -1 }

  @Test(arguments: [
    "1991年5月7日", "1985年12月24日", "2026年11月28日", "令和8年11月28日", "昭和60年1月1日", "平成3年5月7日",
    "1990년5월7일", "1990년 5월 7일", "24.Dezember.1985", "24 декабря 1985", "28. November 1990",
    "December 25th, 2025", "December 25, 2025", "25 December 2025", "25december2025", "25DEC2025",
    "28-Nov-2026", "28nov26", "24 de diciembre de 1985", "24 décembre 1985", "24decembre1985",
    "24 dicembre 1985", "24 december 1985", "24 de dezembro de 1985", "1er janvier 2000", "24 grudnia 1985",
    "24 грудня 1985", "24 Δεκεμβρίου 1985", "24 בדצמבר 1985", "24 ديسمبر 1985", "24 Aralık 1985",
    "24 decembrie 1985", "24 Desember 1985", "24 Disyembre 1985", "24 prosinca 1985", "1985. december 24.",
    "24. joulukuuta 1985", "1985-dec-24", "2025-11-28", "28.11.2025",
    "24 tháng 12 năm 1985", "1985nian12yue24ri", "1985nen12gatsu24nichi",
  ]) func `B5 a day is worth at most 22 bits, however it is written`(text: String) {
    #expect(bits(text) <= 22, "\(bits(text))")
    #expect(meter.estimate(of: text).kinds == [.date])
  }

  @Test(
    arguments: [
      ("2025-11-28T21:30", 30), ("28.11.2025 21:30", 30), ("28.11.2025 um 21:30", 30),
      ("24.Dezember.1985 21:30", 30),
      ("2025年11月28日21時30分", 34), ("2025-11-28T21:30:00", 34), ("28.11.2025 21:30:15", 34),
      ("1985年12月24日 21:30:00", 34),
    ] as [(String, Double)]) func `B5 the time of a day adds little`(text: String, most: Double)
  {
    #expect(bits(text) <= most, "\(bits(text))")
  }

  @Test(arguments: [
    "24 Dezembre 1985 Xk7vQ", "1991年5月7日xK7v", "99 december 1985", "32.13.1985",
  ]) func `B5 what is no day, or more than one, is no day alone`(text: String) {
    #expect(meter.parts(of: text.utf8Span, count: text.count, context: ContextWords()).count > 1)
  }
}
