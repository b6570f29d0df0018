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
    "令和元年5月1日", "平成元年1月8日午前", "大正5年3月2日", "1999년 05월 03일 월요일", "1999年5月3日 月曜日", "2024年3月5日星期二",
    "Samstag 24. Dezember 1994", "суббота, 24 декабря 1994", "Saturday, December 24, 1994", "Sat Dec 24 1994",
    "lundi 24 décembre 1994", "lunes, 24 de diciembre de 1994", "Donnerstag, den 5. Mai 1988",
    "24 grudnia 1994 roku",
    "24декабря1994года", "31-го декабря 1999", "1º de janeiro de 2000", "5 marca 1990 rok",
    "le 24 décembre 1985",
  ]) func `B5 a day is worth at most 22 bits, however it is written`(text: String) {
    #expect(bits(text) <= 22, "\(bits(text))")
    #expect(meter.estimate(of: text).kinds == [.date])
  }

  @Test(
    arguments: [
      ("2025-11-28T21:30", 30), ("28.11.2025 21:30", 30), ("28.11.2025 um 21:30", 30),
      ("24.Dezember.1985 21:30", 30),
      ("2025年11月28日21時30分", 34), ("2025-11-28T21:30:00", 34), ("28.11.2025 21:30:15", 34),
      ("1985年12月24日 21:30:00", 34), ("1999年5月3日午後3時30分", 30), ("2024年3月5日 下午3点20分", 30),
      ("1990년 5월 7일 오후 3시 30분", 30), ("31.12.1999 23:59 Uhr", 30), ("7/4/1976 10:15 AM", 30),
      ("15 maggio 1990 ore 18:30", 30), ("Sat, 24 Dec 1994 10:15:30", 34), ("٢٤ ديسمبر ١٩٨٥", 23),
    ] as [(String, Double)]) func `B5 the time of a day adds little`(text: String, most: Double)
  {
    #expect(bits(text) <= most, "\(bits(text))")
  }

  @Test(arguments: [
    "Kesäkuu 2023", "Kesäkuu2023", "2023-Heinäkuu", "Φεβρουάριος2025", "Dezember 1985", "décembre de 1985",
    "令和元年1999",
  ]) func `B5 a month of a year is worth at most 15 bits`(text: String) {
    #expect(bits(text) <= 15, "\(bits(text))")
  }

  @Test(arguments: ["Kesäkuu23", "Kesäkuu202", "7g3q45", "5g3.q45", "9a12o4.7r", "Kesäkuu 20 Heinäkuu"])
  func `B5 a month without a year, and numbers among the words of a time, are no day`(text: String) {
    #expect(bits(text) > 25, "\(bits(text))")
  }

  @Test(arguments: [
    "Samstag1985", "24 Uhr 1985", "24 Dezembre 1985 Xk7vQ", "1991年5月7日xK7v", "99 december 1985", "32.13.1985",
  ]) func `B5 what is no day, or more than one, is no day alone`(text: String) {
    #expect(meter.parts(of: text.utf8Span, count: text.count, context: ContextWords()).count > 1)
  }
}
