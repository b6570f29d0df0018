import Forms
public import System

/// The check that a submission goes through before a form is accepted: a command is given what was typed, and says
/// whether it may stand.
public struct SubmissionCheck: Equatable, Sendable {
  /// What the command finds on its standard input.
  public enum Input: String, CaseIterable, Sendable {
    /// The values of the form as a JSON object and a newline, see ``AnswerFormat/Kind/json``.
    case json
    /// The password, or else the first text, and a newline, in the character set of the locale.
    case text
  }

  /// The command.
  public var command: CheckCommand
  /// What it finds on its standard input.
  public var input = Input.json
  /// How many refusals end the form, see ``WatchwordError/tooManyRefusals``; `nil` for no end. A command that gave no
  /// answer has not refused. Less than 1 is the same as 1.
  public var attempts: Int?

  /// Makes a check by `command`, which is given JSON and may refuse without end.
  public init(_ command: CheckCommand) { self.command = command }
}

extension SubmissionVerdict {
  /// What `result` says of a form whose values are `values`, and what stands for a reason that is not shown.
  init(_ result: CheckResult, of values: [Answer.Value], withheld: String) {
    switch result {
    case .accepted: self = .accepted
    case .refused(let message):
      let field = message?.field.flatMap { name in values.first { $0.name == name }?.field }
      self = .refused(message.map { $0.text ?? withheld }, field: field)
    case .failed(let failure): self = .failed(failure.description)
    }
  }
}
