/// An answer as a text in which names in braces stand for values, as in `{user}:{password}`; `{{` and `}}` are braces.
/// An escape may follow a name, as in `{password:json}`.
///
/// Typed text cannot forge a record. No field accepts control characters. Text that is not secret must not contain the
/// character that follows it in the template. After a secret, which may contain any character, the record must end. An
/// escaped value and a hash are free of both rules.
package struct AnswerTemplate: Equatable, Sendable {
  /// A value that a template can name.
  package struct Field {
    let name: String
    let isSecure: Bool
    /// Whether a hash is written in its place.
    let isHashed: Bool

    package init(name: String, isSecure: Bool, isHashed: Bool = false) {
      (self.name, self.isSecure, self.isHashed) = (name, isSecure, isHashed)
    }
  }

  enum Part: Equatable, Sendable {
    case text(String)
    /// The index of the value.
    case value(Int, ValueEscape?)
  }

  private var parts: [Part] = []
  /// The characters that the text of a value must not contain, by its name.
  package private(set) var separators: [String: Set<Unicode.Scalar>] = [:]
  /// The escapes of the values that are not hashed, by name.
  private var escapes: [String: [ValueEscape]] = [:]
  /// Whether a value that is no hash is written without an escape.
  package private(set) var hasPlainValue = false

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - fields: The values, in the order of the answer.
  /// - Throws: What is wrong with the template.
  package init(_ text: String, fields: [Field]) throws(AnswerTemplateError) {
    var rest = text.unicodeScalars[...]
    var literal = ""
    while let scalar = rest.popFirst() {
      switch scalar {
      case "{", "}":
        if rest.first == scalar {
          rest.removeFirst()
          literal.unicodeScalars.append(scalar)
          continue
        }
        guard scalar == "{", let end = rest.firstIndex(of: "}") else { throw .strayBrace(scalar) }
        // A value has no other name, so this is an object of JSON or a block of some other language.
        guard !rest[..<end].contains(where: { "\"{ \n".unicodeScalars.contains($0) }) else {
          throw .strayBrace(scalar)
        }
        let words = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
          .map { String($0) }
        rest = rest[rest.index(after: end)...]
        guard let value = fields.firstIndex(where: { $0.name == words[0] }) else { throw .unknown(words[0]) }
        let escape = ValueEscape(rawValue: words.last ?? "")
        if words.count > 1, escape == nil { throw .unknownEscape(words[1]) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(.value(value, words.count > 1 ? escape : nil))
      default: literal.unicodeScalars.append(scalar)
      }
    }
    guard !parts.isEmpty else { throw .noValue }
    if !literal.isEmpty { parts.append(.text(literal)) }
    try findQuotes(around: fields)
    try findSeparators(of: fields)
    for case .value(let index, let escape) in parts where !fields[index].isHashed {
      if let escape { escapes[fields[index].name, default: []].append(escape) } else { hasPlainValue = true }
    }
  }

  /// Whether the value at this index is handed out.
  package func names(_ index: Int) -> Bool {
    parts.contains { if case .value(index, _) = $0 { true } else { false } }
  }

  /// Whether ``fault(in:of:)`` finds anything in any text.
  package var canRefuse: Bool { !separators.isEmpty || escapes.values.joined().contains(where: \.canRefuse) }

  /// Whether a value that is no hash is written in another way than with `escape`.
  package func lacks(_ escape: ValueEscape) -> Bool {
    hasPlainValue || escapes.values.joined().contains { $0 != escape }
  }

  /// Throws if a value that brings its own quotation marks stands directly between two others.
  private func findQuotes(around fields: [Field]) throws(AnswerTemplateError) {
    for (number, part) in parts.enumerated() where number > 0 && number + 1 < parts.count {
      guard case .value(let index, let escape?) = part, escape.quote(around: "".utf8Span) != nil,
        case .text(let before) = parts[number - 1], case .text(let behind) = parts[number + 1],
        let quote = before.unicodeScalars.last, quote == "'" || quote == "\"",
        behind.unicodeScalars.first == quote
      else { continue }
      throw .quoted(fields[index].name, escape)
    }
  }

  private mutating func findSeparators(of fields: [Field]) throws(AnswerTemplateError) {
    var next: Unicode.Scalar?
    var isEnd = true
    for part in parts.reversed() {
      switch part {
      case .text(let text):
        next = text.unicodeScalars.first
        isEnd = next == "\n"
      case .value(let index, let escape):
        let field = fields[index]
        let isFree = escape != nil || field.isHashed
        if field.isSecure, !isEnd, !isFree { throw .behindSecret(field.name) }
        // If another value follows directly, the character after that other value must not be in either of them.
        if !field.isSecure, !isFree, let next { separators[field.name, default: []].insert(next) }
        isEnd = false
      }
    }
  }

  /// Writes the template with the texts of the values. Returns false if the character set lacks one of the characters.
  func write(
    _ contents: [AnswerFormat.Content], _ texts: AnswerFormat.TextAccess, in characterSet: CharacterSet,
    to sink: inout ByteSink
  ) -> Bool {
    var isWritable = true
    for (number, part) in parts.enumerated() {
      switch part {
      case .text(let text): isWritable = characterSet.write(text.utf8Span, to: &sink) && isWritable
      case .value(let index, let escape):
        texts(index) { text in
          if escape == .json || escape == .yaml, let literal = contents[index].literal(of: text) {
            return sink.put(literal)
          }
          let isWhole =
            escape?.write(text, in: characterSet, atLineStart: isLineStart(number), to: &sink)
            ?? characterSet.write(text, to: &sink)
          isWritable = isWhole && isWritable
        }
      }
    }
    return isWritable
  }

  private func isLineStart(_ number: Int) -> Bool {
    guard number > 0 else { return true }
    guard case .text(let before) = parts[number - 1] else { return false }
    return before.unicodeScalars.last == "\n"
  }

  /// Why the value `name` cannot have `text`; `nil` if it can.
  package func fault(in text: UTF8Span, of name: String) -> ValueEscape.Fault? {
    if let separators = separators[name] {
      var scalars = text.makeUnicodeScalarIterator()
      while let scalar = scalars.next() { if separators.contains(scalar) { return .separator(scalar) } }
    }
    for escape in escapes[name] ?? [] { if let fault = escape.fault(in: text) { return fault } }
    return nil
  }
}

package enum AnswerTemplateError: Error, Equatable, Sendable {
  /// A brace that is neither doubled nor one of a pair.
  case strayBrace(Unicode.Scalar)
  case unknown(String)
  case unknownEscape(String)
  /// This value, whose escape writes quotation marks of its own, stands between others.
  case quoted(String, ValueEscape)
  /// Something other than a newline follows this secret.
  case behindSecret(String)
  /// The template names no value, so every answer would be the same.
  case noValue
}
