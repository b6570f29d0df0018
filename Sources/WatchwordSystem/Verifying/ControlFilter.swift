internal import WatchwordBase

/// Removes from a line what would move a terminal's cursor or change more than a cell: control characters and the
/// sequences that they begin. "ESC [ 1 m bold" becomes "bold". Keeps other invisible characters, drawn as glyphs.
///
/// The sequences are those of ECMA-48, introduced by ESC or by a single control character. A character that cannot
/// belong to a sequence ends it and stays.
struct ControlFilter {
  private enum State {
    case text
    /// After ESC, or ESC and intermediate characters.
    case escape
    /// In a control sequence, such as a change of colour.
    case sequence
    /// In a control string, such as a window's title.
    case string
  }

  private var state = State.text

  /// Takes the next character and returns it, or `nil` to remove it. A tab becomes a space.
  mutating func take(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch (state, scalar) {
    case (_, "\u{1B}"): state = .escape
    case (.string, "\u{07}"), (.string, "\u{9C}"): state = .text
    case (.string, _): break
    case (_, "\u{9B}"), (.escape, "["): state = .sequence
    case (_, "\u{90}"), (_, "\u{98}"), (_, "\u{9D}"..."\u{9F}"): state = .string
    case (.escape, "P"), (.escape, "X"), (.escape, "]"..."_"): state = .string
    case (.escape, " "..."/"), (.sequence, " "..."?"): break
    case (.escape, "0"..."~"), (.sequence, "@"..."~"): state = .text
    default:
      state = .text
      if scalar == "\t" { return " " }
      return scalar.isControlOrSeparator ? nil : scalar
    }
    return nil
  }
}
