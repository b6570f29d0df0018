internal import Watchword
internal import WatchwordBase
package import WatchwordScreen
package import WatchwordStrength

extension Arguments {
  /// The options that `watchword run` takes: how forms look and behave.
  package static var optionsOfRun: [Option] {
    Option.allCases.filter { option in
      [.typing, .look, .general].contains(option.group) && option.commands.contains(.ask)
        && ![.leaveNothing, .tty, .wait, .validate, .help, .version, .verbose].contains(option)
    }
  }

  /// Reads what follows `run`: options, and from the first operand on a command with its arguments.
  package static func ofRun(
    _ arguments: [String], width: CharacterWidth
  ) throws(ProgramError) -> (values: [OptionValue], command: [String]) {
    let (options, all) = (optionsOfRun, Arguments(["run"] + arguments, endsAtOperand: true))
    var (values, command): ([OptionValue], [String]) = ([], [])
    for argument in all.found {
      switch argument {
      case .wrong(let error): throw error
      case .unknown(let name): throw .unknownOption(name, among: options.flatMap(\.flags))
      case .ambiguous(let name): throw .ambiguous(name, among: options.flatMap(\.flags))
      case .option(let option, _) where !options.contains(option): throw .unknownOption(option.flag)
      case .option(let option, let argument):
        values.append(OptionValue(option: option, argument: argument, width: width))
      case .operand(let word): command.append(word)
      case .receiver(let words): command = words
      }
    }
    return (values, command)
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
