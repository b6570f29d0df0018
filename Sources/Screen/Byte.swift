/// The bytes that mean something to the decoder.
enum Byte {
  static let endOfText: UInt8 = 0x03
  static let bell: UInt8 = 0x07
  static let cancel: UInt8 = 0x18
  static let substitute: UInt8 = 0x1A
  static let escape: UInt8 = 0x1B
  static let delete: UInt8 = 0x7F

  /// What ends a bracketed paste: CSI 201~.
  static let pasteEnd: [6 of UInt8] = [escape, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  /// Whether `byte` cuts a control sequence or string short and is itself swallowed (ECMA-48, CAN and SUB).
  static func aborts(_ byte: UInt8) -> Bool { byte == cancel || byte == substitute }
}
