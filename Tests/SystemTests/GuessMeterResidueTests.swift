import TestSupport
import Testing
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// What stays in memory, in a process of its own, with a needle that is kept inverted.
@Suite struct `Residue of an estimate` {
  @Test func `none is left of the text by the meter and its lists`() async {
    await #expect(processExitsWith: .success) {
      try OwnMemory.forgoSecretMemory()
      let meter = try GuessMeter()
      let context = ContextWords(["ingeborg", "łąęść"])
      do {
        var text = try SecretText()
        for byte in needle { try text.insert(Unicode.Scalar(~byte)) }
        for _ in 0..<10 {
          _ = meter.estimate(of: text.utf8, count: text.count, context: context)
          _ = meter.contains(text.utf8)
        }
        // The text itself is found, so the scan does find.
        #expect(copies(of: needle).count == 1)
        #expect(copies(of: reversed) == [])
        #expect(copies(of: folded) == [])
      }
      #expect(copies(of: needle) == [])
    }
  }
}

/// The complement of letters and digits that occur nowhere else, with some that make the library look far.
private let needle: [UInt8] = [
  0xAF, 0xCE, 0x91, 0xCB, 0x8C, 0xCC, 0xBB, 0x8F, 0xC8, 0x95, 0xAE, 0x87, 0xCF, 0x93, 0xB4, 0x88,
]

/// The complements of the same in the reverse order and in lower case, as the library reads them.
private let reversed: [UInt8] = needle.reversed()
private let folded: [UInt8] = needle.map { (0xA5...0xBE).contains($0) ? $0 ^ 0x20 : $0 }

private func copies(of inverted: [UInt8]) -> [UInt] { OwnMemory.addresses(ofComplementOf: inverted) }
