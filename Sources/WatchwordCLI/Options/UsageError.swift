internal import WatchwordSystem
internal import WatchwordText

/// An argument that is wrong.
struct UsageError: Error, Equatable {
  /// What is wrong, naming the argument: one line, without the program's name and without control characters.
  var line: String

  init(_ line: String) { self.line = line }

  /// An option, as it was typed, that there is not.
  static func unknown(_ name: String) -> UsageError { UsageError("unknown option \(name.quoted)") }

  /// A list of words that cannot be read, or not to its end.
  static func unreadable(list path: String, _ failure: WordFile.Failure) -> UsageError {
    UsageError("cannot read the list \(path.quoted): \(failure)")
  }
}

extension String {
  /// The text between quotation marks and fit for a terminal: what could steer one, or break the line, is
  /// written as an escape.
  var quoted: String {
    let scalars = unicodeScalars.map { scalar in
      scalar.steers ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return "'" + scalars.joined() + "'"
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
