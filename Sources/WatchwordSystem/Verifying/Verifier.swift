/// A program that is asked before a form is accepted: it is given what was typed, and says whether it may stand.
///
/// It reads the answer of the form from its standard input. With the exit status 0 it accepts. With any other one it
/// refuses, and the last line that it wrote says why.
package struct Verifier: Equatable, Sendable {
  package enum Input: String, CaseIterable, Sendable {
    /// The values of the form as a JSON object and a newline, see ``AnswerFormat/Kind/json``.
    case json
    /// The password, or else the first text, and a newline, in the character set of the locale.
    case text
  }

  /// The program, searched for in PATH where its name has no solidus, and its arguments; never empty.
  package let arguments: [String]
  /// What it finds on its standard input.
  package var input = Input.json
  package var timeout = defaultTimeout
  /// How many refusals end the form; `nil` for no end. A verifier that gave no answer has not refused. Less than 1 is
  /// the same as 1.
  package var attempts: Int?

  /// How long a verifier may take unless something else is asked for.
  package static let defaultTimeout = Duration.seconds(10)

  /// Makes a verifier of a program and its arguments, separated by spaces, tabs or newlines. There is no quoting, and
  /// no shell.
  ///
  /// - Returns: `nil` when `text` has nothing but blanks.
  package init?(_ text: String) {
    self.init(arguments: text.split(whereSeparator: " \t\n".contains).map(String.init))
  }

  /// Makes a verifier of a command that the shell carries out, `sh -c`.
  ///
  /// - Returns: `nil` when `text` has nothing but blanks.
  package init?(shell text: String) {
    guard !text.allSatisfy(" \t\n".contains) else { return nil }
    self.init(arguments: ["/bin/sh", "-c", text])
  }

  /// Makes a verifier of a program and its arguments.
  ///
  /// - Returns: `nil` when there is no program.
  package init?(arguments: [String]) {
    guard !arguments.isEmpty else { return nil }
    self.arguments = arguments
  }
}
