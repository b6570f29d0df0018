internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets

/// What the command line asks for.
enum Invocation: Equatable, Sendable {
  /// What a command does.
  case run(Options)
  /// The help, about a command or about the program; all of it or what is usually needed.
  case help(Command?, isFull: Bool)
  /// The help about a service.
  case helpWithService(Service)
  /// The version, and how passwords are protected where that is asked for.
  case version(isVerbose: Bool)

  /// Reads `arguments`, the first of which is the program's name. `width` measures the sign for masking;
  /// `configuration` gives what is set beforehand, or only what is required.
  ///
  /// `--help` and `--version` count at once. The values of options are looked at when the command is known.
  init(
    _ arguments: [String], width: CharacterWidth,
    configuration: (_ skipsDefaults: Bool) throws(ProgramError) -> Configuration = { _ in Configuration() }
  ) throws(ProgramError) {
    var values: [OptionValue] = []
    var command: Command?
    var receiver: [String]?
    var user: String?
    var asksForHelp = false
    let arguments = Arguments(arguments)
    var taken: [Option] { Option.allCases.filter { $0.commands.contains(arguments.command ?? .new) } }
    for argument in arguments.found {
      switch argument {
      case .wrong(let error): throw error
      case .unknown(let name): throw .unknownOption(name, among: taken.map(\.flag))
      // Options of other commands would not help.
      case .ambiguous(let name, let candidates):
        throw .ambiguous(name, candidates.filter(taken.contains).map(\.flag))
      case .operand(Help.command) where command == nil: asksForHelp = true
      case .operand(let name) where command == nil:
        if let service = Service(rawValue: name) {
          guard asksForHelp else {
            throw .text("{service} has to stand in front of everything else", ["service": name.quoted])
          }
          self = .helpWithService(service)
          return
        }
        command = Command(rawValue: name)
        if command == nil {
          throw .text("unknown command {word}", ["word": name.quoted])
            .suggesting(name.nearest(of: Command.words + Service.words + [Help.command]))
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
      case .operand(let word): throw .unexpected(word)
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
    for value in values where !value.option.commands.contains(chosen) {
      throw .text(
        "option '{option}' is for {commands}, not for {command}",
        [
          "option": value.option.flag, "commands": Command.list(value.option.commands),
          "command": chosen.rawValue.quoted,
        ])
    }
    if receiver != nil, !Command.answering.contains(chosen) {
      throw .text(
        "a command behind '--' is for {commands}, not for {command}",
        ["commands": Command.list(Command.answering), "command": chosen.rawValue.quoted])
    }
    let skipsDefaults = values.contains { $0.option == .noConfig }
    var options = try Options(
      chosen, values, receiver: receiver, configuration: try configuration(skipsDefaults))
    options.user = user
    self = .run(options)
  }
}

extension ProgramError {
  /// An option that is abbreviated to `name`, which could be each of `flags`.
  static func ambiguous(_ name: String, _ flags: [String]) -> ProgramError {
    guard let first = flags.first else { return .unknownOption(name) }
    let list = flags.map(\.quoted).joined(separator: " ")
    return first == flags.last
      ? .text("option {option} is abbreviated too far: {list}", ["option": name.quoted, "list": list])
      : .text("option {option} is ambiguous: {list}", ["option": name.quoted, "list": list])
  }

  /// There is no policy `name`. There are few enough to name them all where none was probably meant.
  fileprivate static func unknownPolicy(_ name: String) -> ProgramError {
    let (texts, names) = (Texts.ofProcess, Option.policy.choices)
    let error = texts("unknown policy {word}", ["word": name.quoted])
    if let nearest = name.nearest(of: names) { return ProgramError(error).suggesting(nearest) }
    return .text("{error}: there are {names}", ["error": error, "names": names.joinedByAnd])
  }
}
