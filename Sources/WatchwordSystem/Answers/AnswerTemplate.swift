import WatchwordStrength

/// An answer as a text in which names in braces stand for values, as in `{user}:{password}`; `{{` and `}}` are braces.
///
/// What is typed cannot forge a record. Control characters stand in no field. A text that is no secret cannot have the
/// character that comes next in the template, and behind a secret, which may have any character, the record ends.
package struct AnswerTemplate: Equatable, Sendable {
  /// A value that a template can name.
  package typealias Field = (name: String, isSecure: Bool)

  /// A piece of a template.
  enum Part: Equatable, Sendable {
    case text(String)
    /// The text of the value of this index.
    case value(Int)
    case strength
  }

  private var parts: [Part] = []
  /// The characters that the text of a value must not have, by its name.
  package private(set) var separators: [String: Set<Unicode.Scalar>] = [:]

  /// Reads a template.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - fields: The values, in the order of the answer.
  ///   - hasStrength: Whether the level of the new password can be named too.
  /// - Throws: What is wrong with it.
  package init(_ text: String, fields: [Field], hasStrength: Bool = false) throws(AnswerTemplateError) {
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
        let value = fields.firstIndex { $0.name == name }.map(Part.value)
        let isStrength = hasStrength && name == AnswerFormat.strengthName
        guard let part = isStrength ? .strength : value else { throw .unknown(name) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(part)
      default: literal.unicodeScalars.append(scalar)
      }
    }
    guard !parts.isEmpty else { throw .noValue }
    if !literal.isEmpty { parts.append(.text(literal)) }
    try findSeparators(of: fields)
  }

  /// Whether the value of this index is handed out.
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
        // Where another value follows at once, the character behind that one ends both.
        if !field.isSecure, let next { separators[field.name, default: []].insert(next) }
        isEnd = false
      case .strength: isEnd = false
      }
    }
  }

  /// Writes the template with the texts of the values and `level`, and returns whether the character set has all of its
  /// characters.
  func write(
    _ texts: AnswerFormat.Texts, _ level: Level?, in characterSet: CharacterSet, to sink: inout ByteSink
  ) -> Bool {
    var isWritable = true
    for part in parts {
      switch part {
      case .text(let text): isWritable = characterSet.write(text.utf8Span, to: &sink) && isWritable
      case .value(let index):
        texts(index) { text in isWritable = characterSet.write(text, to: &sink) && isWritable }
      case .strength: sink.put(level?.name ?? "")
      }
    }
    return isWritable
  }

  /// The first character of `text` that the value `name` must not have; `nil` where there is none.
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
  /// Something other than a newline stands behind this secret.
  case behindSecret(String)
  /// It names no value, so that every answer would be the same.
  case noValue
}
