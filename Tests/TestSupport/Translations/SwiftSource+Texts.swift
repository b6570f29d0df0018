extension SwiftSource {
  /// The texts of a file that are translated, and its other literals.
  package struct Texts {
    package var ids: [POFile.Entry.ID] = []
    package var faults: [Int] = []
    package var others: [Literal] = []
  }

  /// The functions that look up a text, each with how many of its first arguments are texts.
  private static let functions = ["text": 1, "texts": 1, "plural": 2, "context": 2]

  private static let checks: Set<String> = ["precondition", "preconditionFailure", "fatalError"]

  package var texts: Texts {
    var texts = Texts()
    read(tokens, into: &texts)
    return texts
  }

  private func read(_ tokens: [Token], into texts: inout Texts) {
    var index = 0
    while index < tokens.count {
      if case .word(let name) = tokens[index], let count = Self.functions[name], isCall(tokens, index) {
        let (arguments, end) = arguments(of: tokens, from: index + 2)
        read(call: name, arguments, count, into: &texts)
        index = end
      } else if case .word(let name) = tokens[index], Self.checks.contains(name), isCall(tokens, index) {
        index = self.arguments(of: tokens, from: index + 2).1
      } else if isNote(tokens, index) {
        index += 2
        while index < tokens.count, isJoined(tokens[index]) { index += 1 }
      } else {
        if case .literal(let literal) = tokens[index] {
          texts.others.append(literal)
          for interpolation in literal.interpolations { read(interpolation, into: &texts) }
        }
        index += 1
      }
    }
  }

  /// Whether the text of a note for the man page follows, which is in English.
  private func isNote(_ tokens: [Token], _ index: Int) -> Bool {
    guard index + 1 < tokens.count, case .word("note") = tokens[index] else { return false }
    if case .sign(":") = tokens[index + 1] { return true }
    return false
  }

  private func isJoined(_ token: Token) -> Bool {
    switch token {
    case .literal, .sign("+"): true
    default: false
    }
  }

  private func isCall(_ tokens: [Token], _ index: Int) -> Bool {
    guard index + 1 < tokens.count, case .sign("(") = tokens[index + 1] else { return false }
    if index > 0, case .word("func") = tokens[index - 1] { return false }
    return true
  }

  /// The arguments of a call from `start` on, and where the code after it begins.
  private func arguments(of tokens: [Token], from start: Int) -> ([[Token]], Int) {
    var (arguments, depth, index): ([[Token]], Int, Int) = ([[]], 0, start)
    while index < tokens.count {
      if case .sign(let sign) = tokens[index] {
        if "([{".contains(sign) { depth += 1 }
        if ")]}".contains(sign) { depth -= 1 }
        if depth < 0 { return (arguments, index + 1) }
        if sign == ",", depth == 0 {
          arguments.append([])
          index += 1
          continue
        }
      }
      arguments[arguments.count - 1].append(tokens[index])
      index += 1
    }
    return (arguments, index)
  }

  private func read(call name: String, _ arguments: [[Token]], _ count: Int, into texts: inout Texts) {
    let first = arguments.prefix(count).map(joined)
    let plain = first.compactMap(\.text)
    if plain.count == count {
      let id =
        switch name {
        case "plural": POFile.Entry.ID(plain[0], plural: plain[1])
        case "context": POFile.Entry.ID(plain[1], context: plain[0])
        default: POFile.Entry.ID(plain[0])
        }
      texts.ids.append(id)
      for argument in arguments.dropFirst(count) { read(argument, into: &texts) }
    } else {
      if let line = first.compactMap(\.line).first { texts.faults.append(line) }
      for argument in arguments { read(argument, into: &texts) }
    }
  }

  /// The text of plain literals joined by plus signs, and the line of the first.
  private func joined(_ tokens: [Token]) -> (text: String?, line: Int?) {
    var text: String? = tokens.isEmpty ? nil : ""
    var line: Int?
    for (index, token) in tokens.enumerated() {
      switch token {
      case .literal(let literal):
        line = line ?? literal.line
        text = literal.isPlain && index.isMultiple(of: 2) ? text.map { $0 + literal.text } : nil
      case .sign("+") where !index.isMultiple(of: 2): break
      default: text = nil
      }
    }
    return (text, line)
  }
}
