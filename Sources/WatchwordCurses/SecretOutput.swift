internal import WatchwordSecrets

/// What is on its way to the terminal and may be secret, in guarded memory.
struct SecretOutput: ~Copyable {
  private var buffer: SecretBuffer
  let encoding: CharacterEncoding
  /// Whether the device took all that was written so far.
  private(set) var isWritten = true

  /// A page, with the byte that a buffer keeps for itself.
  static let capacity = 4095

  init(_ encoding: CharacterEncoding, in memory: SecretMemory) throws(SecretError) {
    buffer = try SecretBuffer(capacity: Self.capacity, in: memory)
    self.encoding = encoding
  }

  /// Whether it has to be written before more is added: no cluster that can be shown, with what places it, takes half of it.
  var isHalfFull: Bool { buffer.count > Self.capacity / 2 }

  /// Adds a character, in the character set of the locale. What has no room is left out.
  mutating func append(_ scalar: Unicode.Scalar) {
    if case .other = encoding, !scalar.isASCII {
      LocaleCharacter.withBytes(of: scalar) { try? buffer.append($0) }
    } else {
      _ = buffer.append(scalar)
    }
  }

  /// Adds bytes. What has no room is left out.
  mutating func append(_ bytes: [UInt8]) { try? buffer.append(bytes.span) }

  /// Keeps bytes that are no secret until the next flush; answers false where they would take half of the room.
  mutating func keep(_ bytes: [UInt8]) -> Bool {
    guard buffer.count + bytes.count <= Self.capacity / 2 else { return false }
    append(bytes)
    return true
  }

  mutating func flush(to device: borrowing TerminalDevice) {
    guard buffer.count > 0 else { return }
    isWritten = device.write(buffer.bytes) && isWritten
    buffer.removeAll()
  }
}
