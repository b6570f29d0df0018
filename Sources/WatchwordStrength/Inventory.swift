internal import WatchwordMessages

/// What a text is made of, taken in one pass over its bytes.
///
/// All criteria and rules are decided from it with a few operations on bits, however many there are.
struct Inventory {
  /// The ASCII characters that occur, but for letters that carry a combining mark: these are other letters.
  private var ascii = ASCIIClass()
  /// Whether punctuation or a symbol beyond ASCII occurs.
  private var hasOtherSpecials = false
  private(set) var hasWhiteSpace = false
  /// Whether a control character, C0, DEL or C1, occurs.
  private(set) var hasControls = false
  private(set) var codePoints = 0

  func has(_ kind: CharacterKind) -> Bool {
    !ascii.isDisjoint(with: kind.ascii) || hasOtherSpecials && kind.others == .specials
  }

  init(of text: UTF8Span) {
    hasControls = text.hasControls
    let bytes = text.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte < 0x80 {
        if !text.hasMark(behind: index) { ascii.insert(byte) }
        if Unicode.Scalar(byte).isWhiteSpace { hasWhiteSpace = true }
      } else if byte >= 0xC0 {
        guard let scalar = text.scalar(at: index) else { continue }
        if scalar.isWhiteSpace { hasWhiteSpace = true }
        if scalar.isPunctuationOrSymbol { hasOtherSpecials = true }
      }
    }
  }
}

extension UTF8Span {
  /// Whether a combining mark stands behind the ASCII letter at `index`; false where another character stands there.
  fileprivate func hasMark(behind index: Int) -> Bool {
    // The first combining mark is U+0300, which begins with the byte 0xCC.
    guard index + 1 < count, span[index + 1] >= 0xCC, Unicode.Scalar(span[index]).properties.isAlphabetic
    else {
      return false
    }
    return scalar(at: index + 1)?.isMark == true
  }
}

extension Unicode.Scalar {
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the scalar is punctuation or a symbol (general categories P and S).
  var isPunctuationOrSymbol: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
