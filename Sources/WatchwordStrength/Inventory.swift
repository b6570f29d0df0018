internal import WatchwordText

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
    hasControls = text.hasControls
    let bytes = text.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte < 0x80 {
        ascii.insert(byte)
        if Unicode.Scalar(byte).isWhiteSpace { hasWhiteSpace = true }
      } else if byte >= 0xC0 {
        hasOthers = true
        // No white space lies beyond the Basic Multilingual Plane, so a lead byte of four is not decoded.
        if byte < 0xF0, text.scalar(at: index)?.isWhiteSpace == true { hasWhiteSpace = true }
      }
    }
  }
}
