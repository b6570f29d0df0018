/// The bytes that mean something to the decoder.
enum Byte {
  static let endOfText: UInt8 = 0x03
  static let bell: UInt8 = 0x07
  static let cancel: UInt8 = 0x18
  static let substitute: UInt8 = 0x1A
  static let escape: UInt8 = 0x1B
  static let delete: UInt8 = 0x7F
  /// CSI, ST and OSC in 8 bits, and the byte before each in UTF-8.
  static let controlSequence: UInt8 = 0x9B, terminator: UInt8 = 0x9C, command: UInt8 = 0x9D
  static let lead: UInt8 = 0xC2

  /// What ends a bracketed paste: CSI 201~.
  static let pasteEnd: [6 of UInt8] = [escape, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// The marks of a paste, SS3, and Alt with another sequence.
  static let introducers: [[UInt8]] = [
    Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), [escape, 0x4F], [escape, escape],
  ]

  /// Whether `byte` cuts a control sequence or string short and is itself swallowed (ECMA-48, CAN and SUB).
  static func aborts(_ byte: UInt8) -> Bool { byte == cancel || byte == substitute }
}

/// The bytes of something unfinished, in fixed storage; what is taken out is overwritten.
struct HeldBytes: Sendable {
  /// How many bytes it holds at most: more than any known sequence has.
  static let capacity = 32

  private var storage = [32 of UInt8](repeating: 0)
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { count == Self.capacity }

  /// The byte at `index`, counted from the oldest. Traps outside `0..<count`.
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

  /// Takes out the oldest `number` bytes.
  mutating func removeFirst(_ number: Int) {
    let rest = count - number
    for index in 0..<rest { storage[index] = storage[index + number] }
    for index in rest..<count { storage[index] = 0 }
    count = rest
  }

  /// Puts ESC and `byte` in the place of the oldest byte, or of the oldest two.
  mutating func introduce(_ byte: UInt8, for number: Int) {
    if number == 1, !isFull {
      for index in (1..<count).reversed() { storage[index + 1] = storage[index] }
      count += 1
    }
    (storage[0], storage[1]) = (Byte.escape, byte)
  }

  /// Whether the bytes are those of `string`, as far as both reach.
  func agree(with string: Span<UInt8>) -> Bool {
    for index in 0..<min(count, string.count) where storage[index] != string[index] { return false }
    return true
  }
}
