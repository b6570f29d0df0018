import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// Bytes from a list, which ends.
struct ListedBytes: RandomBytes {
  /// The bytes that are left.
  var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() throws(SystemError) -> UInt8 {
    guard let byte = bytes.popFirst() else { throw SystemError(number: 5) }
    return byte
  }
}

@Suite struct RandomBytesTests {
  @Test(arguments: 1...256)
  func `F4 every number comes from equally many bytes, and other bytes are drawn again`(
    count: Int
  ) throws {
    var drawn = [Int](repeating: 0, count: count)
    for byte in UInt8.min...UInt8.max {
      var source = ListedBytes([byte])
      if let number = try? source.number(below: count) { drawn[number] += 1 }
    }
    #expect(Set(drawn).count == 1)
    #expect(drawn.reduce(0, +) > 128 || count == 1)
  }

  @Test(arguments: [257, 1000, 40_000, 65_535, 65_536])
  func `F4 every number comes from equally many pairs of bytes`(count: Int) throws {
    var drawn = [Int](repeating: 0, count: count)
    for pair in UInt16.min...UInt16.max {
      var source = ListedBytes([UInt8(pair >> 8), UInt8(pair & 0xFF)])
      if let number = try? source.number(below: count) { drawn[number] += 1 }
    }
    #expect(Set(drawn) == [65_536 / count])
  }

  @Test func `F4 a number that is refused is followed by the next bytes`() throws {
    var source = ListedBytes([255, 254, 253, 7])
    #expect(try source.number(below: 100) == 7)
    #expect(source.bytes.isEmpty)
  }

  @Test func `F4 the system's bytes differ, and come without an end`() throws {
    let memory = try SecretMemory(for: [SystemRandom.capacity])
    var source = try SystemRandom(in: memory)
    var seen: Set<UInt8> = []
    for _ in 0..<10 * SystemRandom.capacity { seen.insert(try source.next()) }
    #expect(seen.count > 250)
  }
}
