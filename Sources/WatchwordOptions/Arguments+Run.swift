package import WatchwordScreen
package import WatchwordStrength

/// What follows `run` or `agent`.
package struct ServiceArguments {
  /// In the order typed.
  package let values: [OptionValue]
  /// From the first operand of `run` on: a command with its arguments; empty for the shell.
  package private(set) var command: [String] = []
  /// The file for a ``Trace``.
  package var trace: String? { values.last { $0.option == .trace }?.argument }

  package init(_ arguments: [String], of service: Command, width: CharacterWidth) throws(ProgramError) {
    let (rows, isRun) = (Option.allCases.filter { $0.scope.contains(service) }, service == .run)
    let list = Arguments([""] + arguments, of: rows, endsAtOperand: isRun)
    values = try list.options(ignoresOperands: isRun).map {
      OptionValue(option: $0.option, argument: $0.argument, width: width)
    }
    if case .receiver(let words)? = list.found.last { command = words }
    if has(.list), !has(.help), let word = command.first { throw .unexpected(word) }
  }

  package func has(_ option: Option) -> Bool { values.contains { $0.option == option } }
}

extension Options {
  /// The options for the questions of another program, about a password or a new one. They look as those of `ask`. A new
  /// password is held to the `policy` of that program, if it has one, and to what is set beforehand; the remarks are then
  /// those that the options for a known password do not have.
  ///
  /// - Throws: What is wrong with the typed `values`, or with a requirement.
  package init(
    forCaller configuration: Configuration, isNew: Bool = false, _ values: [OptionValue] = [],
    policy: StandardPolicy? = nil
  ) throws(ProgramError) {
    let known = try Options(.ask, values, configuration: configuration).resolved()
    self = known
    if isNew {
      let rule = policy.map { OptionValue(option: .policy, argument: $0.rawValue, width: .ascii) }
      try self.init(sparing: configuration, .new, values + [rule].compactMap(\.self), remarksOf: known)
      presentation = known.presentation
      hasUsualPolicy = false
      requiresPassword = configuration.requires([.policy, .minStrength, .minLength, .require], of: .new)
    }
    // Another program's secret starts masked, whatever is set for our own forms.
    startsMasked =
      !configuration.requires([.reveal], of: .ask) && !values.contains { $0.option == .reveal }
  }

  /// The options of `command`, which asks for a new password, without the settings that would stop its form. They have
  /// no remarks that `told` has.
  package init(
    sparing configuration: Configuration, _ command: Command, _ values: [OptionValue], remarksOf told: Options
  ) throws(ProgramError) {
    self = try configuration.sparing { (configuration) throws(ProgramError) in
      let options = try Options(command, values, configuration: configuration).resolved()
      _ = try options.makeJudgeConfiguration()
      return options
    }
    remarks.removeAll(where: told.remarks.contains)
    refusals.removeAll(where: told.refusals.contains)
  }
}
