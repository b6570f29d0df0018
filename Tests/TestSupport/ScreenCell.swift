internal import CVterm

package struct ScreenCell: Equatable, Sendable {
  package enum Color: Equatable, Sendable {
    case standard
    case index(Int)
    case rgb(Int, Int, Int)
  }

  /// The text of the cell: empty if nothing was written, `nil` for the right half of a wide character. The variation
  /// selector U+FE0F is left out, so that glyphs are found with and without it.
  package var text: String?
  package var foreground = Color.standard
  package var background = Color.standard
  package var isBold = false
  package var isReversed = false
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

extension ScreenCell.Color {
  /// Whether people would call it red.
  package var isReddish: Bool {
    switch self {
    case .rgb(let red, let green, let blue): red > green + 40 && red > blue + 40
    case .index(let index): [1, 9, 124, 160, 167, 196, 203].contains(index)
    case .standard: false
    }
  }

  /// Whether people would call it green.
  package var isGreenish: Bool {
    switch self {
    case .rgb(let red, let green, let blue): green > red + 40 && green > blue + 40
    case .index(let index): [2, 10, 28, 34, 35, 40, 41, 71, 77, 78].contains(index)
    case .standard: false
    }
  }
}
