import TestSupport
import Testing

@testable import WatchwordSystem

/// Files of translations, which glibc reads without looking.
@Suite struct TranslationFileTests {
  private static let entries = """
    msgid "Cancel"
    msgstr "Abbrechen"

    msgctxt "verb"
    msgid "show"
    msgstr "zeigen"

    msgid "{count} digit"
    msgid_plural "{count} digits"
    msgstr[0] "{count} Ziffer"
    msgstr[1] "{count} Ziffern"

    msgid "Choose a new password"
    msgstr "Wählen Sie ein neues Passwort"

    """
  private static let ids = ["Cancel", "verb\u{4}show", "{count} digit", "Choose a new password", "Not there"]

  private static func made(_ options: String...) throws -> [UInt8] {
    try CatalogueFolder.made(entries, options: options)
  }

  private func isSound(_ bytes: [UInt8]) -> Bool { TranslationFile(bytes).isSound }

  /// `bytes` with the word of 32 bits at `offset` changed.
  private func changed(_ bytes: [UInt8], at offset: Int, to word: UInt32) -> [UInt8] {
    var bytes = bytes
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: word >> (8 * index)) }
    return bytes
  }

  private func word(_ bytes: [UInt8], at offset: Int) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  @Test func `I3 what msgfmt makes is sound, with and without a table of hashes`() throws {
    #expect(isSound(try Self.made()))
    #expect(isSound(try Self.made("--no-hash")))
    #expect(isSound(try Self.made("--alignment=16")))
    #expect(!isSound(try Self.made("--endianness=big")))
  }

  @Test func `T14 a file that comes in pieces is read to its end`() throws {
    let whole = try Self.made()
    let pieces = [whole.prefix(10), whole[10..<100], whole[100...]].map(Array.init)
    #expect(try PiecewiseFile(pieces).read { TranslationFile(readingFrom: $0).isSound })
    #expect(try !PiecewiseFile(pieces.dropLast()).read { TranslationFile(readingFrom: $0).isSound })
    #expect(!TranslationFile(readingFrom: -1).isSound)
  }

  @Test func `I3 a file that is cut anywhere is refused`() throws {
    let whole = try Self.made()
    for count in whole.indices { #expect(!isSound(Array(whole.prefix(count))), "\(count) bytes") }
  }

  @Test(arguments: [0, 4, 8, 12, 16, 20, 24])
  func `I3 a word of the header that leads out of the file is refused`(offset: Int) throws {
    let whole = try Self.made()
    for word: UInt32 in [UInt32(whole.count) - 3, UInt32(whole.count), 0x7FFF_FFFC, 0xFFFF_FFFC, .max] {
      #expect(!isSound(changed(whole, at: offset, to: word)), "\(word)")
    }
  }

  @Test func `I3 a string that leaves the file, or does not end where it says, is refused`() throws {
    let whole = try Self.made()
    let count = word(whole, at: 8)
    for table in [word(whole, at: 12), word(whole, at: 16)] {
      for entry in 0..<count {
        let place = table + entry * 8
        for (offset, wrong) in [
          (0, 1 << 30), (0, word(whole, at: place) + 1), (4, whole.count), (4, 0xFFFF_FFFF),
        ] {
          #expect(!isSound(changed(whole, at: place + offset, to: UInt32(wrong))), "entry \(entry): \(wrong)")
        }
      }
    }
  }

  @Test func `I3 ids that are not in order, or that are there twice, are refused`() throws {
    let whole = try Self.made("--no-hash")
    let ids = word(whole, at: 12)
    for (one, other) in [(1, 2), (2, 3), (0, 1)] {
      var swapped = whole
      for offset in stride(from: 0, to: 8, by: 4) {
        swapped = changed(
          swapped, at: ids + one * 8 + offset, to: UInt32(word(whole, at: ids + other * 8 + offset)))
      }
      #expect(!isSound(swapped), "twice")
      for offset in stride(from: 0, to: 8, by: 4) {
        swapped = changed(
          swapped, at: ids + other * 8 + offset, to: UInt32(word(whole, at: ids + one * 8 + offset)))
      }
      #expect(!isSound(swapped), "out of order")
    }
  }

  @Test func `I3 a table of hashes that leads nowhere or has no end is refused`() throws {
    let whole = try Self.made()
    let (count, size, table) = (word(whole, at: 8), word(whole, at: 20), word(whole, at: 24))
    #expect(size > count)
    #expect(!isSound(changed(whole, at: table, to: UInt32(count) + 1)))
    #expect(!isSound(changed(whole, at: 20, to: UInt32(size) - 1)), "not prime")
    let full = (0..<size).reduce(whole) { changed($0, at: table + $1 * 4, to: 1) }
    #expect(!isSound(full), "full")
  }

  @Test(arguments: [
    "nplurals=2; plural=n%0;", "nplurals=2; plural=n/0;", "nplurals=2; plural=n%00007;",
    "nplurals=2; plural=1%;",
    "nplurals=2; plural=n%(n-n);", "nplurals=2; plural=n%n;", "nplurals=2; plural=n%18446744073709551616;",
    "nplurals=3; plural=(n != 1);", "nplurals=9999999999; plural=n;", "nplurals=0; plural=0;", "plural=0;",
    "nplurals=2; plural=" + String(repeating: "!", count: 5_000) + "n;",
  ]) func `I3 a header whose plurals glibc could stumble over is refused`(plurals: String) throws {
    #expect(!isSound(try CatalogueFolder.made(Self.entries, plurals: plurals)))
  }

  @Test func `I3 another character set than UTF-8 is refused`() throws {
    var bytes = try Self.made()
    let name = Array("charset=UTF-8".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    bytes[place + name.count - 1] = UInt8(ascii: "7")
    #expect(!isSound(bytes))
  }

  @Test func `I3 of thousands of broken files, glibc reads all that are let through`() throws {
    var randomness = SeededGenerator()
    let folder = CatalogueFolder()
    let wholes = [try Self.made(), try Self.made("--no-hash")]
    var (sound, refused) = (0, 0)
    for _ in 0..<4_000 * soak {
      var bytes = wholes[Int.random(in: 0..<2, using: &randomness)]
      for _ in 0..<Int.random(in: 1...3, using: &randomness) { mutate(&bytes, using: &randomness) }
      guard isSound(bytes) else {
        refused += 1
        continue
      }
      folder.write(bytes, for: "de", domain: "\(sound)")
      sound += 1
    }
    #expect(sound > 100 && refused > 100, "\(sound) sound, \(refused) refused")
    let read = try Completion.of("Gettext", [folder.path, "\(sound)"] + Self.ids)
    #expect(read.status == 0, "seed \(randomness.seed)")
    #expect(Int(read.output.dropLast()) ?? 0 > sound * 1_000)
  }

  private func mutate(_ bytes: inout [UInt8], using randomness: inout SeededGenerator) {
    let place = Int.random(in: bytes.indices, using: &randomness)
    switch Int.random(in: 0..<5, using: &randomness) {
    case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &randomness)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &randomness)
    case 2:
      let words: [UInt32] = [
        0, 1, 2, 3, 4, 5, 6, UInt32(bytes.count), UInt32(bytes.count) - 1, 1 << 31, .max,
      ]
      let offset = Int.random(in: 0..<(bytes.count - 4) / 4, using: &randomness) * 4
      bytes = changed(bytes, at: offset, to: words[Int.random(in: words.indices, using: &randomness)])
    case 3: bytes.removeLast(min(bytes.count - 60, Int.random(in: 1...8, using: &randomness)))
    default:
      let signs = Array("n0%/()!?:;=& \0".utf8)
      bytes[place] = signs[Int.random(in: signs.indices, using: &randomness)]
    }
  }
}
