internal import WatchwordBase
internal import WatchwordSecrets

/// Pending terminal output that may be secret, in guarded memory.
struct SecretOutput: ~Copyable {
  private var buffer: SecretBuffer
  let encoding: CharacterEncoding
  private(set) var isWritten = true

  /// In bytes: a page, less the byte a buffer keeps for itself.
  static let capacity = 4095

  init(_ encoding: CharacterEncoding, in memory: SecretMemory) throws(SecretError) {
    buffer = try SecretBuffer(capacity: Self.capacity, in: memory)
    self.encoding = encoding
  }

  /// Whether to flush before adding more. Until then there is room for another cluster: no cluster that can be drawn,
  /// with its cursor movement, takes half of the buffer.
  var isHalfFull: Bool { buffer.count > Self.capacity / 2 }

  /// Adds a character in the locale's character set. Drops it if there is no room.
  mutating func append(_ scalar: Unicode.Scalar) {
    if case .other = encoding, !scalar.isASCII {
      LocaleCharacter.withBytes(of: scalar) { try? buffer.append($0) }
    } else {
      _ = buffer.append(scalar)
    }
  }

  mutating func append(_ bytes: [UInt8]) { try? buffer.append(bytes.span) }

  /// Keeps non-secret bytes until the next flush. Returns false if they would fill more than half of the buffer.
  mutating func keep(_ bytes: [UInt8]) -> Bool {
    guard buffer.count + bytes.count <= Self.capacity / 2 else { return false }
    append(bytes)
    return true
  }

  mutating func flush(to device: borrowing TerminalDevice) {
    guard buffer.count > 0 else { return }
    append(device.tail)
    isWritten = device.write(buffer.bytes) && isWritten
    buffer.removeAll()
  }
}
