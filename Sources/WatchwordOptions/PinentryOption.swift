internal import WatchwordBase

/// The options of all pinentries, with their letters.
package enum PinentryOption: String, OptionRow {
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

  package var name: String { rawValue }
  package var letter: Unicode.Scalar? { row.letter }
  package var placeholder: String? { row.placeholder }
  package var choices: [String] { [] }
  package var help: String { row.help() }
}
