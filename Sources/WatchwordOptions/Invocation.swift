internal import WatchwordBase
package import WatchwordScreen

/// What the command line asks for.
package enum Invocation: Equatable, Sendable {
  case run(Options)
  /// Help about a command, or about the program if `nil`. Only full help has all options.
  case help(Command?, isFull: Bool)
  /// The version, and, if `isVerbose`, how passwords are protected.
  case version(isVerbose: Bool)

  /// Reads `arguments`, which begin with the program's name. `width` measures the masking character. `configuration`
  /// returns the requirements and, unless it is told to skip them, the defaults.
  ///
  /// `--help` and `--version` take effect at once. The values of other options are read once the command is known.
  package init(
    _ arguments: [String], width: CharacterWidth,
    configuration: (_ skipsDefaults: Bool) throws(ProgramError) -> Configuration = { _ in Configuration() }
  ) throws(ProgramError) {
    var values: [OptionValue] = []
    var command: Command?
    var receiver: [String]?
    var user: String?
    var list: String?
    var question: String?
    var asksForHelp = false
    let arguments = Arguments(arguments)
    var taken: [Option] { Option.allCases.filter { $0.scope.contains(arguments.command ?? .new) } }
    for argument in arguments.found {
      switch argument {
      case .wrong(let error): throw error
      case .unknown(let name): throw .gone(name) ?? .unknownOption(name, among: taken.flatMap(\.flags))
      // Only the options of this command are suggested: another command's option would be refused too.
      case .ambiguous(let name): throw .ambiguous(name, among: taken.flatMap(\.flags))
      case .operand(Help.command) where command == nil: asksForHelp = true
      case .operand(let name) where command == nil:
        command = Command(rawValue: name)
        if command == nil { throw .unknownCommand(name) }
        if command?.programName != nil, !asksForHelp {
          throw .text("{service} has to stand in front of everything else", ["service": name.quoted])
        }
      case .operand(let name) where command == .policies && !values.contains { $0.option == .policy }:
        let value = OptionValue(option: .policy, argument: name, width: width)
        guard (try? value.policy()) != nil else { throw .unknownPolicy(name) }
        values.append(value)
      case .operand(let name) where command == .passwd && user == nil:
        guard !name.isEmpty, !name.hasControls, name.utf8.first != UInt8(ascii: "-") else {
          throw .text("there is no user {name}", ["name": name.quoted])
        }
        user = name
      case .operand(let words) where command == .confirm && question == nil:
        question = words
      case .operand(let path) where command == .check && list == nil:
        list = path
        values.append(OptionValue(option: .batch, argument: "", width: width))
      case .operand(let word):
        throw .unexpected(word, by: command)
      case .receiver(let words) where command == .confirm && question == nil && words.count == 1:
        question = words[0]
      case .receiver(let words):
        if words.isEmpty { throw .text("a command must stand behind '--'") }
        receiver = words
      case .option(.help, let extent):
        self = .help(arguments.command, isFull: !extent.isEmpty)
        return
      case .option(.version, _):
        self = .version(isVerbose: arguments.found.contains(.option(.verbose, "")))
        return
      case .option(let option, let argument):
        values.append(OptionValue(option: option, argument: argument, width: width))
      }
    }
    if asksForHelp {
      self = .help(command, isFull: false)
      return
    }
    if values.contains(where: { $0.option == .verbose }) { throw .missing([.version], neededBy: .verbose) }
    let chosen = command ?? .new
    for value in values where !value.option.scope.contains(chosen) {
      throw .text(
        "option '{option}' is for {commands}, not for {command}",
        [
          "option": value.flag, "commands": Command.list(value.option.commands),
          "command": chosen.rawValue.quoted,
        ])
    }
    if receiver != nil, !Command.handing.contains(chosen) {
      throw .text(
        "a command behind '--' is for {commands}, not for {command}",
        ["commands": Command.list(Command.handing), "command": chosen.rawValue.quoted])
    }
    let skipsDefaults = values.contains { $0.option == .noConfig }
    // A file on trial is for the case that the real one is broken, too.
    let judgesFile = values.contains { $0.option == .check }
    var options = try Options(
      chosen, values, receiver: receiver,
      configuration: judgesFile ? Configuration() : try configuration(skipsDefaults))
    options.user = user
    options.checking.path = list == "-" ? nil : list
    if options.expires, user == nil {
      throw .text("option '{option}' needs the name of a user", ["option": Option.expire.flag])
    }
    if chosen == .confirm {
      guard let question, !question.isEmpty else {
        throw .text(
          "command '{command}' needs a question, such as 'Restart now?'", ["command": chosen.rawValue])
      }
      guard !question.split(separator: "\n").contains(where: { String($0).hasControls }) else {
        throw .text("the question holds a control character: {question}", ["question": question.quoted])
      }
      options.question = question
    }
    self = .run(try options.resolved())
  }
}

extension ProgramError {
  package static func ambiguous(_ name: String, among flags: [String]) -> ProgramError {
    let flags = flags.filter { $0.hasPrefix(name) }
    guard let first = flags.first else { return .unknownOption(name) }
    let list = flags.map(\.quoted).joined(separator: " ")
    return first == flags.last
      ? .text("option {option} is abbreviated too far: {list}", ["option": name.quoted, "list": list])
      : .text("option {option} is ambiguous: {list}", ["option": name.quoted, "list": list])
  }

  /// The word may be a password that somebody meant to give to a command, so it is only repeated if it is near the name
  /// of one or begins it.
  fileprivate static func unknownCommand(_ name: String) -> ProgramError {
    let words = Command.words + [Help.command]
    let nearest = name.nearest(of: words) ?? words.first { name.count > 1 && $0.hasPrefix(name) }
    return nearest == nil && !name.isEmpty
      ? .text("unknown command, which is not repeated here because it may be a password")
      : .text("unknown command {word}", ["word": name.quoted]).suggesting(nearest)
  }

  /// Lists all policies if no similar one exists; there are few.
  fileprivate static func unknownPolicy(_ name: String) -> ProgramError {
    let (texts, names) = (Texts.ofProcess, Option.policy.choices)
    let error = texts("unknown policy {word}", ["word": name.quoted])
    if let nearest = name.nearest(of: names) { return ProgramError(error).suggesting(nearest) }
    return .text("{error}: there are {names}", ["error": error, "names": names.joinedByAnd])
  }
}
