/// A program that is asked before a form is accepted. It reads the form's answer from its standard input. The exit
/// status 0 accepts; any other refuses, and the last line of output tells the reason.
package struct Verifier: Equatable, Sendable {
  package enum Input: String, CaseIterable, Sendable {
    /// The values of the form as a JSON object and a newline, see ``AnswerFormat/Kind/json``.
    case json
    /// The password, or the first text if the form has no password, and a newline, in the character set of the locale.
    case text
    /// The values of the form in these formats, see ``AnswerFormat/Kind``.
    case lines
    case nul
    case shell

    package var kind: AnswerFormat.Kind {
      switch self {
      case .json: .json
      case .text, .lines: .lines
      case .nul: .nul
      case .shell: .shell
      }
    }
  }

  /// The program, searched for in PATH if its name has no slash, and its arguments; never empty.
  package let arguments: [String]
  package var input = Input.json
  package var timeLimit = defaultTimeLimit
  /// How many refusals end the form; `nil` for no limit. Failures do not count. Less than 1 means 1.
  package var attempts: Int?

  package static let defaultTimeLimit = Duration.seconds(10)

  /// Splits a command at spaces, tabs or newlines, without quoting or a shell. `nil` if `text` is blank.
  package init?(_ text: String) {
    self.init(arguments: text.split(whereSeparator: " \t\n".contains).map(String.init))
  }

  /// `nil` if there is no program.
  package init?(arguments: [String]) {
    guard !arguments.isEmpty else { return nil }
    self.arguments = arguments
  }
}
