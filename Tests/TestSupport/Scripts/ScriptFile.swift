internal import Testing
internal import WatchwordScreen

/// A transcript from a file in Tests/Scripts, as a user could have written it down; Tests/Scripts/README.md has the format.
package struct Script: Sendable, CustomTestStringConvertible {
  /// Where a script with keys is played.
  package enum Stages: Sendable { case scripted, scriptedAndReal, real }

  /// Keys, and what is seen after them.
  package struct Row: Sendable {
    let line: Int
    let keys, seen: String
  }

  /// A command and its results.
  package struct Entry: Sendable {
    package internal(set) var line: Int
    package internal(set) var command: String
    var input: [UInt8] = []
    package internal(set) var rows: [Row] = []
    var output: [Line] = []
    var errors: [Line] = []
    var terminal: [Line] = []
    var status: String?
    /// The values of names in braces.
    var values: [String: String] = [:]
  }

  /// A check of the lines of an output.
  struct Line: Sendable {
    enum Kind: Sendable { case whole, start, part, pattern, absent, rest, all }

    let kind: Kind
    let text: String
  }

  /// The name of the test, with its labels in front.
  package let name: String
  let file: String
  let line: Int
  var stages: Stages
  var size = Size(columns: 80, rows: 24)
  var files: [(name: String, content: [UInt8])] = []
  var environment: [(name: String, value: String?)] = []
  var launching: [String] = []
  var preparations: [String] = []
  var needs: [String] = []
  var entries: [Entry] = []

  package var testDescription: String { "\(file.split(separator: "/").last ?? ""):\(line) \(name)" }

  /// An error in the text of a script.
  struct Fault: Error, CustomStringConvertible { let description: String }
}

extension Script {
  package static let folder = "Tests/Scripts"

  package static func all(in name: String) throws -> [Script] {
    let path = "\(folder)/\(name).txt"
    return try all(of: try PackageFile.text(path), path: path)
  }

  /// The scripts of `text`, the file at `path`.
  package static func all(of text: String, path: String) throws -> [Script] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var parts: [[(Int, Substring)]] = []
    for (index, line) in lines.enumerated() where !line.hasPrefix("#") {
      if let first = line.first, first != " " { parts.append([]) }
      if !parts.isEmpty { parts[parts.count - 1].append((index + 1, line)) }
    }
    return try parts.map { try Script($0, of: path) }
  }

  private init(_ lines: [(number: Int, text: Substring)], of path: String) throws {
    (file, line) = (path, lines[0].number)
    (name, stages) = Self.heading(lines[0].text)
    var axes: [(name: String, values: [String])] = []
    var table: [Entry] = []
    func closeTable() {
      if !table.isEmpty { entries = entries.dropLast() + table }
      table = []
    }
    // The blank lines since the last line of a file, while more of its lines may follow.
    var blanks: Int?
    for (number, whole) in lines.dropFirst() {
      if whole.isEmpty { blanks = blanks.map { $0 + 1 } }
      if let count = blanks, whole.hasPrefix("    ") {
        let text = String(repeating: "\n", count: count) + whole.dropFirst(4) + "\n"
        files[files.count - 1].content += Array(text.utf8)
        blanks = 0
      }
      if whole.isEmpty || blanks != nil && whole.hasPrefix("    ") { continue }
      blanks = nil
      let text = String(whole.drop { $0 == " " })
      if text.hasPrefix("# ") { continue }
      let (sign, rest) = Self.sign(of: text)
      do {
        switch sign {
        case "$":
          closeTable()
          entries.append(Entry(line: number, command: rest))
        case "file":
          let words = try ScriptWord.all(in: rest)
          files.append((words[0].text, words.count > 1 ? words[1].bytes : []))
          blanks = words.count > 1 ? nil : 0
        case "env":
          let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          let value = parts.count > 1 ? String(parts[1]) : nil
          let isQuoted = value?.first == "\""
          environment.append(
            (String(parts[0]), isQuoted ? try ScriptWord.all(in: value ?? "")[0].text : value))
        case "launch": launching += rest.split(separator: " ").map(String.init)
        case "do": preparations.append(rest)
        case "needs": needs.append(rest)
        case "window": size = try ScriptWord.size(rest)
        case "each":
          let parts = rest.split(separator: ": ", maxSplits: 1)
          axes.append((String(parts[0]), Self.columns(parts[1])))
        case "-":
          var entry = entries[entries.count - 1]
          entry.line = number
          // A column that is left out is empty.
          for number in 1...9 { entry.values["\(number)"] = "" }
          for (index, column) in Self.columns(rest).enumerated() { entry.values["\(index + 1)"] = column }
          table.append(entry)
        default:
          guard !entries.isEmpty else { throw Fault(description: "there is no command above") }
          try entries[entries.count - 1].add(sign, rest, text, line: number)
        }
      } catch { throw Fault(description: "\(path):\(number): \(error)") }
    }
    closeTable()
    for axis in axes {
      entries = axis.values.flatMap { value in
        entries.map { entry in
          var entry = entry
          entry.values = entry.values.mapValues { $0.replacing("{\(axis.name)}", with: value) }
          entry.values[axis.name] = value
          return entry
        }
      }
    }
  }

  private static func heading(_ text: Substring) -> (String, Stages) {
    for (mark, stages) in [(" [and on a terminal]", Stages.scriptedAndReal), (" [on a terminal]", .real)]
    where text.hasSuffix(mark) {
      return (String(text.dropLast(mark.count)), stages)
    }
    return (String(text), .scripted)
  }

  private static func columns(_ text: some StringProtocol) -> [String] {
    String(text).split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
  }

  private static let signs = [
    "2>", "2>=", "2>^", "2>~", "2>/", "2>!", ">", ">=", ">^", ">~", ">/", ">!", "tty>", "tty>^", "tty>~",
    "tty>/", "tty>!", "<", "<=", "=", "$", "-",
    "file", "env", "launch", "do", "needs", "window", "each",
  ]

  /// The sign at the start of a line, and the rest. Keys have no sign.
  private static func sign(of text: String) -> (String, String) {
    let end = text.firstIndex(of: " ") ?? text.endIndex
    let sign = String(text[..<end])
    return signs.contains(sign) ? (sign, String(text[end...].dropFirst())) : ("", text)
  }
}

extension Script.Entry {
  fileprivate mutating func add(_ sign: String, _ rest: String, _ text: String, line: Int) throws {
    switch sign {
    case "<": input += Array((rest + "\n").utf8)
    case "<=": input += try ScriptWord.all(in: rest).flatMap(\.bytes)
    case "=": status = rest
    case "": rows.append(try Script.Row(text, line: line))
    default:
      var kind = sign.last.flatMap { Script.Line.kinds[$0] } ?? .whole
      if kind == .whole, rest == "..." { kind = .rest }
      let line = Script.Line(kind: kind, text: rest)
      switch sign.first {
      case "2": errors.append(line)
      case "t": terminal.append(line)
      default: output.append(line)
      }
    }
  }
}

extension Script.Line {
  fileprivate static let kinds: [Character: Kind] = [
    "^": .start, "~": .part, "/": .pattern, "!": .absent, "=": .all,
  ]
}

extension Script.Row {
  /// Reads `KEYS | SEEN`; either may be left out.
  init(_ text: String, line: Int) throws {
    let words = try ScriptWord.all(in: text)
    let bar = words.first { $0.isBare && $0.text == "|" }
    self.line = line
    keys = String(text[..<(bar?.start ?? text.endIndex)])
    seen = bar.map { String(text[text.index(after: $0.start)...]) } ?? ""
  }

  /// The rows of a text in a test, at `line`.
  package static func all(in text: String, line: Int) throws -> [Self] {
    try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, row in
      row.allSatisfy { $0 == " " } ? nil : try Self(String(row), line: line + 1 + index)
    }
  }
}
