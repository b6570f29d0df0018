internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// The arguments of the program as a pinentry: those that all pinentries take, with their letters.
struct PinentryArguments {
  /// One of the options.
  enum Parameter: String, OptionRow {
    case debug, display, ttyname, ttytype
    case characterLocale = "lc-ctype"
    case messageLocale = "lc-messages"
    case timeout
    case noGlobalGrab = "no-global-grab"
    case parentWindow = "parent-wid"
    case colors, ttyalert, help, version

    /// The letter, what stands for the argument where there is one, and what the option does, which is looked up when it
    /// is printed.
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

  /// The options that were found, with their arguments.
  private(set) var found: [(parameter: Parameter, text: String)] = []

  /// Reads `arguments`, without the name of the program. What is no option is passed over, as by other pinentries.
  ///
  /// - Throws: What is wrong with an option.
  init(_ arguments: [String]) throws(ProgramError) {
    for argument in ArgumentList<Parameter>([""] + arguments).found {
      switch argument {
      case .wrong(let error): throw error
      case .unknown(let name): throw .unknownOption(name, among: Parameter.allCases.map(\.flag))
      case .ambiguous(let name, let candidates): throw .ambiguous(name, candidates.map(\.flag))
      case .operand, .receiver: break
      case .option(let parameter, let text):
        if parameter == .timeout, !(0...PinentryRequest.longestTimeout).contains(Int(text) ?? -1) {
          throw .text(
            "option '{option}' needs a whole number of seconds from 0 to {most}, not {value}",
            [
              "option": parameter.flag, "most": String(PinentryRequest.longestTimeout),
              "value": text.quoted,
            ])
        }
        found.append((parameter, text))
      }
    }
  }

  /// What the options set before the agent says anything. Those that a request does not know have no effect.
  var request: PinentryRequest {
    var request = PinentryRequest()
    for (parameter, text) in found {
      if parameter == .timeout {
        request.setTimeout(text)
      } else {
        _ = request.setOption(parameter.rawValue, to: text)
      }
    }
    return request
  }

  /// Whether `parameter` is among the options.
  func has(_ parameter: Parameter) -> Bool { found.contains { $0.parameter == parameter } }
}

/// The program as a pinentry of gpg-agent.
enum Pinentry {
  /// Serves the agent until it is done; `request` is what was set before it says anything, and `width` how wide
  /// characters are. Of what is set for all forms nothing that is wrong keeps anybody from a key, unless the place may
  /// require something: then the agent is told with every dialog that it asks for.
  static func run(_ request: PinentryRequest, width: CharacterWidth) throws(ProgramError) -> ExitStatus {
    SpokenLanguage.release()
    // The process lives on between the dialogs, with what libassuan keeps.
    try rethrow(
      try Hardening.apply(),
      as: { (failure: SecretError) in
        // There is no option that could allow it.
        ProgramError("\(WatchwordError.memory(failure))", .unlocked)
      })
    var (settings, fault): ([Option], String?) = ([], nil)
    do throws(ProgramError) {
      settings = try Configuration.ofProcess(width: width).values(of: .ask, typed: []).values.map(\.option)
    } catch {
      fault = error.line
    }
    let isPlain = settings.last { [.plain, .noPlain].contains($0) }.map { $0 == .plain }
    let server = PinentryServer(request, dialogs: TerminalDialogs(isPlain: isPlain), fault: fault)
    return server.run() ? .accepted : .unwritten
  }
}
