internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordStrength

/// Which programs ask for a new password, and how. A file of the place adds rows.
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
      /// Its file or key gets no passphrase.
      case nothing = "none"
      /// It draws a passphrase.
      case draws
    }

    /// The last part of the program's path.
    let program: String
    /// One of these has to be among its arguments; empty for no condition. A letter behind a dash may stand among
    /// others, as in `-re`.
    let arguments: [String]
    /// Whether it asks for the new password again.
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

    func fits(_ asker: Asker, _ prompt: String) -> Bool {
      guard let path = asker.trustedPath, path.hasSuffix("/" + program) else { return false }
      let given = asker.arguments.dropFirst()
      func isGiven(_ argument: String) -> Bool {
        guard argument.utf8.count == 2, let letter = argument.last, argument.hasPrefix("-") else {
          return given.contains(argument)
        }
        return given.contains { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains(letter) }
      }
      return (arguments.isEmpty || arguments.contains(where: isGiven))
        && (question.isEmpty || prompt.lowercased().contains(question.lowercased()))
    }
  }

  private(set) var rows: [Row] = []
  /// The rows in the format of the file of the place.
  private(set) var listing = "# PROGRAM ARGUMENT TIMES POLICY EMPTY QUESTION\n"
  /// What is wrong with the file of the place, one line each.
  private(set) var remarks: [String] = []

  /// The rows of the place come first, so that they win.
  init(place: ConfigurationFile = ConfigurationFile(folder: "/etc/watchword", name: "programs")) {
    var text: String?
    do throws(FileError) {
      text = try place.read()
    } catch {
      remarks.append(WatchwordBase.text("{file}: {reason}", ["file": place.path, "reason": "\(error)"]))
    }
    let lines = (text ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() where !Self.isBlank(line) {
      if let row = Row(line) {
        rows.append(row)
        listing += line + "\n"
      } else {
        remarks.append(Self.remark(on: place.path, index + 1))
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

  func row(for asker: Asker, _ prompt: String) -> Row? { rows.first { $0.fits(asker, prompt) } }
}
