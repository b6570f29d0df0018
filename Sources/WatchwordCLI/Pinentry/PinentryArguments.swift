internal import WatchwordMessages

/// The arguments of the program as a pinentry: those that all pinentries take, with their letters.
struct PinentryArguments {
  /// One of the options.
  enum Parameter: String, CaseIterable {
    case debug, display, ttyname, ttytype
    case characterLocale = "lc-ctype"
    case messageLocale = "lc-messages"
    case timeout
    case noGlobalGrab = "no-global-grab"
    case parentWindow = "parent-wid"
    case colors, ttyalert, help, version

    /// The letter, what stands for the argument where there is one, and what the option does, which is looked up when it
    /// is printed.
    var row: (letter: Character?, placeholder: String?, help: () -> String) {
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

    /// The option as it is typed.
    var flag: String { "--\(rawValue)" }
  }

  /// The options that were found, with their arguments.
  let found: [(parameter: Parameter, text: String)]

  /// Reads `arguments`, without the name of the program. A long option may be abbreviated while it stays unique, and
  /// letters may share one dash. What is no option is passed over, as by other pinentries.
  ///
  /// - Throws: What is wrong with an option.
  init(_ arguments: [String]) throws(ProgramError) {
    var rest = arguments[...]
    var found: [(Parameter, String)] = []
    while let argument = rest.popFirst(), argument != "--" {
      if argument.hasPrefix("--") {
        let (name, value) = argument.splitAtEqualsSign
        let parameter = try Self.parameter(named: name)
        if value != nil, parameter.row.placeholder == nil {
          throw .superfluous(argument, of: parameter.flag)
        }
        found.append((parameter, try Self.argument(of: parameter, value, &rest)))
      } else if argument.hasPrefix("-") {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
          guard let parameter = Parameter.allCases.first(where: { $0.row.letter == letter }) else {
            throw .unknown(.option, "-\(letter)")
          }
          let takesRest = parameter.row.placeholder != nil && !letters.isEmpty
          found.append(
            (parameter, try Self.argument(of: parameter, takesRest ? String(letters) : nil, &rest)))
          if takesRest { break }
        }
      }
    }
    self.found = found
  }

  private static func parameter(named name: String) throws(ProgramError) -> Parameter {
    let candidates = Parameter.allCases.filter { $0.flag.hasPrefix(name) }
    if let exact = candidates.first(where: { $0.flag == name }) { return exact }
    guard let first = candidates.first else {
      throw .unknown(.option, name, among: Parameter.allCases.map(\.flag))
    }
    guard candidates.count == 1 else {
      let list = candidates.map(\.flag.quoted).joined(separator: " ")
      throw .ambiguous(name, list)
    }
    return first
  }

  private static func argument(
    of parameter: Parameter, _ value: String?, _ rest: inout ArraySlice<String>
  ) throws(ProgramError) -> String {
    guard let placeholder = parameter.row.placeholder else { return "" }
    guard let argument = value ?? rest.popFirst() else {
      throw .missingArgument(placeholder, of: parameter.flag)
    }
    if parameter == .timeout, !(0...PinentryRequest.longestTimeout).contains(Int(argument) ?? -1) {
      throw ProgramError(
        text(
          "option '{option}' needs a whole number of seconds from 0 to {most}, not {value}",
          [
            "option": parameter.flag, "most": String(PinentryRequest.longestTimeout),
            "value": argument.quoted,
          ]))
    }
    return argument
  }

  /// What the options set before the agent says anything.
  var request: PinentryRequest {
    var request = PinentryRequest()
    for (parameter, text) in found {
      switch parameter {
      case .ttyname, .ttytype, .characterLocale, .messageLocale, .ttyalert, .display:
        _ = request.setOption(parameter.rawValue, to: text)
      case .timeout: request.setTimeout(text)
      case .debug, .noGlobalGrab, .parentWindow, .colors, .help, .version: break
      }
    }
    return request
  }

  /// Whether `parameter` is among the options.
  func has(_ parameter: Parameter) -> Bool { found.contains { $0.parameter == parameter } }

  /// The options, a line each, for a usage text.
  static var help: [String] { Parameter.allCases.map(line) }

  private static func line(of parameter: Parameter) -> String {
    let row = parameter.row
    let letter = row.letter.map { "-\($0), " } ?? "    "
    let synopsis = "  \(letter)\(parameter.flag)\(row.placeholder.map { " \($0)" } ?? "")"
    return synopsis + String(repeating: " ", count: max(1, 30 - synopsis.count)) + row.help()
  }
}
