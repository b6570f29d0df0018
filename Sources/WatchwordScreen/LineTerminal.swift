/// A terminal that prints and reads line by line, such as a teleprinter. What it has printed is never overwritten.
///
/// A typed line is the event ``Event/paste``, or ``Event/refused(_:)`` if it cannot be accepted. It arrives only while
/// a question is open, see ``ask(_:isSeen:)``. A line typed before waits for the next question.
package protocol LineTerminal: Terminal, ~Copyable {
  /// The columns of a line, at least 1.
  var columns: Int { get }
  var characterWidth: CharacterWidth { get }
  var lineEnd: LineEnd { get }

  /// Prints `lines`. Closes an open question and starts a new line first.
  mutating func print(_ lines: [String])
  /// Prints a question and reads a line, which the user types after the question's last line. Input is hidden unless
  /// `isSeen`. Prints the question again if another program used the terminal meanwhile.
  mutating func ask(_ question: [String], isSeen: Bool)
  /// Prints a secret on lines of its own. Nothing erases them later.
  mutating func print(secret: UTF8Span)
  /// Prints the name of each character of a secret, separated by `separator`.
  mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String)
}

/// The key before Enter that says what to do with a line. It is not part of the line.
package enum LineEnd: Equatable, Sendable {
  case plain
  /// Control-R: show the line.
  case show
  /// Control-G: generate a password instead of the line.
  case make
}
