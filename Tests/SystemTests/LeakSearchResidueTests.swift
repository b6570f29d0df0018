import TestSupport
import Testing
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// What stays in memory of a text and its hash, in a process of its own, with needles that are kept inverted.
@Suite struct `Residue of a search for a leaked password` {
  let folder = TemporaryFolder()

  @Test(arguments: LeakHash.allCases)
  func `H4 nothing is left of the text, of its hash or of the lines around it`(hash: LeakHash) async throws {
    // The list is made here, so that the other process knows no more of it than it reads.
    let entries =
      (0..<2_000).map { ("text \($0)", 1) } + [(String(decoding: text.map { ~$0 }, as: UTF8.self), 5)]
    let path = try folder.write(hash.list(entries))
    await #expect(processExitsWith: .success) { [path = path as String, isSHA1 = (hash == .sha1) as Bool] in
      try OwnMemory.forgoSecretMemory()
      let digest = isSHA1 ? sha1 : ntlm
      let search = try LeakSearch(LeakedFile(path: path))
      do {
        var secret = try SecretText()
        for byte in text { try secret.insert(Unicode.Scalar(~byte)) }
        for _ in 0..<10 {
          search.cancel()
          #expect(search.find(secret.utf8) == .leaked(count: 5))
          #expect(search.finding(on: secret.utf8) == .leaked(count: 5))
        }
        // The text and the hash that is remembered are found, so the scan does find.
        #expect(copies(of: text).count == 1)
        #expect(copies(of: digits(digest)).count == 1)
      }
      search.cancel()
      #expect(copies(of: text) == [])
      #expect(copies(of: wide) == [])
      #expect(copies(of: digits(digest)) == [])
      // As they stand in a file of ranges, and as they are compared.
      #expect(copies(of: Array(digits(digest).dropFirst(5))) == [])
      #expect(copies(of: digest) == [])
      #expect(copies(of: digest.prefix(8).reversed()) == [])
      #expect(copies(of: digest[8..<16].reversed()) == [])
    }
  }
}

/// The complement of a text that occurs nowhere else, and of its hashes.
private let text: [UInt8] = [
  0xB4, 0x8E, 0xC8, 0x85, 0xA8, 0xCC, 0x89, 0xAD, 0x88, 0xCB, 0xDE, 0x87, 0xD2, 0x93, 0x9A, 0x9E, 0x94,
]
private let sha1: [UInt8] = [
  0x5A, 0x5B, 0x58, 0x42, 0x54, 0xF0, 0x6D, 0x7A, 0x3A, 0xF9, 0xB3, 0x25, 0x8E, 0xF6, 0x84, 0x13, 0x37, 0xA0,
  0x20, 0x60,
]
private let ntlm: [UInt8] = [
  0x38, 0x5B, 0xA9, 0x1B, 0x16, 0x89, 0xDD, 0x7B, 0x08, 0xC0, 0x95, 0x39, 0x2C, 0x65, 0x75, 0x47,
]
/// The complement of the text in UTF-16.
private let wide: [UInt8] = text.flatMap { [$0, 0xFF] }

/// The complement of the hexadecimal digits of an inverted hash.
private func digits(_ inverted: [UInt8]) -> [UInt8] {
  inverted.flatMap { byte in
    [byte >> 4, byte & 15].map { ~(15 - $0 < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10) - (15 - $0) }
  }
}

private func copies(of inverted: [UInt8]) -> [UInt] { OwnMemory.addresses(ofComplementOf: inverted) }
