extension KeyDecoder {
  /// What the held bytes from some index on spell.
  enum Text {
    case unfinished
    /// As many bytes are no text.
    case invalid(Int)
    /// As many bytes spell a character.
    case scalar(Unicode.Scalar, Int)
  }

  /// Reads the character whose first byte, at `index`, is 0x80 or more.
  func text(from index: Int, isFinal: Bool) -> Text {
    let text =
      switch textMode {
      case .ascii: Text.invalid(1)
      case .utf8: utf8(from: index)
      case .other(let convert): converted(from: index, convert)
      }
    if case .unfinished = text, isFinal { return .invalid(held.count - index) }
    return text
  }

  /// Reads one character of UTF-8 by the table of well-formed byte sequences (Unicode, table 3-7), which leaves
  /// out overlong forms, surrogates and what lies beyond U+10FFFF.
  private func utf8(from index: Int) -> Text {
    let lead = held[index]
    let (length, second): (Int, ClosedRange<UInt8>)
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return .invalid(1)
    }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for further in 1..<length {
      guard index + further < held.count else { return .unfinished }
      let byte = held[index + further]
      guard (further == 1 ? second : 0x80...0xBF).contains(byte) else { return .invalid(further) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(value).map { .scalar($0, length) } ?? .invalid(length)
  }

  private func converted(from index: Int, _ convert: (Span<UInt8>) -> Conversion) -> Text {
    let longest = 8
    for length in 1...longest {
      guard index + length <= held.count else { return .unfinished }
      switch held.with(index..<index + length, convert) {
      case .scalar(let scalar): return .scalar(scalar, length)
      case .unfinished: continue
      // The byte that does not fit may be good by itself, as a control key is.
      case .invalid: return .invalid(max(1, length - 1))
      }
    }
    return .invalid(longest)
  }
}
