internal import WatchwordBase
internal import WatchwordOptions

/// The options of `watchword agent`.
enum SystemAgentOption: String, OptionRow {
  case list, once, trace, help, version

  var name: String { rawValue }
  var letter: Unicode.Scalar? { [.help: "h", .version: "V"][self] }
  var placeholder: String? { self == .trace ? "FILE" : nil }
  var choices: [String] { [] }
  var help: String {
    switch self {
    case .list: text("write the questions that wait")
    case .once: text("ask only those that wait now")
    case .trace: text("note in a new FILE why forms come or not")
    case .help: text("show this help")
    case .version: text("show the version")
    }
  }
}
