/// An answer as a text in which names in braces stand for values, as in `{user}:{password}`; `{{` and `}}` are braces.
///
/// Typed text cannot forge a record. No field accepts control characters. Text that is not secret must not contain the
/// character that follows it in the template. After a secret, which may contain any character, the record must end.
package struct AnswerTemplate: Equatable, Sendable {
  /// A value that a template can name.
  package typealias Field = (name: String, isSecure: Bool)

  enum Part: Equatable, Sendable {
    case text(String)
    /// The index of the value.
    case value(Int)
  }

  private var parts: [Part] = []
  /// The characters that the text of a value must not contain, by its name.
  package private(set) var separators: [String: Set<Unicode.Scalar>] = [:]

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
        let name = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        guard let value = fields.firstIndex(where: { $0.name == name }) else { throw .unknown(name) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(.value(value))
      default: literal.unicodeScalars.append(scalar)
      }
    }
    guard !parts.isEmpty else { throw .noValue }
    if !literal.isEmpty { parts.append(.text(literal)) }
    try findSeparators(of: fields)
  }

  /// Whether the value at this index is handed out.
  package func names(_ index: Int) -> Bool { parts.contains(.value(index)) }

  private mutating func findSeparators(of fields: [Field]) throws(AnswerTemplateError) {
    var next: Unicode.Scalar?
    var isEnd = true
    for part in parts.reversed() {
      switch part {
      case .text(let text):
        next = text.unicodeScalars.first
        isEnd = next == "\n"
      case .value(let index):
        let field = fields[index]
        if field.isSecure, !isEnd { throw .behindSecret(field.name) }
        // If another value follows directly, the character after that other value must not be in either of them.
        if !field.isSecure, let next { separators[field.name, default: []].insert(next) }
        isEnd = false
      }
    }
  }

  /// Writes the template with the texts of the values. Returns false if the character set lacks one of the characters.
  func write(
    _ texts: AnswerFormat.TextAccess, in characterSet: CharacterSet, to sink: inout ByteSink
  ) -> Bool {
    var isWritable = true
    for part in parts {
      switch part {
      case .text(let text): isWritable = characterSet.write(text.utf8Span, to: &sink) && isWritable
      case .value(let index):
        texts(index) { text in isWritable = characterSet.write(text, to: &sink) && isWritable }
      }
    }
    return isWritable
  }

  /// The first character of `text` that the value `name` must not contain, if any.
  package func separator(in text: UTF8Span, of name: String) -> Unicode.Scalar? {
    guard let separators = separators[name] else { return nil }
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() { if separators.contains(scalar) { return scalar } }
    return nil
  }
}

package enum AnswerTemplateError: Error, Equatable, Sendable {
  /// A brace that is neither doubled nor one of a pair.
  case strayBrace(Unicode.Scalar)
  case unknown(String)
  /// Something other than a newline follows this secret.
  case behindSecret(String)
  /// The template names no value, so every answer would be the same.
  case noValue
}
