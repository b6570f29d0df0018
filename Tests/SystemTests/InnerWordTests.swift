import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// Words of lists inside a text.
@Suite struct InnerWordTests {
  /// The meter with and without the common words.
  private static func meters() throws -> (with: GuessMeter, without: GuessMeter) {
    let words = CommonWords { PackageFile.root + "/packaging/lists" }
    return (try GuessMeter(commonWords: words), try GuessMeter())
  }

  @Test(arguments: [
    "de", "fr", "es", "pt", "it", "nl", "pl", "ru", "zh", "ja", "ro", "id", "tr", "vi", "fil", "sh",
    "uk", "hu", "fi", "ar", "he", "el",
  ]) func `B5 a word of everyday life with a digit or a year behind is weak`(language: String) throws {
    let meter = try Self.meters().with
    let table = try PackageFile.text("Tests/SystemTests/Tables/everyday-words").split(separator: "\n")
    let line = try #require(table.first { $0.hasPrefix("\(language): ") })
    let words = line.split(separator: " ").dropFirst()
    #expect(words.count == 200)
    for word in words {
      for text in [word.lowercased(), word.prefix(1).uppercased() + word.dropFirst(), word.uppercased()] {
        #expect(meter.level(of: text + "7!") == .weak, "\(text)7!")
        #expect(meter.level(of: text + "2026!") == .weak, "\(text)2026!")
      }
    }
  }

  @Test(
    arguments: [
      (String(decoding: 0x21...0x7E, as: UTF8.self), 20, 0), ("abcdefghijklmnopqrstuvwxyz", 50, 20),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 20, 0),
    ] as [(String, Int, Int)])
  func `B5 few of 1,000 random passwords lose anything, and hardly any becomes weak`(
    alphabet: String, most: Int, weakest: Int
  ) throws {
    let (with, without) = try Self.meters()
    let signs = Array(alphabet)
    var weakened: [String] = []
    for seed in UInt64(30)...39 {
      var chance = DrawnSteps(seed: seed)
      var losses = 0
      for _ in 1...1000 {
        let text = String((0..<12).map { _ in signs.randomElement(using: &chance) ?? "?" })
        let (new, old) = (with.estimate(of: text), without.estimate(of: text))
        if let new = new.bits, let old = old.bits, new < old - 2 { losses += 1 }
        if new.level == .weak, old.level != .weak { weakened.append(text) }
      }
      #expect(losses <= most, "seed \(seed)")
      if seed == 30 { #expect(weakened.count <= 1, "\(weakened)") }
    }
    #expect(weakened.count <= weakest, "\(weakened)")
  }

  /// The table has exactly the words of a language that lose more, each with that language.
  @Test func `B5 common passwords take as many guesses as before, except words of other languages`() throws {
    let (with, without) = try Self.meters()
    let lines = try PackageFile.text("Tests/SystemTests/Tables/common-passwords").split(separator: "\n")
    #expect(lines.count == 10_000)
    var losses: [String] = []
    var table = ""
    for line in lines {
      let row = line.split(separator: " ").map(String.init)
      // Longer ones are common passwords by name.
      guard row[0].count < 8 else {
        table += row[0] + "\n"
        continue
      }
      let (new, old) = (with.estimate(of: row[0]).bits ?? 0, without.estimate(of: row[0]).bits ?? 0)
      #expect(new <= old)
      let loses = new < old - 2
      if loses, row.count == 1 { losses.append(row[0]) }
      table += (loses ? String(line) : row[0]) + "\n"
    }
    #expect(losses.count <= lines.count / 100, "\(losses)")
    try PackageFile.expect("Tests/SystemTests/Tables/common-passwords", toHold: table)
  }
}

/// Files of common words with faults.
@Suite struct CommonWordsTests {
  @Test func `a file that is missing, cut short or none of ours is no list`() throws {
    let folder = TemporaryFolder()
    let whole = try PackageFile.bytes("packaging/lists/common-words")
    for bytes in [
      [], Array(whole.dropLast(4)), Array(whole.prefix(8)), [0] + whole.dropFirst(), Array(whole.dropLast()),
    ] {
      _ = folder.write(bytes, to: "common-words")
      let words = CommonWords { folder.path }
      #expect(!words.open())
      #expect(try GuessMeter(commonWords: words).level(of: "Schmetterling7!") == .medium)
    }
    #expect(!CommonWords { nil }.open() && !CommonWords { "/nowhere" }.open())
    _ = folder.write(whole, to: "common-words")
    #expect(CommonWords { folder.path }.open())
  }

  @Test func `rows that lead out of the file hold no words`() throws {
    var bytes = try PackageFile.bytes("packaging/lists/common-words")
    for index in 12..<12 + 4 * (1 << 14 + 1) { bytes[index] = 0xFF }
    let folder = TemporaryFolder()
    _ = folder.write(bytes, to: "common-words")
    let words = CommonWords { folder.path }
    #expect(words.open())
    #expect(try GuessMeter(commonWords: words).level(of: "Schmetterling7!") == .medium)
  }
}

/// The same numbers in each run: a linear congruential generator (Knuth, MMIX).
private struct DrawnSteps: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
