public import Secrets
internal import WatchwordText

/// JSON (RFC 8259), in secret memory where the text is a secret; always UTF-8, whatever the locale's character set.
public enum JSONText {
  /// The number of bytes that `text` takes as a JSON string, the quotation marks included.
  public static func byteCount(ofString text: UTF8Span) -> Int {
    var count = 2
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      switch Form(of: scalar) {
      case .plain: count += UTF8.width(scalar)
      case .letter: count += 2
      case .number: count += 6
      }
    }
    return count
  }

  /// Puts `text` as a JSON string, the quotation marks included, behind the bytes of `buffer`.
  ///
  /// Escaped are quotation mark, reverse solidus and the control characters, as RFC 8259 section 7 asks for, and
  /// also U+007F to U+009F, U+2028 and U+2029, so that the answer stays on one line for readers to whom these end
  /// one, and moves nothing on a terminal.
  ///
  /// - Throws: ``SecretError/full`` where there is no room for ``byteCount(ofString:)`` bytes; nothing is changed.
  public static func appendString(_ text: UTF8Span, to buffer: inout SecretBuffer) throws(SecretError) {
    let needed = byteCount(ofString: text)
    try unsafe buffer.withFreeCapacity { (free) throws(SecretError) in
      guard free.count >= needed else { throw .full }
      var written = 0
      func put(_ byte: UInt8) {
        unsafe free[written] = byte
        written += 1
      }
      encode(text, put)
      return written
    }
  }

  /// `text` as a JSON string, as ``appendString(_:to:)`` writes it, for a text that is no secret.
  public static func string(_ text: String) -> String {
    var bytes: [UInt8] = []
    encode(text.utf8Span) { bytes.append($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func encode(_ text: UTF8Span, _ put: (UInt8) -> Void) {
    put(UInt8(ascii: "\""))
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      switch Form(of: scalar) {
      case .plain: UTF8.encode(scalar, into: put)
      case .letter(let letter):
        put(UInt8(ascii: "\\"))
        put(letter)
      case .number:
        put(UInt8(ascii: "\\"))
        put(UInt8(ascii: "u"))
        for shift in [UInt32(12), 8, 4, 0] {
          put(hexadecimalDigit(scalar.value >> shift & 0xF))
        }
      }
    }
    put(UInt8(ascii: "\""))
  }

  /// How a character stands in a JSON string.
  private enum Form {
    /// As it is.
    case plain
    /// As a reverse solidus and this letter or mark.
    case letter(UInt8)
    /// As a reverse solidus, the letter u and four hexadecimal digits.
    case number

    init(of scalar: Unicode.Scalar) {
      self =
        switch scalar {
        case "\"", "\\": .letter(UInt8(truncatingIfNeeded: scalar.value))
        case "\u{08}": .letter(UInt8(ascii: "b"))
        case "\u{09}": .letter(UInt8(ascii: "t"))
        case "\u{0A}": .letter(UInt8(ascii: "n"))
        case "\u{0C}": .letter(UInt8(ascii: "f"))
        case "\u{0D}": .letter(UInt8(ascii: "r"))
        case _ where scalar.isControlOrSeparator: .number
        default: .plain
        }
    }
  }

  private static func hexadecimalDigit(_ value: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: value < 10 ? 0x30 + value : 0x57 + value)
  }
}
