import Glibc
import TestSupport
import Testing
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// What remains in memory of a secret that was worked on, each in a process of its own.
@Suite struct ResidueTests {
  enum Work: Sendable {
    case answer(AnswerFormat.Kind)
    case hash(HashMethod)
    case search, estimate, normalForm

    static let all =
      AnswerFormat.Kind.allCases.map(Work.answer) + HashMethod.allCases.map(Work.hash)
      + [.search, .estimate, .normalForm]

    /// Works on the secret; a list of leaked passwords is at `path`.
    func play(_ path: String) throws {
      switch self {
      case .answer(let kind):
        try expectNoResidue { text in
          let answer = try AnswerFormat(utf8: kind).encode(names: ["email", "password"]) { _, use in
            use(text.utf8)
          }
          let place = unsafe answer.bytes.withUnsafeBufferPointer {
            UInt(bitPattern: $0.baseAddress)..<UInt(bitPattern: $0.baseAddress) + UInt($0.count)
          }
          let copies = Needle.known.copies
          #expect(answer.memory.isLocked && copies.count == 3 && copies.count(where: place.contains) == 2)
        }
      case .hash(let method):
        let halves = [Needle.known.part(0, 8), .known.part(16, 8)]
        var hasher = try PasswordHasher(method, cost: method.costs.lowerBound)
        try expectNoResidue(halves) { text in
          var password = try SecretBuffer(capacity: 100)
          try password.append(text.utf8.span)
          for _ in 0..<3 { _ = try hasher.hash(password).count }
          for part in [.known] + halves { #expect(part.copies.count == 2) }
        }
      case .search:
        let digest = Work.digest
        let digits = Needle(inverted: digest.flatMap { [$0 >> 4, $0 & 15].map(Work.digit) })
        let search = try LeakSearch(LeakedFile(path: path))
        try expectNoResidue([
          // The hash: as in a file of ranges, in bytes, and as it is compared.
          digits, digits.part(5, digits.count - 5), Needle(inverted: digest),
          Needle(inverted: digest[0..<8].reversed()), Needle(inverted: digest[8..<16].reversed()),
        ]) { text in
          for _ in 0..<10 {
            search.cancel()
            #expect(search.find(text.utf8) == .leaked(count: 5))
            #expect(search.finding(on: text.utf8) == .leaked(count: 5))
          }
          // The hash is remembered.
          #expect(digits.copies.count == 1)
          search.cancel()
        }
      case .estimate:
        let file = try TemporaryFile("something\nand more\n")
        let words = try WordFile(path: file.path, countsInside: true)
        words.finish()
        let common = CommonWords { PackageFile.root + "/packaging/lists" }
        let meter = try GuessMeter(words: [words], commonWords: common)
        let context = ContextWords(["ingeborg", "łąęść"])
        try expectNoResidue([Needle.known.reversed, .known.lowercased]) { text in
          for _ in 0..<10 {
            _ = meter.estimate(of: text.utf8, count: text.count, context: context)
            _ = meter.contains(text.utf8)
          }
          // As the library reads it.
          #expect(Needle.known.reversed.copies == [] && Needle.known.lowercased.copies == [])
        }
      case .normalForm:
        let normalizer = try Normalizer(.nfc)
        // As code points of four bytes.
        try expectNoResidue([Needle.known.spread(3)]) { _ in
          var text = try SecretText()
          try Needle.known.type(into: &text)
          for scalar in "1\u{301}".unicodeScalars { try text.insert(scalar) }
          var copies = 0
          normalizer.withNormalized(text.utf8) { _ in copies = Needle.known.copies.count }
          #expect(copies == 3)
          for (other, match) in [("e\u{301}", TextMatch.different), ("", .different)] {
            #expect(normalizer.withNormalized(text.utf8, other.utf8Span) { TextMatch($0, with: $1) } == match)
          }
          #expect(normalizer.withNormalized(text.utf8, text.utf8) { TextMatch($0, with: $1) } == .equal)
          #expect(Needle.known.copies.count == 2)
        }
      }
    }

    /// The complement of the hash of the secret.
    private static let digest: [UInt8] = [
      0x58, 0x5A, 0x6D, 0xF8, 0xC9, 0x8A, 0xAE, 0xAB, 0x24, 0x64, 0x75, 0x4F, 0x64, 0xFB, 0x51, 0xD6, 0x88,
      0x00, 0xDE, 0x1F,
    ]

    /// The complement of the hexadecimal digit whose value is inverted.
    private static func digit(_ value: UInt8) -> UInt8 {
      ~(15 - value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10) - (15 - value)
    }
  }

  private let folder = TemporaryFolder()

  @Test(arguments: Work.all.indices)
  func `H4 F5 nothing is left of a secret by what works on it, once it is gone`(number: Int) async throws {
    var path = ""
    if case .search = Work.all[number] {
      // The list is made here, so that the other process knows only what it reads.
      let text = String(decoding: Needle.known.bytes, as: UTF8.self)
      path = try folder.write(LeakHasher.list((0..<2_000).map { ("text \($0)", 1) } + [(text, 5)]))
    }
    await #expect(processExitsWith: .success) { [number = number as Int, path = path as String] in
      try OwnMemory.forgoSecretMemory()
      try Work.all[number].play(path)
    }
  }
}
