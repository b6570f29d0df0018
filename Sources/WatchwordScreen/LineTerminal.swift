/// A terminal that prints line after line and is read by the line: a printer with a keyboard in the last resort. Nothing
/// that it has printed is written over.
///
/// A line that was typed is the event ``Event/paste``, or ``Event/refused(_:)`` where it cannot be taken. It comes only
/// while a question is open, see ``ask(_:isSeen:)``; what was typed before waits for it.
package protocol LineTerminal: Terminal, ~Copyable {
  /// The columns of a line, at least 1.
  var columns: Int { get }
  var characterWidth: CharacterWidth { get }
  var lineEnd: LineEnd { get }

  /// Prints `lines`. A question that is open begins a new line first, and is open no more.
  mutating func print(_ lines: [String])
  /// Prints a question, behind the last line of which the person types, and reads a line. What is typed is not seen
  /// unless `isSeen`. Where something else was on the terminal meanwhile, the question is printed again.
  mutating func ask(_ question: [String], isSeen: Bool)
  /// Prints a secret in lines of its own. It stays on the terminal.
  mutating func print(secret: UTF8Span)
  /// Prints the name of each character of a secret, with `separator` between two.
  mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String)
}

/// The key before Enter that says what is to be done with a line. It is no part of the line.
package enum LineEnd: Equatable, Sendable {
  /// None: the line is what was typed.
  case plain
  /// Control-R: the line is to be shown.
  case show
  /// Control-G: a password is to be made in the place of the line.
  case make
}
