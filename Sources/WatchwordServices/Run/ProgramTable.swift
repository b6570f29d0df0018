internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordStrength

/// Which programs ask for a new password, and how. A file of the site adds rows.
struct ProgramTable {
  struct Row: Equatable {
    enum Policy: String, CaseIterable {
      case luks, nist
      /// Any text, whose strength is shown.
      case level

      var standard: StandardPolicy? { StandardPolicy(rawValue: rawValue) }
    }

    /// What an empty answer means to the program.
    enum Empty: String, CaseIterable {
      case unusual = "-"
      /// The file or key gets no passphrase.
      case nothing = "none"
      /// The program draws a passphrase.
      case draws
    }

    /// The last part of the program's path.
    let program: String
    /// One of these has to be among the program's arguments; empty for no condition. A letter behind a dash may stand
    /// among others, as in `-re`. With `new:` in front, the file that the argument behind it names must not exist yet.
    let arguments: [String]
    /// Whether the program asks for the new password again.
    let isRepeated: Bool
    let policy: Policy
    let empty: Empty
    /// A part of the question, whatever its case; empty for every question.
    let question: String

    /// Reads a line of the table; `nil` if it is none.
    init?(_ line: Substring) {
      let words = line.split(maxSplits: 5) { $0 == " " || $0 == "\t" }
      guard words.count >= 5, let policy = Policy(rawValue: String(words[3])),
        let empty = Empty(rawValue: String(words[4])), ["once", "twice"].contains(words[2])
      else { return nil }
      program = String(words[0])
      arguments = words[1] == "-" ? [] : words[1].split(separator: "|").map(String.init)
      (isRepeated, self.policy, self.empty) = (words[2] == "twice", policy, empty)
      question = words.count > 5 ? String(words[5]).withoutOuterWhiteSpace : ""
    }

    /// Whether no password is an answer under the rule of `options`.
    func takesNothing(_ options: Options) -> Bool {
      empty == .draws || policy == .level && !options.requiresPassword
    }

    func fits(_ asker: Asker, _ line: PromptLine?) -> Bool {
      guard let path = asker.trustedPath, path.hasSuffix("/" + program) else { return false }
      let given = asker.arguments.dropFirst()
      func isGiven(_ argument: String) -> Bool {
        if argument.hasPrefix("new:") { return asker.namesNewFile(behind: String(argument.dropFirst(4))) }
        guard argument.utf8.count == 2, let letter = argument.last, argument.hasPrefix("-") else {
          return given.contains(argument)
        }
        return given.contains { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains(letter) }
      }
      return (arguments.isEmpty || arguments.contains(where: isGiven))
        && (question.isEmpty || line?.contains(question) == true)
    }
  }

  private(set) var rows: [Row] = []
  /// The rows in the format of the site's file.
  private(set) var listing = "# PROGRAM ARGUMENT TIMES POLICY EMPTY QUESTION\n"
  /// What is wrong with the site's file, one line each.
  private(set) var remarks: [String] = []

  /// The rows of the site come first, so that they win.
  init(site: ConfigurationFile = ConfigurationFile(folder: "/etc/watchword", name: "programs")) {
    var text: String?
    do throws(FileError) {
      text = try site.read()
    } catch {
      remarks.append(WatchwordBase.text("{file}: {reason}", ["file": site.path, "reason": "\(error)"]))
    }
    let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !Self.isBlank(line) {
      if let row = Row(line) {
        rows.append(row)
        listing += line + "\n"
      } else {
        remarks.append(Self.remark(on: site.path, index + 1))
      }
    }
    rows += Self.known.split(separator: "\n").compactMap(Row.init)
    listing += Self.known + "\n"
  }

  private static func isBlank(_ line: Substring) -> Bool {
    let text = String(line).withoutOuterWhiteSpace
    return text.isEmpty || text.hasPrefix("#")
  }

  private static func remark(on path: String, _ line: Int) -> String {
    text(
      "{file}, line {number}: not a row such as {row}",
      ["file": path, "number": String(line), "row": "zip -e twice level - Enter password:".quoted])
  }

  func row(for asker: Asker, _ line: PromptLine?) -> Row? { rows.first { $0.fits(asker, line) } }

  /// The row for the last of the `lines` that fits one: others may have written behind the question, or its words stand
  /// above a prompt that is the same for all. Lines above a question to repeat the password do not count: if that was
  /// typed by hand, so is its repetition.
  func row(for asker: Asker, lines: [PromptLine]) -> (row: Row, line: Int)? {
    for (index, line) in lines.enumerated().reversed() {
      if Question.saysAgain(line) { return nil }
      if let row = row(for: asker, line) { return (row, index) }
    }
    return nil
  }
}

extension Asker {
  fileprivate func namesNewFile(behind option: String) -> Bool {
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return false }
    let name = arguments[index + 1]
    return unsafe access(name.hasPrefix("/") ? name : folder + name, F_OK) != 0 && errno == ENOENT
  }
}
