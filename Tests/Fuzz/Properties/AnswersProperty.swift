import Glibc

@testable import WatchwordSecrets
@testable import WatchwordStrength
@testable import WatchwordSystem

/// Values that are written are read back unchanged, by each format's rules written down here again. No format but JSON,
/// which machines read, has more lines than it should.
///
/// The bytes are the values, separated by 0xFF. The first two choose format and level.
func checkAnswers(_ bytes: [UInt8]) throws {
  let choice = Int(bytes.first ?? 0)
  let parts = bytes.dropFirst(2).split(separator: 0xFF, omittingEmptySubsequences: false).prefix(9)
  let texts = parts.map { String(decoding: $0, as: UTF8.self) }
  try checkNames(texts)
  let level = ([nil] + Level.allCases)[choice >> 4 % 4]
  let names = texts.indices.map { "f\($0)_" }
  // No field accepts a control character. It makes no difference for the formats that quote it.
  let fields = texts.map { text in
    String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
  }
  for characterSet in [CharacterSet.utf8, .locale] {
    let written = { (kind: AnswerFormat.Kind, values: [String]) throws in
      try encode(
        values, names, level, AnswerFormat(kind, hasNewline: choice & 8 == 0, characterSet: characterSet))
    }
    let end = choice & 8 == 0 ? "\n" : ""
    let json = try written(.json, texts)
    var members = zip(names, texts).map { ($0, $1) }
    if let level { members.append(("strength", level.name)) }
    try demand(parseJSON(json, end) == members.map { [$0.0, $0.1] }, "JSON says \(json)")
    try demand(
      json.dropLast(end.count).allSatisfy { !$0.isNewline && $0.unicodeScalars.allSatisfy(isQuiet) },
      "JSON has more than a line: \(json)")
    try demand(written(.lines, fields) == fields.joined(separator: "\n") + end, "lines are not the values")
    let values = texts.map { text in String(text.unicodeScalars.filter { $0 != "\0" }) }
    try demand(written(.nul, values) == values.joined(separator: "\0") + "\0", "nul is not the values")
    let shell = try written(.shell, values)
    let assignments = zip(names, values).map { ["ww_\($0)", $1] }
    try demand(parseShell(shell, end) == assignments, "the shell is told \(shell)")
  }
}

/// A name has only letters, digits and underscores, and so does a prefix.
private func checkNames(_ texts: [String]) throws {
  let low = Set("abcdefghijklmnopqrstuvwxyz".unicodeScalars), digits = Set("0123456789".unicodeScalars)
  for text in texts {
    let scalars = text.unicodeScalars
    let isName =
      scalars.first.map(low.contains) == true && text != "strength"
      && scalars.allSatisfy { low.contains($0) || digits.contains($0) || $0 == "_" }
    try demand((AnswerFormat.fault(inName: text) == nil) == isName, "\(text.debugDescription) as a name")
  }
}

private func encode(
  _ values: [String], _ names: [String], _ level: Level?, _ format: AnswerFormat
) throws -> String {
  // This makes UTF-8 the character set, through the C library.
  unsafe setlocale(LC_CTYPE, "C.UTF-8")
  let lent = try format.encode(names: names, strength: level?.name, locking: .ifPossible) { index, use in
    use(values[index].utf8Span)
  }
  let bytes = lent.withBytes { span in span.indices.map { span[$0] } }
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw Broken(description: "what is written is not UTF-8: \(bytes)")
  }
  return text
}

/// Whether a character neither ends a line for some reader nor moves the cursor.
private func isQuiet(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.generalCategory != .control && scalar != "\u{2028}" && scalar != "\u{2029}"
}

/// The members of a JSON object of strings (RFC 8259); `nil` if it is none, or has blanks.
private func parseJSON(_ text: String, _ end: String) -> [[String]]? {
  var rest = Scanner(text)
  guard rest.take("{") else { return nil }
  var members: [[String]] = []
  repeat {
    guard let name = rest.takeJSONString(), rest.take(":"), let value = rest.takeJSONString() else {
      return nil
    }
    members.append([name, value])
  } while rest.take(",")
  return rest.take("}") && rest.take(end) && rest.isAtEnd ? members : nil
}

/// The assignments in a text for the POSIX shell, whose words consist of parts in apostrophes and of escaped
/// apostrophes; `nil` if there is anything else.
private func parseShell(_ text: String, _ end: String) -> [[String]]? {
  var rest = Scanner(text)
  var assignments: [[String]] = []
  repeat {
    let name = rest.take(while: { $0 != "=" })
    guard rest.take("="), rest.take("'") else { return nil }
    var value = rest.take(while: { $0 != "'" })
    while rest.take(#"'\''"#) { value += "'" + rest.take(while: { $0 != "'" }) }
    guard rest.take("'") else { return nil }
    assignments.append([name, value])
  } while !rest.isAt(end, isLast: true) && rest.take("\n")
  return rest.take(end) && rest.isAtEnd ? assignments : nil
}

/// A text that is read from its start.
private struct Scanner {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = Substring(text).unicodeScalars }

  var isAtEnd: Bool { rest.isEmpty }

  func isAt(_ text: String, isLast: Bool) -> Bool {
    rest.starts(with: text.unicodeScalars) && (!isLast || rest.count == text.unicodeScalars.count)
  }

  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  mutating func take(while isTaken: (Unicode.Scalar) -> Bool) -> String {
    let taken = rest.prefix(while: isTaken)
    rest = rest.dropFirst(taken.count)
    return String(Substring(taken))
  }

  mutating func takeJSONString() -> String? {
    let letters: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    var units: [UInt16] = []
    guard take("\"") else { return nil }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(decoding: units, as: UTF16.self)
      case "\\":
        guard let mark = rest.popFirst() else { return nil }
        if let letter = letters[mark] {
          units += String(letter).utf16
        } else {
          guard mark == "u", let unit = UInt16(String(Substring(rest.prefix(4))), radix: 16) else {
            return nil
          }
          rest = rest.dropFirst(4)
          units.append(unit)
        }
      case "\0"..."\u{1F}": return nil
      default: units += String(scalar).utf16
      }
    }
    return nil
  }
}
