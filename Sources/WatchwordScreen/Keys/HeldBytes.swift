/// The bytes of unfinished input, in fixed storage. Removed bytes are overwritten.
struct HeldBytes: Sendable {
  /// The most bytes it holds, more than any known sequence has.
  static let capacity = 32

  private var storage = [32 of UInt8](repeating: 0)
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == Self.capacity }

  /// The byte at `index`, oldest first. Traps outside `0..<count`.
  subscript(index: Int) -> UInt8 {
    precondition(index < count)
    return storage[index]
  }

  /// Calls `body` with the bytes in `range`. Traps outside `0..<count`.
  func with<R>(_ range: Range<Int>, _ body: (Span<UInt8>) -> R) -> R {
    precondition(range.upperBound <= count)
    return body(storage.span.extracting(range))
  }

  /// Adds a byte. Traps when full.
  mutating func append(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  mutating func removeFirst(_ number: Int) {
    let rest = count - number
    for index in 0..<rest { storage[index] = storage[index + number] }
    for index in rest..<count { storage[index] = 0 }
    count = rest
  }

  /// Replaces the oldest `number` bytes, one or two, with ESC and `byte`.
  mutating func introduce(_ byte: UInt8, for number: Int) {
    if number == 1, !isFull {
      for index in (1..<count).reversed() { storage[index + 1] = storage[index] }
      count += 1
    }
    (storage[0], storage[1]) = (Byte.escape, byte)
  }

  /// Makes the next character of a key's text the start of a new key sequence: replaces the oldest `number` bytes, up
  /// to that character, with `ESC [ ; ;`.
  mutating func spell(_ number: Int) {
    removeFirst(number - Self.startOfText.count)
    for index in Self.startOfText.indices { storage[index] = Self.startOfText[index] }
  }
  private static let startOfText: [4 of UInt8] = [Byte.escape, 0x5B, 0x3B, 0x3B]

  /// Whether the bytes and `string` are equal up to the end of the shorter one.
  func agree(with string: Span<UInt8>) -> Bool {
    for index in 0..<min(count, string.count) where storage[index] != string[index] { return false }
    return true
  }
}
