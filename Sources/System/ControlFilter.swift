internal import WatchwordText

/// Takes out of a text what would move the cursor of a terminal, or change more than a cell: control characters, the
/// sequences that they begin, and the ends of lines. What cannot be seen stays, and is drawn as signs.
///
/// The sequences are those of ECMA-48, in their forms with ESC and with a single control character. A character that
/// cannot belong to a sequence ends it and stays.
struct ControlFilter {
  private enum State {
    case text
    /// Behind ESC, or ESC and intermediate characters.
    case escape
    /// In a control sequence.
    case sequence
    /// In a control string, such as a window's title.
    case string
    /// Behind an ESC in a control string, which may be the start of its end.
    case stringEnd
  }

  private var state = State.text

  /// Takes the next character of the text and answers it; `nil` where it is taken out. A tab becomes a space.
  mutating func take(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch state {
    case .text: break
    case .escape: if takeEscape(scalar) { return nil }
    case .sequence: if takeSequence(scalar) { return nil }
    case .string, .stringEnd:
      takeString(scalar)
      return nil
    }
    return takeText(scalar)
  }

  private mutating func takeText(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\t": return " "
    case "\u{1B}": state = .escape
    case "\u{9B}": state = .sequence
    case "\u{90}", "\u{98}", "\u{9D}", "\u{9E}", "\u{9F}": state = .string
    default: return scalar.isControlOrSeparator ? nil : scalar
    }
    return nil
  }

  /// Answers whether the character belongs to the escape sequence.
  private mutating func takeEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "[": state = .sequence
    case "]", "P", "X", "^", "_": state = .string
    case " "..."/": break
    case "0"..."~": state = .text
    default:
      state = .text
      return false
    }
    return true
  }

  /// Answers whether the character belongs to the control sequence.
  private mutating func takeSequence(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " "..."?": return true
    case "@"..."~":
      state = .text
      return true
    default:
      state = .text
      return false
    }
  }

  private mutating func takeString(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\u{07}", "\u{9C}": state = .text
    case "\u{1B}": state = .stringEnd
    case "\\" where state == .stringEnd: state = .text
    default: state = .string
    }
  }
}
