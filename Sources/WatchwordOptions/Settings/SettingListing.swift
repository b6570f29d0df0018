internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordScreen
internal import WatchwordSystem

/// The settings in force, with the places that they come from.
package struct SettingListing {
  private struct Row {
    let value: OptionValue
    /// A file, a variable of the environment, or "default".
    let source: String
    var line: Int?
    var isRequired = false
    /// The commands for which the setting has this value from this source.
    var commands: [Command] = []

    func isSame(as other: Row) -> Bool {
      (value.typed, source, line) == (other.value.typed, other.source, other.line)
    }
  }

  private var rows: [Row] = []
  /// What is wrong with the settings, one line each.
  package let remarks: [String]
  /// What stops a command, one line each.
  package let obstacles: [String]

  package init(_ configuration: Configuration) {
    let options: [Options]
    (options, remarks, obstacles) = configuration.effects
    let commands = options.map { ($0.command, configuration.inForce(for: $0.command), $0) }
    for option in Option.allCases where option.setting != nil {
      var found: [Row] = []
      for (command, settings, options) in commands where option.canBeSet(for: command) {
        for var row in Self.rows(of: option, settings, options) {
          let index = found.firstIndex { $0.isSame(as: row) }
          if let index { found[index].commands.append(command) }
          row.commands = [command]
          if index == nil { found.append(row) }
        }
      }
      rows += found
    }
  }

  private static func rows(of option: Option, _ settings: [Configuration.Setting], _ usual: Options) -> [Row]
  {
    func row(_ argument: String, from source: String) -> Row {
      Row(value: OptionValue(option: option, argument: argument, width: .ascii), source: source)
    }
    let settings = settings.filter { $0.value.option == option }
    let usual = option.inForce(in: usual)
    if option != .inline || settings.last?.isRequired != true,
      let forced = variable(for: option, settings.last?.value.argument ?? usual)
    {
      return [row(forced.argument, from: forced.name)]
    }
    if settings.isEmpty { return usual.map { [row($0, from: usualSource)] } ?? [] }
    return settings.map {
      Row(value: $0.value, source: $0.place.file, line: $0.place.line, isRequired: $0.isRequired)
    }
  }

  /// The environment variable that overrides `option`, whose argument in force is `present`, and the argument it gives.
  private static func variable(for option: Option, _ present: String?) -> (name: String, argument: String)? {
    func value(_ name: String) -> String { environmentVariable(name) ?? "" }
    return switch option {
    case .inline where ["0", "1"].contains(value("WATCHWORD_INLINE")):
      ("WATCHWORD_INLINE", option.toggled(value("WATCHWORD_INLINE") == "1"))
    case .animation where value("WATCHWORD_MOTION") == "off": ("WATCHWORD_MOTION", option.toggled(false))
    case .plain where present == nil && !["", "0"].contains(value("ACCESSIBLE")):
      ("ACCESSIBLE", option.toggled(true))
    case .plain where present == nil && Presentation().usesLines: ("TERM", option.toggled(true))
    case .color where present == ColorChoice.auto.rawValue && !value("NO_COLOR").isEmpty:
      ("NO_COLOR", ColorChoice.never.rawValue)
    default: nil
    }
  }

  private static let usualSource = "default"

  /// A table with a line for each setting.
  package var table: String {
    // translators: The heading of a table of settings, with tabs between its columns: the setting; where it comes from;
    // and the commands that it is for.
    let heading = text("SETTING\tFROM\tFOR")
    let lines = rows.map { row in
      let place = row.line.map { Configuration.Place(file: row.source, line: $0).description }
      let source = place ?? (row.source == Self.usualSource ? text("default") : row.source)
      let isForAll = row.commands == Command.withoutServices.filter(row.value.option.canBeSet)
      return [
        row.value.typed, row.isRequired ? text("{place}, required", ["place": source]) : source,
        isForAll ? text("all") : row.commands.map(\.rawValue).joinedByCommas,
      ]
    }
    return String(table: lines, below: heading)
  }

  /// A JSON object on a line for each setting.
  package var json: String {
    rows.map { row in
      let argument: JSONValue =
        row.value.option.placeholder == nil ? .truth(!row.value.isOpposite) : .text(row.value.argument)
      let value: JSONValue = [
        "name": .text(row.value.option.name), "value": argument, "source": .text(row.source),
        "line": row.line.map { .number($0) } ?? .null, "required": .truth(row.isRequired),
        "commands": .list(row.commands.map { .text($0.rawValue) }),
      ]
      return "\(value)\n"
    }.joined()
  }
}
