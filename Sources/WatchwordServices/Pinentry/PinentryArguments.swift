internal import Watchword
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordScreen

/// The arguments of the program as a pinentry: the options of all pinentries, with their letters.
struct PinentryArguments {
  enum Parameter: String, OptionRow {
    case debug, display, ttyname, ttytype
    case characterLocale = "lc-ctype"
    case messageLocale = "lc-messages"
    case timeout
    case noGlobalGrab = "no-global-grab"
    case parentWindow = "parent-wid"
    case colors, ttyalert, help, version

    /// The letter, the argument's name, if any, and what the option does, translated when printed.
    private var row: (letter: Unicode.Scalar, placeholder: String?, help: () -> String) {
      switch self {
      case .ttyname: ("T", "FILE", { text("draw on this terminal") })
      case .ttytype: ("N", "NAME", { text("the type of that terminal, as TERM has it") })
      case .characterLocale: ("C", "LOCALE", { text("the locale of its characters") })
      case .messageLocale: ("M", "LOCALE", { text("the locale of the texts") })
      case .timeout: ("o", "SECONDS", { text("end a dialog without a key for so long") })
      case .ttyalert: ("a", "ALERT", { text("none, beep or flash when a dialog comes") })
      case .display: ("D", "DISPLAY", Self.noEffect)
      case .parentWindow: ("W", "WINDOW", Self.noEffect)
      case .colors: ("c", "COLORS", Self.noEffect)
      case .noGlobalGrab: ("g", nil, Self.noEffect)
      case .debug: ("d", nil, Self.noEffect)
      case .help: ("h", nil, { text("show this help") })
      case .version: ("V", nil, { text("show the version") })
      }
    }

    private static func noEffect() -> String { text("for other pinentries, no effect here") }

    var name: String { rawValue }
    var letter: Unicode.Scalar? { row.letter }
    var placeholder: String? { row.placeholder }
    var choices: [String] { [] }
    var help: String { row.help() }
  }

  private(set) var found: [(parameter: Parameter, text: String)] = []

  /// Reads `arguments`, without the name of the program. Like other pinentries, ignores what is not an option.
  ///
  /// - Throws: What is wrong with an option.
  init(_ arguments: [String]) throws(ProgramError) {
    for (parameter, text) in try ArgumentList<Parameter>([""] + arguments).options(ignoresOperands: true) {
      if parameter == .timeout, !(0...PinentryRequest.longestTimeLimit).contains(Int(text) ?? -1) {
        throw .text(
          "option '{option}' needs a whole number of seconds from 0 to {most}, not {value}",
          [
            "option": parameter.flag, "most": String(PinentryRequest.longestTimeLimit), "value": text.quoted,
          ])
      }
      found.append((parameter, text))
    }
  }

  /// The settings before the agent says anything. Options that a request does not know have no effect.
  var request: PinentryRequest {
    var request = PinentryRequest()
    for (parameter, text) in found {
      if parameter == .timeout {
        request.setTimeLimit(text)
      } else {
        _ = request.setOption(parameter.rawValue, to: text)
      }
    }
    return request
  }

  func has(_ parameter: Parameter) -> Bool { found.contains { $0.parameter == parameter } }
}
