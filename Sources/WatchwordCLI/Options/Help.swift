internal import Watchword
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordStrength
internal import WatchwordSystem

/// The program's version; the man page and the CHANGELOG name the same one.
let version = "0.1.0"

/// The texts that `--help` and `--version` write.
enum Help {
  /// How to call for help, about `command` or about the program, under the line of a wrong argument.
  static func hint(about command: Command?) -> String {
    // translators: Keep the two quotation marks ': what stands between them is typed.
    text("Try '{command}'.", ["command": "watchword \(command.map { "\($0.rawValue) " } ?? "")--help"])
  }

  /// The version line.
  static let versionLine = "watchword \(version)"

  /// The word that stands in the place of a command and asks for help.
  static let command = "help"

  /// The help in lines of at most 80 columns: about `command`, or about the program; all options and statuses where it
  /// `isFull`, else what is usually needed, in at most 50 lines.
  static func page(about command: Command?, isFull: Bool) -> String {
    let options = Option.allCases.filter { option in
      let commands = command.map { [$0] } ?? Command.allCases
      let (all, usual) = (option.commands, option.usual.commands)
      return isFull
        ? commands.contains(where: all.contains)
        : commands.allSatisfy { all.contains($0) && usual.contains($0) }
    }
    let groups = Option.Group.allCases.map { group in
      section(
        group.heading,
        options.filter { $0.group == group }.map { line(of: $0, $0.placeholder(of: command)) })
    }
    let statuses = ExitStatus.table.filter { row in command.map(row.commands.contains) ?? true }
    let parts =
      (command.map(introduction) ?? introduction) + groups
      + [section(statuses)]
      + [
        options.contains(.field)
          ? text("The TYPE of a field is {names}.", ["names": FormField.Kind.names]) : ""
      ]
      + [options.contains(.dictionary) ? wordList : ""]
      + [isFull ? "" : advice(about: command)]
    return joined(parts)
  }

  private static var introduction: [String] {
    let purpose = text(
      "A full-screen form, such as the one in which a person chooses a password. It is\n"
        + "drawn on the terminal; what was typed is written to standard output, or handed\n"
        + "to PROGRAM, which is run only where the form was accepted.")
    return [
      usage(["watchword [COMMAND] [OPTION]... [-- PROGRAM [ARG]...]"]), purpose,
      section(text("Commands"), Command.allCases.map { line(of: $0.rawValue, $0.help) }),
      section(text("For other programs"), Service.allCases.map { line(of: $0.rawValue, $0.help) }),
    ]
  }

  private static func line(of command: String, _ help: String) -> String {
    "  \(command.padded(to: 10))\(help)"
  }

  /// The help about `service`, in lines of at most 80 columns.
  static func page(about service: Service) -> String {
    let statuses = ExitStatus.table.filter { service.statuses.contains($0.status) }.map { row in
      (row.status, service.meaning(of: row.status) ?? row.meaning, row.commands)
    }
    return joined([
      usage([service.programName + service.arguments, "watchword \(service.rawValue)\(service.arguments)"]),
      service.purpose, examples(service.examples), section(text("Options"), service.options),
      section(statuses),
    ])
  }

  private static func introduction(to command: Command) -> [String] {
    [
      usage(["watchword \(command.rawValue)\(command.arguments)"]), command.purpose,
      examples(command.examples),
    ]
  }

  private static var wordList: String {
    text(
      "A word of {file} counts as one level weaker. Where there is\n"
        + "no such list: apt install wamerican, or name another with {option}.",
      ["file": WordFile.systemPath, "option": Option.dictionary.flag])
  }

  private static func advice(about command: Command?) -> String {
    let all = text(
      "All options: {command}",
      ["command": "watchword \(command.map { "\($0.rawValue) " } ?? "")--help=all"])
    if command != nil { return all }
    return text("The usual options of a command: {command}", ["command": "watchword COMMAND --help"]) + "\n"
      + all
  }

  private static func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// How the program is called: one way, or two.
  private static func usage(_ calls: [String]) -> String {
    let first = text("Usage: {call}", ["call": calls[0]])
    // translators: It stands below "Usage: {call}". Begin with blanks, so that both calls begin in the same column.
    return calls.count < 2 ? first : first + "\n" + text("   or: {call}", ["call": calls[1]])
  }

  private static func examples(_ lines: [String]) -> String {
    section(text("For example"), lines.map { "  \($0)" })
  }

  /// Lines with a heading; empty without any.
  private static func section(_ heading: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "" }
    // translators: A heading above lines of a list.
    return ([text("{heading}:", ["heading": heading])] + lines).joined(separator: "\n")
  }

  private static func section(_ statuses: [ExitStatus.Row]) -> String {
    section(text("Exit status"), statuses.map { "  \($0.status.padded(to: 7))\($0.meaning)" })
  }

  /// A line about an option.
  static func line(of option: some OptionRow) -> String { line(of: option, option.placeholder) }

  private static func line(of option: some OptionRow, _ placeholder: String?) -> String {
    "  \(option.synopsis(with: placeholder).padded(to: 28))\(option.help)"
  }
}

extension OptionRow {
  /// The option as a usage text names it: `-q, --quiet`, `    --title TEXT` or `-h, --help[=all]`.
  func synopsis(with placeholder: String?) -> String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(name)\(placeholder.map { " \($0)" } ?? optionalArgument)"
  }

  /// What stands behind the name of an option whose argument may be left out.
  var optionalArgument: String { choices.isEmpty ? "" : "[=\(choices.joined(separator: "|"))]" }
}

extension String {
  /// The text followed by blanks up to so many columns, of which a character takes as many as `width` says.
  func padded(to columns: Int, _ width: CharacterWidth = CharacterEncoding.utf8.characterWidth) -> String {
    self + String(repeating: " ", count: max(0, columns - width.columns(of: self)))
  }

  /// How many columns the text takes on a terminal.
  var columns: Int { CharacterEncoding.utf8.characterWidth.columns(of: self) }
}
