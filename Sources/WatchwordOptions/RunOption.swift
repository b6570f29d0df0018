internal import WatchwordBase

/// The options of `watchword run`.
package enum RunOption: OptionRow {
  case list, trace
  /// How forms look and behave.
  case form(Option)

  package static var allCases: [RunOption] {
    let forms = Option.allCases.filter { option in
      [.typing, .look, .general].contains(option.group) && option.commands.contains(.ask)
        && ![.leaveNothing, .tty, .wait, .validate, .help, .version, .verbose].contains(option)
    }
    return [.list, .trace] + forms.map(RunOption.form)
  }

  package var name: String {
    switch self {
    case .list: "list"
    case .trace: "trace"
    case .form(let option): option.name
    }
  }

  package var hasOpposite: Bool { option?.hasOpposite ?? false }
  package var letter: Unicode.Scalar? { option?.letter }
  package var placeholder: String? { self == .trace ? "FILE" : option?.placeholder }
  package var choices: [String] { option?.choices ?? [] }

  package var help: String {
    switch self {
    case .list: text("Write which programs ask for new passwords")
    case .trace: text("Note in a new FILE why forms come or not")
    case .form(let option): option.help
    }
  }

  private var option: Option? {
    guard case .form(let option) = self else { return nil }
    return option
  }
}
