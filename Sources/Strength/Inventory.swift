/// What a text is made of, taken in one pass over its bytes.
///
/// All criteria and rules are decided from it with a few operations on bits, however many there are.
struct Inventory {
  /// The ASCII characters that occur.
  private(set) var ascii = ASCIIClass()
  /// Whether a character beyond ASCII occurs.
  private(set) var hasOthers = false
  /// Whether white space of any kind occurs.
  private(set) var hasWhiteSpace = false
  /// Whether a control character, C0, DEL or C1, occurs.
  private(set) var hasControls = false
  /// The number of code points.
  private(set) var codePoints = 0

  /// Takes the inventory of `text`.
  init(of text: UTF8Span) {
    let bytes = text.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte < 0x80 {
        ascii.insert(byte)
        if byte < 0x20 || byte == 0x7F { hasControls = true }
        if WhiteSpace.contains(ascii: byte) { hasWhiteSpace = true }
      } else if byte >= 0xC0 {
        hasOthers = true
        if byte == 0xC2, bytes[index + 1] < 0xA0 { hasControls = true }
        // No white space lies beyond the Basic Multilingual Plane, so a lead byte of four is not decoded.
        if byte < 0xF0, WhiteSpace.contains(Inventory.codePoint(in: bytes, at: index)) {
          hasWhiteSpace = true
        }
      }
    }
  }

  /// The code point of the two or three bytes from `index` on; the span is valid UTF-8 by its type.
  private static func codePoint(in bytes: Span<UInt8>, at index: Int) -> UInt32 {
    let lead = UInt32(bytes[index])
    let second = UInt32(bytes[index + 1] & 0x3F)
    if lead < 0xE0 { return (lead & 0x1F) << 6 | second }
    return (lead & 0x0F) << 12 | second << 6 | UInt32(bytes[index + 2] & 0x3F)
  }
}
