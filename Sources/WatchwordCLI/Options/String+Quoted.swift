internal import WatchwordMessages

extension String {
  /// The text between quotation marks and fit for a terminal.
  var quoted: String { "'\(escaped)'" }

  /// The text, fit for a terminal: what could steer one, or break the line, is written as an escape.
  var escaped: String {
    let scalars = unicodeScalars.map { scalar in
      scalar.steers ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return scalars.joined()
  }

  /// Whether the text holds a scalar that must not reach a terminal.
  var hasControls: Bool { unicodeScalars.contains(where: \.steers) }
}

extension Unicode.Scalar {
  /// Whether the scalar steers rather than shows: controls, line ends, and formats such as those that turn the
  /// direction of writing. The two joiners are parts of words and emoji.
  fileprivate var steers: Bool {
    isControlOrSeparator
      || properties.generalCategory == .format && value != 0x200C && value != 0x200D
  }
}
