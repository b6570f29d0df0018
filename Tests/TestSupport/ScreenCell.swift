internal import CVterm

/// A cell as the terminal shows it.
package struct ScreenCell: Equatable, Sendable {
  /// A colour as the program asked for it.
  package enum Color: Equatable, Sendable {
    /// The terminal's own.
    case standard
    /// One of the palette, 0 to 255.
    case index(Int)
    /// A 24-bit colour, each part 0 to 255.
    case rgb(Int, Int, Int)
  }

  /// The text of the cell: empty where nothing was written, `nil` for the right half of a wide character.
  /// The variation selector U+FE0F is left out, so that signs are found with and without it.
  package var text: String?
  /// The colour of the text.
  package var foreground = Color.standard
  /// The colour behind it.
  package var background = Color.standard
  /// Whether it is bold.
  package var isBold = false
  /// Whether foreground and background are exchanged.
  package var isReversed = false
  /// Whether it is underlined.
  package var isUnderlined = false

  init(_ cell: cvterm_cell) {
    text = unsafe withUnsafeBytes(of: cell.scalars) { bytes -> String? in
      let scalars = unsafe bytes.bindMemory(to: UInt32.self)
      guard unsafe scalars[0] != .max else { return nil }
      var text = String.UnicodeScalarView()
      for index in 0..<scalars.count {
        guard let scalar = Unicode.Scalar(unsafe scalars[index]), scalar.value != 0 else { break }
        if scalar != "\u{FE0F}" { text.append(scalar) }
      }
      return String(text)
    }
    foreground = Color(cell.foreground)
    background = Color(cell.background)
    isBold = cell.bold
    isReversed = cell.reverse
    isUnderlined = cell.underline != 0
  }
}

extension ScreenCell.Color {
  init(_ color: cvterm_color) {
    self =
      switch color.kind {
      case 0: .standard
      case 1: .index(Int(color.index))
      default: .rgb(Int(color.red), Int(color.green), Int(color.blue))
      }
  }
}
