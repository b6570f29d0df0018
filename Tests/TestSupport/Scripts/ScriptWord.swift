internal import WatchwordScreen

/// A word of a script's line, or a text in double quotes with the escapes of C and Swift.
struct ScriptWord {
  var bytes: [UInt8] = []
  /// Whether no part of it is in quotes.
  var isBare = true
  let start: String.Index

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The words of `line`, separated by blanks.
  static func all(in line: String) throws -> [ScriptWord] {
    var words: [ScriptWord] = []
    var rest = line[...]
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
        continue
      }
      var word = ScriptWord(start: rest.startIndex)
      while let next = rest.first, next != " " {
        rest.removeFirst()
        if next == "\"" {
          word.isBare = false
          try word.takeQuoted(&rest)
        } else {
          word.bytes += Array(String(next).utf8)
        }
      }
      words.append(word)
    }
    return words
  }

  private static let escapes: [Character: UInt8] = [
    "n": 0x0A, "r": 0x0D, "t": 0x09, "0": 0, "e": 0x1B, "\\": 0x5C, "\"": 0x22,
  ]

  private mutating func takeQuoted(_ rest: inout Substring) throws {
    while let next = rest.popFirst() {
      if next == "\"" { return }
      guard next == "\\", let sign = rest.popFirst() else {
        bytes += Array(String(next).utf8)
        continue
      }
      if let byte = Self.escapes[sign] {
        bytes.append(byte)
      } else if sign == "x", let byte = UInt8(rest.prefix(2), radix: 16) {
        bytes.append(byte)
        rest = rest.dropFirst(2)
      } else if sign == "u", rest.first == "{", let end = rest.firstIndex(of: "}"),
        let scalar = UInt32(rest[rest.index(after: rest.startIndex)..<end], radix: 16).flatMap(
          Unicode.Scalar.init)
      {
        bytes += Array(String(scalar).utf8)
        rest = rest[rest.index(after: end)...]
      } else {
        throw Script.Fault(description: "there is no escape \\\(sign)")
      }
    }
    throw Script.Fault(description: "a quote is not closed")
  }

  static func size(_ text: String) throws -> Size {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2 else { throw Script.Fault(description: "'\(text)' is no size") }
    return Size(columns: numbers[0], rows: numbers[1])
  }

  /// The words of a command as the shell splits them; `nil` if only the shell can run it.
  static func shellWords(_ command: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = command[...]
    while let next = rest.popFirst() {
      switch (quote, next) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", _): word?.append(next)
      case ("\"", "$"), ("\"", "`"), (nil, "$"), (nil, "`"): return nil
      case ("\"", "\\"):
        guard let sign = rest.popFirst() else { return nil }
        word = (word ?? "") + ("$`\"\\".contains(sign) ? "" : "\\") + String(sign)
      case ("\"", _): word?.append(next)
      case (_, "'"), (_, "\""):
        quote = next
        word = word ?? ""
      case (_, " "):
        if let found = word { words.append(found) }
        word = nil
      case (_, "\\"): word = (word ?? "") + String(rest.popFirst() ?? "\\")
      case (_, "~"), (_, "#"):
        guard let found = word else { return nil }
        word = found + String(next)
      default:
        if "|&;<>()*?[\n".contains(next) { return nil }
        word = (word ?? "") + String(next)
      }
    }
    if let found = word { words.append(found) }
    return quote == nil ? words : nil
  }
}
