internal import Watchword
internal import WatchwordBase
package import WatchwordScreen
package import WatchwordStrength

/// What follows `run`.
package struct RunArguments {
  /// Options of the forms.
  package private(set) var values: [OptionValue] = []
  /// From the first operand on: a command with its arguments; empty for the shell.
  package private(set) var command: [String] = []
  package private(set) var listsPrograms = false
  /// The file for a ``Trace``.
  package private(set) var trace: String?

  package init(_ arguments: [String], width: CharacterWidth) throws(ProgramError) {
    let flags = RunOption.allCases.flatMap(\.flags)
    for argument in ArgumentList<RunOption>(["run"] + arguments, endsAtOperand: true).found {
      switch argument {
      case .wrong(let error): throw error
      case .unknown(let name): throw .unknownOption(name, among: flags)
      case .ambiguous(let name): throw .ambiguous(name, among: flags)
      case .option(.list, _): listsPrograms = true
      case .option(.trace, let file): trace = file
      case .option(.form(let option), let argument):
        values.append(OptionValue(option: option, argument: argument, width: width))
      case .operand(let word): command.append(word)
      case .receiver(let words): command = words
      }
    }
    if listsPrograms, let word = command.first { throw .unexpected(word) }
  }
}

extension Options {
  /// The options of the form in which `watchword run` asks for a password, or for a new one held to `policy`.
  package init(
    ofRun values: [OptionValue], policy: StandardPolicy?, isNew: Bool, _ configuration: Configuration
  ) throws(ProgramError) {
    let rule = policy.map {
      OptionValue(option: .policy, argument: $0.rawValue, width: values.first?.width ?? .ascii)
    }
    try self.init(isNew ? .new : .ask, values + [rule].compactMap(\.self), configuration: configuration)
    if isNew {
      presentation.isInline = try Options(.ask, values, configuration: configuration).presentation.isInline
    }
  }
}
