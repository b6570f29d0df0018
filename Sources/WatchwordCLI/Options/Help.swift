internal import WatchwordForms
internal import WatchwordSystem

/// The program's version; the man page and the CHANGELOG name the same one.
let version = "0.1.0"

/// The texts that `--help` and `--version` write.
enum Help {
  /// How to call for help, under the line of a wrong argument.
  static let hint = "Try 'watchword --help'."

  /// The version line.
  static let versionLine = "watchword \(version)"

  /// The help, in lines of at most 80 columns.
  static var text: String {
    let groups = Option.Group.allCases.map { group in
      let options = Option.allCases.map(\.entry).filter { $0.group == group }
      return (["\(group.rawValue):"] + options.map(line)).joined(separator: "\n")
    }
    let statuses = ExitStatus.table.map { "  \($0.status.padded(to: 7))\($0.meaning)" }
    let commands = Command.allCases.map { "  \($0.letter)  \($0.rawValue.padded(to: 9))\($0.help)" }
    let names = Command.allCases.map(\.rawValue).joined(separator: " | ")
    return """
      Usage: watchword [\(names)] [OPTION]...
                       [-- COMMAND [ARG]...]

      A full-screen form, such as the one in which a person chooses a password. It is
      drawn on the terminal; what was typed is written to standard output, or to
      that of COMMAND, which is run only where the form was accepted.

      Commands, and the letters that mark their options:
      \(commands.joined(separator: "\n"))

      \(groups.joined(separator: "\n\n"))

      Exit status:
      \(statuses.joined(separator: "\n"))

      The TYPE of a field is \(TextField.Kind.names).
      A word of \(WordFile.systemPath) counts as one level weaker. Where there is
      no such list: apt install wamerican, or name another with --dictionary.

      """
  }

  private static func line(of entry: Option.Entry) -> String {
    let marks = Command.allCases.map { entry.commands.contains($0) ? String($0.letter) : "." }.joined()
    return "  \(entry.synopsis.padded(to: 28))\(marks) \(entry.help)"
  }
}

extension Option.Entry {
  /// The option as a usage text names it: `-q, --quiet` or `    --title TEXT`.
  var synopsis: String {
    let short = letter.map { "-\($0), " } ?? "    "
    return "\(short)--\(name)" + (placeholder.map { " \($0)" } ?? "")
  }
}

extension String {
  /// The text followed by blanks up to `count` characters.
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
