import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// Common words of languages with scripts of their own, as they are written there.
@Suite struct OtherScriptTests {
  private let meter: GuessMeter

  init() throws {
    meter = try GuessMeter(commonWords: CommonWords { PackageFile.root + "/packaging/lists" })
  }

  @Test(arguments: ["ru", "uk", "el", "he", "ar"])
  func `B5 a common word is weak in its own letters, in capitals, with a year and twice`(language: String)
    throws
  {
    let table = try PackageFile.text("Tests/SystemTests/Tables/own-letters").split(separator: "\n")
    let line = try #require(table.first { $0.hasPrefix("\(language): ") })
    let words = line.split(separator: " ").dropFirst().map(String.init)
    #expect(words.count == 300)
    for form: (String) -> String in [{ $0 }, { $0.uppercased() }, { $0 + "2026!" }, { $0 + $0 }] {
      let refused = words.count { meter.level(of: form($0)) == .weak }
      #expect(refused >= words.count * 95 / 100, "\(form("x")): \(refused)")
    }
  }

  @Test(
    arguments: [
      ("καλημέρα", "καλημερα"), ("ΚΑΛΗΜΕΡΑ", "kalhm;era"), ("κόσμος", "ΚΟΣΜΟΣ"), ("إلى-الأبد", "الى-الابد"),
      ("Україна2022", "УКРАЇНА2022"),
    ] as [(String, String)])
  func `B5 accents and capitals make no difference in Greek, Arabic and Ukrainian`(one: String, other: String)
  {
    for text in [one, other] { #expect((meter.estimate(of: text).bits ?? 99) < 40, "\(text)") }
  }

  @Test(arguments: [
    "Ελλάδα2004", "Україна2022", "Слава Україні!", "Szerelem2026", "Jelszo2026!", "Szeretlek123",
    "מדינה2024!",
  ])
  func `B5 a common word of Greek, Hebrew, Ukrainian and Hungarian is weak beside a year`(text: String) {
    #expect(meter.level(of: text) == .weak, "\(text): \(meter.estimate(of: text).bits ?? -1)")
  }

  /// Texts drawn letter by letter, with the number of 300 that were refused before these words were known.
  @Test(
    arguments: [
      ("абвгдежзийклмнопрстуфхцчшщъыьэюя", 10), ("абвгдежзийклмнопрстуфхцчшщъыьэюя", 12),
      ("αβγδεζηθικλμνξοπρστυφχψω", 10), ("αβγδεζηθικλμνξοπρστυφχψω", 12), ("אבגדהוזחטיכלמנסעפצקרשתךםןףץ", 10),
      ("אבגדהוזחטיכלמנסעפצקרשתךםןףץ", 12),
    ] as [(String, Int)])
  func `B5 letters drawn in other scripts stay medium`(alphabet: String, count: Int) {
    let letters = Array(alphabet)
    var random = Steps(seed: 73)
    let refused = (0..<300).count { _ in
      meter.level(of: String((0..<count).map { _ in letters[random.next(letters.count)] })) == .weak
    }
    #expect(refused <= 3, "\(refused)")
  }
}
