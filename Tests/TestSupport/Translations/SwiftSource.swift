/// A Swift file, as far as its string literals go, and what stands around them.
package struct SwiftSource {
  package indirect enum Token {
    case word(String)
    /// Any other character except white space.
    case sign(Character)
    case literal(Literal)
  }

  package struct Literal {
    /// The text, with U+FFFC for each interpolation.
    package var text = ""
    /// The line in which it begins, from 1 on.
    package var line: Int
    /// Whether it is on one line without an interpolation, as xgettext needs it.
    package var isPlain = true
    /// The tokens of its interpolations.
    package var interpolations: [[Token]] = []
  }

  /// The tokens of the file, without comments.
  package private(set) var tokens: [Token] = []
  private let characters: [Character]
  private var index = 0
  private var line = 1

  package init(_ text: String) {
    characters = Array(text)
    tokens = code()
  }

  private func isNext(_ text: String) -> Bool { characters[index...].starts(with: text) }

  private mutating func take() -> Character {
    defer { index += 1 }
    if characters[index] == "\n" { line += 1 }
    return characters[index]
  }

  private mutating func skip(_ count: Int) { for _ in 0..<count { _ = take() } }

  /// The tokens up to the end, or up to and including a closing parenthesis that was not opened here.
  private mutating func code() -> [Token] {
    var (tokens, depth): ([Token], Int) = ([], 0)
    while index < characters.count {
      if isNext("//") {
        while index < characters.count, characters[index] != "\n" { index += 1 }
      } else if isNext("/*") {
        skipComment()
      } else if let pounds = literalStart {
        tokens.append(.literal(literal(pounds)))
      } else if characters[index].isLetter || characters[index].isNumber || characters[index] == "_" {
        var word = ""
        while index < characters.count,
          characters[index].isLetter || characters[index].isNumber || characters[index] == "_"
        { word.append(take()) }
        tokens.append(.word(word))
      } else {
        let sign = take()
        if sign == "(" { depth += 1 }
        if sign == ")" { depth -= 1 }
        if depth < 0 { return tokens }
        if !sign.isWhitespace { tokens.append(.sign(sign)) }
      }
    }
    return tokens
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isNext("/*") {
        depth += 1
        skip(2)
      } else if isNext("*/") {
        depth -= 1
        skip(2)
      } else {
        skip(1)
      }
    } while depth > 0 && index < characters.count
  }

  /// How many pound signs stand before a literal that begins here; `nil` if none does.
  private var literalStart: Int? {
    let pounds = characters[index...].prefix { $0 == "#" }.count
    return index + pounds < characters.count && characters[index + pounds] == "\"" ? pounds : nil
  }

  private mutating func literal(_ pounds: Int) -> Literal {
    var literal = Literal(line: line)
    skip(pounds)
    let isLong = isNext("\"\"\"")
    let quotes = isLong ? "\"\"\"" : "\""
    let (end, escape) = (
      quotes + String(repeating: "#", count: pounds), "\\" + String(repeating: "#", count: pounds)
    )
    if isLong || pounds > 0 { literal.isPlain = false }
    skip(quotes.count)
    while index < characters.count, !isNext(end) {
      if isNext(escape) {
        skip(escape.count)
        readEscape(into: &literal)
      } else {
        literal.text.append(take())
      }
    }
    skip(min(end.count, characters.count - index))
    return literal
  }

  private mutating func readEscape(into literal: inout Literal) {
    let kind = take()
    switch kind {
    case "(":
      literal.isPlain = false
      literal.text.append("\u{FFFC}")
      literal.interpolations.append(code())
    case "u":
      var digits = ""
      while characters[index] != "}" { digits.append(take()) }
      skip(1)
      // xgettext, which reads C#, knows no such escape.
      literal.isPlain = false
      if let scalar = UInt32(digits.dropFirst(), radix: 16).flatMap(Unicode.Scalar.init) {
        literal.text.unicodeScalars.append(scalar)
      }
    case "n": literal.text.append("\n")
    case "t": literal.text.append("\t")
    case "r": literal.text.append("\r")
    case "0": literal.text.append("\0")
    default: literal.text.append(kind)
    }
  }
}
