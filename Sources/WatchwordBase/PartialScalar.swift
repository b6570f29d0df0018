/// A character beyond ASCII whose UTF-8 bytes have not all arrived.
package struct PartialScalar: Sendable {
  /// The state of the character after a byte.
  package enum Step: Equatable, Sendable {
    case unfinished
    /// The byte cannot come here. The bytes before it are not a character.
    case invalid
    case scalar(Unicode.Scalar)
  }

  private var value: UInt32 = 0
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  package init() {}

  /// Takes a byte beyond ASCII, by the table of well-formed byte sequences (Unicode, table 3-7), which excludes
  /// overlong forms, surrogates and everything beyond U+10FFFF.
  package mutating func take(_ byte: UInt8) -> Step {
    guard missing > 0 else { return begin(byte) }
    guard next.contains(byte) else { return .invalid }
    next = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    guard missing == 0 else { return .unfinished }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid
  }

  private mutating func begin(_ lead: UInt8) -> Step {
    switch lead {
    case 0xC2...0xDF: (missing, next) = (1, 0x80...0xBF)
    case 0xE0: (missing, next) = (2, 0xA0...0xBF)
    case 0xED: (missing, next) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missing, next) = (2, 0x80...0xBF)
    case 0xF0: (missing, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missing, next) = (3, 0x80...0xBF)
    case 0xF4: (missing, next) = (3, 0x80...0x8F)
    default: return .invalid
    }
    value = UInt32(lead) & (0x3F >> UInt32(missing))
    return .unfinished
  }
}
