internal import WatchwordForms
internal import WatchwordSystem

/// The program's version; the man page and the CHANGELOG name the same one.
let version = "0.1.0"

/// The texts that `--help` and `--version` write.
enum Help {
  /// How to call for help, about `command` or about the program, under the line of a wrong argument.
  static func hint(about command: Command?) -> String {
    "Try 'watchword \(command.map { "\($0.rawValue) " } ?? "")--help'."
  }

  /// The version line.
  static let versionLine = "watchword \(version)"

  /// The word that stands in the place of a command and asks for help.
  static let command = "help"

  /// The help in lines of at most 80 columns: about `command`, or about the program; all options and statuses where it
  /// `isFull`, else what is usually needed, in at most 50 lines.
  static func text(about command: Command?, isFull: Bool) -> String {
    let options = Option.allCases.filter { option in
      let commands = command.map { [$0] } ?? Command.allCases
      let (all, usual) = (option.entry.commands, option.entry.usual.commands)
      return isFull
        ? commands.contains(where: all.contains)
        : commands.allSatisfy { all.contains($0) && usual.contains($0) }
    }
    let groups = Option.Group.allCases.map { group in
      section(group.rawValue, options.map(\.entry).filter { $0.group == group }.map(line))
    }
    let statuses = ExitStatus.table.filter { row in command.map(row.commands.contains) ?? true }
    let parts =
      [command.map(introduction) ?? introduction] + groups
      + [section(statuses)]
      + [options.contains(.field) ? "The TYPE of a field is \(TextField.Kind.names)." : ""]
      + [options.contains(.dictionary) ? wordList : ""]
      + [isFull ? "" : advice(about: command)]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static var introduction: String {
    """
    Usage: watchword [COMMAND] [OPTION]... [-- PROGRAM [ARG]...]

    A full-screen form, such as the one in which a person chooses a password. It is
    drawn on the terminal; what was typed is written to standard output, or handed
    to PROGRAM, which is run only where the form was accepted.

    \(section("Commands", Command.allCases.map { line(of: $0.rawValue, $0.help) }))

    \(section("For other programs", Service.allCases.map { line(of: $0.rawValue, $0.help) }))
    """
  }

  private static func line(of command: String, _ help: String) -> String {
    "  \(command.padded(to: 10))\(help)"
  }

  /// The help about `service`, in lines of at most 80 columns.
  static func text(about service: Service) -> String {
    let usage = """
      Usage: \(service.programName)\(service.arguments)
         or: watchword \(service.rawValue)\(service.arguments)
      """
    let statuses = ExitStatus.table.filter { service.statuses.contains($0.status) }.map { row in
      (row.status, service.meaning(of: row.status) ?? row.meaning, row.commands)
    }
    let parts = [
      usage, service.purpose, section("For example", service.examples.map { "  \($0)" }),
      section("Options", service.options), section(statuses),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func introduction(to command: Command) -> String {
    """
    Usage: watchword \(command.rawValue)\(command.arguments)

    \(command.purpose)

    \(section("For example", command.examples.map { "  \($0)" }))
    """
  }

  private static let wordList = """
    A word of \(WordFile.systemPath) counts as one level weaker. Where there is
    no such list: apt install wamerican, or name another with \(Option.dictionary.flag).
    """

  private static func advice(about command: Command?) -> String {
    command.map { "All options: watchword \($0.rawValue) --help=all" }
      ?? """
      The usual options of a command: watchword COMMAND --help
      All options: watchword --help=all
      """
  }

  /// Lines with a heading; empty without any.
  private static func section(_ heading: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : (["\(heading):"] + lines).joined(separator: "\n")
  }

  private static func section(_ statuses: [ExitStatus.Row]) -> String {
    section("Exit status", statuses.map { "  \($0.status.padded(to: 7))\($0.meaning)" })
  }

  private static func line(of entry: Option.Entry) -> String {
    "  \(entry.synopsis.padded(to: 28))\(entry.help)"
  }
}

extension Option.Entry {
  /// The option as a usage text names it: `-q, --quiet`, `    --title TEXT` or `-h, --help[=all]`.
  var synopsis: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(name)\(argument)"
  }

  /// What stands behind the name in a usage text.
  var argument: String {
    if let placeholder { return " \(placeholder)" }
    return choices.isEmpty ? "" : "[=\(choices.joined(separator: "|"))]"
  }
}

extension String {
  /// The text followed by blanks up to `count` characters.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
