internal import WatchwordBase

/// Which characters a text has, found in one pass over its bytes. Each criterion and rule then takes only a few bit
/// operations.
struct Inventory {
  /// The ASCII characters that occur. A letter with a combining mark is left out, since it is another letter.
  private var ascii = ASCIIClass()
  /// Whether punctuation or a symbol beyond ASCII occurs.
  private var hasOtherSpecials = false
  /// Whether a letter beyond ASCII occurs, or one of ASCII with a combining mark.
  private var hasOtherLetters = false
  private(set) var hasWhiteSpace = false
  /// Whether a control character occurs: C0, DEL or C1.
  private(set) var hasControls = false
  private(set) var codePoints = 0

  func has(_ kind: CharacterKind) -> Bool {
    !ascii.isDisjoint(with: kind.ascii) || hasOtherSpecials && kind.others == .specials
      || hasOtherLetters && kind.others == .letters
  }

  init(of text: UTF8Span) {
    hasControls = text.hasControls
    let bytes = text.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte < 0x80 {
        if text.hasMark(behind: index) { hasOtherLetters = true } else { ascii.insert(byte) }
        if Unicode.Scalar(byte).isWhiteSpace { hasWhiteSpace = true }
      } else if byte >= 0xC0 {
        guard let scalar = text.scalar(at: index) else { continue }
        if scalar.isWhiteSpace { hasWhiteSpace = true }
        if scalar.isPunctuationOrSymbol { hasOtherSpecials = true }
        if scalar.properties.isAlphabetic { hasOtherLetters = true }
      }
    }
  }
}

extension UTF8Span {
  /// Whether a combining mark follows the ASCII letter at `index`; false if there is no letter at `index`.
  fileprivate func hasMark(behind index: Int) -> Bool {
    // The first combining mark, U+0300, begins with the byte 0xCC.
    guard index + 1 < count, span[index + 1] >= 0xCC, Unicode.Scalar(span[index]).properties.isAlphabetic
    else {
      return false
    }
    return scalar(at: index + 1)?.isMark == true
  }
}
