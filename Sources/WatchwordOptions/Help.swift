internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
package import WatchwordScreen
internal import WatchwordStrength

/// The man page and the CHANGELOG name the same version.
package let version = "0.1.0"

package enum Help {
  /// How to get help about `command` or the program, below the error about a wrong argument.
  static func hint(about command: Command?) -> String {
    // translators: Keep the two quotation marks ': what stands between them is typed.
    text("Try '{command}'.", ["command": "watchword \(command.map { "\($0.rawValue) " } ?? "")--help"])
  }

  package static let versionLine = "watchword \(version)"

  /// The word that asks for help, typed in place of a command.
  package static let command = "help"

  /// The help about `command` or the program, in lines of at most 80 columns. If it `isFull` it has all options and
  /// statuses, otherwise the usual ones in at most 50 lines.
  package static func page(about command: Command?, isFull: Bool) -> String {
    let options = Option.allCases.filter { option in
      let (all, usual) = (option.scope, option.usual)
      return isFull
        ? command.map { all.contains($0) } ?? true
        : (command.map { [$0] } ?? Command.withoutServices).allSatisfy {
          all.contains($0) && usual.contains($0)
        }
    }
    let groups = Option.Group.allCases.map { group in
      section(
        group.heading,
        options.filter { $0.group == group }.map { line(of: $0, $0.placeholder(of: command)) })
    }
    var told: Set<String> = []
    let statuses = ExitStatus.table.filter { row in
      command.map(row.commands.contains) ?? told.insert(row.status).inserted
    }
    let ofPinentry = command == .pinentry ? PinentryOption.allCases.map { line(of: $0, $0.placeholder) } : []
    let start = command.map(introduction) ?? introduction
    let ends = [
      section(text("Options"), ofPinentry),
      section(text("Exit status"), statuses.map { "  \($0.status.padded(to: 7))\($0.meaning)" }),
      options.contains(.field) ? "TYPE: \(FormField.Kind.names)" : "",
      options.contains(.dictionary) ? wordList : "",
      isFull && options.contains(.noAmbiguous)
        ? text(
          "Of 0 O, and of 1 l I |, none is drawn if another of them is allowed,\nunless --allow chars: names them."
        )
        : "",
      isFull || command.map { Option.help.scope.contains($0) } == false ? "" : advice(about: command),
    ]
    return (start + groups + ends).filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static var introduction: [String] {
    let purpose = text(
      "A full-screen form, such as the one in which a person chooses a password. It is\n"
        + "drawn on the terminal; what was typed is written to standard output, or handed\n"
        + "to PROGRAM, which is run only where the form was accepted.")
    return [
      usage(["watchword [COMMAND] [OPTION]... [-- PROGRAM [ARG]...]"]), purpose,
      section(text("Commands"), Command.withoutServices.map { line(of: $0.rawValue, $0.help) }),
      section(text("For other programs"), Command.services.map { line(of: $0.rawValue, $0.help) }),
    ]
  }

  private static func line(of command: String, _ help: String) -> String {
    "  \(command.padded(to: 10))\(help)"
  }

  private static func introduction(to command: Command) -> [String] {
    let names = [command.programName, "watchword \(command.rawValue)"].compactMap(\.self)
    return [
      usage(names.map { $0 + command.arguments }), command.purpose,
      section(text("For example"), command.examples.map { "  \($0)" }),
    ]
  }

  private static var wordList: String {
    text(
      "Words of {file} are easy to guess. If you do not have\n"
        + "that list: apt install wamerican, or name another with {option}.",
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

  private static func usage(_ calls: [String]) -> String {
    let first = text("Usage: {call}", ["call": calls[0]])
    // translators: It stands below "Usage: {call}". Begin with blanks, so that both calls begin in the same column.
    return calls.count < 2 ? first : first + "\n" + text("   or: {call}", ["call": calls[1]])
  }

  private static func section(_ heading: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "" }
    // translators: A heading above lines of a list.
    return ([text("{heading}:", ["heading": heading])] + lines).joined(separator: "\n")
  }

  private static func line(of option: some OptionRow, _ placeholder: String?) -> String {
    "  \(option.synopsis(with: placeholder).padded(to: 28))\(option.help)"
  }
}

extension OptionRow {
  /// The option in a usage text: `-q, --quiet`, `    --title TEXT` or `-h, --help[=all]`.
  func synopsis(with placeholder: String?) -> String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(documentedName)\(placeholder.map { " \($0)" } ?? optionalArgument)"
  }

  /// The optional argument after an option's name.
  var optionalArgument: String { choices.isEmpty ? "" : "[=\(choices.joined(separator: "|"))]" }
}

extension String {
  /// Lines of cells in columns, two blanks apart, below a heading with tabs between its cells.
  package init(table rows: [[String]], below heading: String) {
    let rows = [heading.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)] + rows
    let widths = (rows.first ?? []).indices.dropLast().map { column in
      rows.map { $0[column].columns }.max() ?? 0
    }
    self = rows.map { row in
      (zip(row, widths).map { $0.padded(to: $1) } + row.suffix(1)).joined(separator: "  ") + "\n"
    }.joined()
  }

  /// The text padded with blanks to that many columns, counted by `width`.
  package func padded(to columns: Int, _ width: CharacterWidth = CharacterEncoding.utf8.characterWidth)
    -> String
  {
    self + String(repeating: " ", count: max(0, columns - width.columns(of: self)))
  }

  package var columns: Int { CharacterEncoding.utf8.characterWidth.columns(of: self) }
}
