internal import WatchwordBase
internal import WatchwordOptions

/// The options of `watchword agent`.
enum SystemAgentOption: String, OptionRow {
  case list, once, help, version

  var name: String { rawValue }
  var letter: Unicode.Scalar? { [.help: "h", .version: "V"][self] }
  var placeholder: String? { nil }
  var choices: [String] { [] }
  var help: String {
    switch self {
    case .list: text("write the questions that wait")
    case .once: text("ask only those that wait now")
    case .help: text("show this help")
    case .version: text("show the version")
    }
  }

  /// Reads `arguments`, without the name of the program.
  static func read(_ arguments: [String]) throws(ProgramError) -> [Self] {
    var options: [Self] = []
    for argument in ArgumentList<Self>([""] + arguments).found {
      switch argument {
      case .option(let option, _): options.append(option)
      case .wrong(let error): throw error
      case .unknown(let name), .ambiguous(let name): throw .unknownOption(name, among: allCases.map(\.flag))
      case .operand(let word): throw .unexpected(word)
      case .receiver: throw .unexpected("--")
      }
    }
    return options
  }
}
