/// White space of any Unicode kind (reference behaviour, A5).
///
/// That is every character with the property White_Space (Unicode Character Database, PropList.txt), and besides
/// them U+200B ZERO WIDTH SPACE and U+FEFF ZERO WIDTH NO-BREAK SPACE. These two lack the property, but they are
/// spaces by name, come along unseen when text is copied from a page or a file, and would leave a person with a
/// password that nobody can read off and type again. The joiners U+200C and U+200D, which shape scripts and emoji,
/// are no white space.
package enum WhiteSpace {
  /// Whether the ASCII character `byte` is white space.
  static func contains(ascii byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Whether the character with the code point `value`, beyond ASCII, is white space.
  static func contains(_ value: UInt32) -> Bool {
    switch value {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// Whether `scalar` is white space.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? contains(ascii: UInt8(scalar.value)) : contains(scalar.value)
  }
}
