enum Byte {
  static let endOfText: UInt8 = 0x03
  static let bell: UInt8 = 0x07
  static let cancel: UInt8 = 0x18
  static let substitute: UInt8 = 0x1A
  static let escape: UInt8 = 0x1B
  static let delete: UInt8 = 0x7F
  /// CSI, ST and OSC as single 8-bit bytes.
  static let controlSequence: UInt8 = 0x9B, terminator: UInt8 = 0x9C, command: UInt8 = 0x9D
  /// Precedes each of these in UTF-8: C2 9B is CSI.
  static let lead: UInt8 = 0xC2

  /// The end of a bracketed paste, CSI 201~.
  static let pasteEnd: [6 of UInt8] = [escape, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// The sequences at the start and end of a paste, SS3, and the two ESC of a sequence sent with Alt.
  static let introducers: [[UInt8]] = [
    Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), [escape, 0x4F], [escape, escape],
  ]

  /// Whether `byte` ends a device string or may be the first byte of its end. Any other byte may be typed text, which
  /// the device string would swallow.
  static func endsString(_ byte: UInt8) -> Bool {
    [endOfText, bell, escape, terminator].contains(byte) || aborts(byte)
  }

  /// Whether `byte` aborts a control sequence or string and is itself swallowed (ECMA-48, CAN and SUB).
  static func aborts(_ byte: UInt8) -> Bool { byte == cancel || byte == substitute }
}
