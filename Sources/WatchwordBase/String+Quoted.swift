extension String {
  /// The text in quotation marks, escaped for a terminal.
  package var quoted: String { "'\(escaped)'" }

  /// The text with escapes for anything that could control a terminal or break the line.
  package var escaped: String {
    let scalars = unicodeScalars.map { scalar in
      scalar.steers ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return scalars.joined()
  }

  /// Whether a scalar must not reach a terminal.
  package var hasControls: Bool { unicodeScalars.contains(where: \.steers) }
}

extension Unicode.Scalar {
  /// Whether the scalar has an effect instead of a glyph: controls, line ends, and formats, such as those that change
  /// the writing direction. The two joiners are excepted, because they belong to words and emoji.
  fileprivate var steers: Bool {
    isControlOrSeparator
      || properties.generalCategory == .format && value != 0x200C && value != 0x200D
  }
}
