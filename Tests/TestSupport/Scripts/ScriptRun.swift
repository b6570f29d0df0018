internal import Testing
internal import WatchwordScreen

/// A script, or the rows of a test, while it is played: what was found so far, and where failures are reported.
package final class ScriptRun {
  private let file: String
  private(set) var hasFailed = false
  /// The values of names in braces: the folder, columns of a table, and what patterns have found.
  var values: [String: String]
  /// Kept pictures, by their names.
  private var pictures: [String: [String]] = [:]

  /// Begins to play `file`, a path from the package's top folder or that of a test.
  package init(file: String, values: [String: String] = [:]) { (self.file, self.values) = (file, values) }

  /// The place of `line`, for failures.
  func location(_ line: Int) -> SourceLocation {
    let path = file.hasPrefix("/") ? file : "\(PackageFile.root)/\(file)"
    let name = file.split(separator: "/").last ?? ""
    return SourceLocation(fileID: "Scripts/\(name)", filePath: path, line: max(1, line), column: 1)
  }

  /// Reports a failure. Later ones of the same script are not reported.
  func fail(_ line: Int, _ what: String) {
    if !hasFailed { Issue.record(Comment(rawValue: what), sourceLocation: location(line)) }
    hasFailed = true
  }

  /// `text` with the names in braces replaced.
  func filled(_ text: String) -> String {
    guard text.contains("{") else { return text }
    // Values are not filled themselves.
    var (filled, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "{") {
      filled += rest[..<start]
      let end = rest[start...].firstIndex(of: "}") ?? rest.endIndex
      if let value = values[String(rest[start..<end].dropFirst())] {
        filled += value
        rest = rest[end...].dropFirst()
      } else {
        filled += "{"
        rest = rest[start...].dropFirst()
      }
    }
    return filled + rest
  }

  /// Whether `item` is true of what the user sees. What a pattern finds under a name becomes that name's value.
  func holds(_ item: ScriptItem, of sight: Sight, after before: Sight?) -> Bool {
    switch item {
    case .shown(let text): sight.shows(filled(text))
    case .absent(let text): !sight.shows(filled(text))
    case .beeps(let count): sight.beeps - (before?.beeps ?? 0) == count
    case .focus(let label): sight.hasFocus(on: filled(label))
    case .text(let number, let text):
      sight.texts.map { $0.indices.contains(number - 1) && $0[number - 1] == filled(text) } ?? true
    case .styled(let role, let text): sight.isStyled(filled(text), role)
    case .cursor(let position): sight.cursor == position
    case .row(let parts):
      sight.rows.contains { row in parts.allSatisfy { row.contains(filled($0)) } }
    case .rows(let count, let text): sight.rows.count { $0.contains(filled(text)) } == count
    case .pattern(let pattern): finds(pattern, in: sight.rows)
    case .asks(let question):
      sight.written.map { written in
        written.count > before?.written?.count ?? -1 && written.hasSuffix(filled(question) + " ")
      } ?? false
    case .told(let text): sight.told?.contains(filled(text)) ?? true
    case .keep(let name):
      keep(sight.rows, as: name)
    case .kept(let name): pictures[name] == sight.rows
    }
  }

  private func keep(_ rows: [String], as name: String) -> Bool {
    pictures[name] = rows
    return true
  }

  /// Whether a line contains a match of `pattern`.
  func finds(_ pattern: String, in lines: [String]) -> Bool {
    guard let regex = try? Regex(filled(pattern)) else { return false }
    for line in lines {
      guard let match = line.firstMatch(of: regex) else { continue }
      for part in match.output {
        if let name = part.name, let text = part.substring { values[name] = String(text) }
      }
      return true
    }
    return false
  }
}

/// What the user sees and hears.
package struct Sight {
  var rows: [String]
  var cursor: Position?
  var beeps: Int
  /// The texts of the fields, behind masks too, if they are known.
  var texts: [String]?
  /// What was written to standard error, if that is known.
  var told: String?
  /// Everything written to the terminal, if that is known.
  var written: String?
  /// The texts in a style, if styles are known.
  var styled: ((Style.Role) -> String)?

  /// Whether a text stands in a row, or runs on from row to row.
  func shows(_ text: String) -> Bool {
    rows.contains { $0.contains(text) } || Self.words(rows.joined(separator: " ")).contains(text)
  }

  /// Whether the cursor is in the row of a label or below it.
  func hasFocus(on label: String) -> Bool {
    guard let row = cursor?.row else { return false }
    return [row, row - 1].contains { rows.indices.contains($0) && rows[$0].contains(label) }
  }

  func isStyled(_ text: String, _ role: Style.Role) -> Bool { styled?(role).contains(text) ?? shows(text) }

  static func words(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }
}

/// One check of the screen.
enum ScriptItem {
  case shown(String), absent(String), pattern(String), focus(String)
  case row([String]), rows(Int, String)
  case text(field: Int, String)
  case styled(Style.Role, String)
  case cursor(Position)
  case beeps(Int)
  /// Standard error has a text by now.
  case told(String)
  /// A question is the last thing written, and is new.
  case asks(String)
  /// The picture is kept under a name, or equals the one that was kept.
  case keep(String), kept(String)

  /// Whether it can become true only after the keys were taken in, so that a real terminal waits for it.
  var isAwaited: Bool {
    switch self {
    case .absent, .beeps, .keep, .text: false
    default: true
    }
  }

  /// The checks of `text`, separated by commas.
  static func all(in text: String) throws -> [ScriptItem] {
    var parts = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in text {
      if character == " ", parts[parts.count - 1].hasSuffix(","), !isQuoted {
        parts[parts.count - 1].removeLast()
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return try parts.map { $0.trimmed }.filter { !$0.isEmpty }.map(ScriptItem.init)
  }

  init(_ text: String) throws {
    let words = try ScriptWord.all(in: text)
    let (first, rest) = (words[0].isBare ? words[0].text : "", words.dropFirst().map(\.text))
    // A quote in the middle of a text is part of it.
    let whole = words[0].isBare ? text : words.map(\.text).joined(separator: " ")
    let tail =
      words.dropFirst().first?.isBare ?? true
      ? String(text.dropFirst(first.count)).trimmed : rest.joined(separator: " ")
    if words[0].isBare, text.count > 2, text.first == "/", text.last == "/" {
      self = .pattern(String(text.dropFirst().dropLast()))
      return
    }
    switch (first, rest.count) {
    case ("not", 1...): self = .absent(tail)
    case ("beep", 0): self = .beeps(1)
    case ("beeps", 1): self = .beeps(Int(rest[0]) ?? -1)
    case ("asks", 1...): self = .asks(tail)
    case ("told", 1...): self = .told(tail)
    case ("on", 1...): self = .focus(tail)
    case ("error", 1...): self = .styled(.error, tail)
    case ("notice", 1...): self = .styled(.notice, tail)
    case ("keep", 1): self = .keep(rest[0])
    case ("as", 1): self = .kept(rest[0])
    case ("row", 2...): self = .row(rest)
    case ("cursor", 2): self = .cursor(Position(row: Int(rest[0]) ?? -1, column: Int(rest[1]) ?? -1))
    case (_, 2...) where Int(first) != nil && rest[0] == "holds":
      self = .text(field: Int(first) ?? 0, rest.dropFirst().joined(separator: " "))
    case (_, 3...) where Int(first) != nil && rest.prefix(2) == ["rows", "with"]:
      self = .rows(Int(first) ?? 0, rest.dropFirst(2).joined(separator: " "))
    default: self = .shown(whole)
    }
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
