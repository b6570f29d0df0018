package import WatchwordBase
package import WatchwordSystem

/// What can be typed into a text field: the small value by which one kind of field serves all inputs (D1).
package indirect enum FieldInput: Equatable, Sendable {
  case anything
  /// Characters in the places of a pattern.
  case mask(CharacterPattern)
  /// A text that the expression matches. The message is the error of any other text; `nil` for the usual one.
  case expression(RegularExpression, message: String?)
  case choice(Choices)
  case number(ClosedRange<Int>)
  /// A day, as in 2026-11-28 (ISO 8601).
  case date

  /// Numbers of at most 15 digits, which every reader of JSON holds exactly (RFC 8259, section 6).
  package static let numbers = -999_999_999_999_999...999_999_999_999_999

  var kind: any InputKind {
    switch self {
    case .anything: AnyInput()
    case .mask(let mask): mask
    case .expression(let expression, let message): ExpressionInput(expression: expression, message: message)
    case .choice(let choices): choices
    case .number(let range): NumberInput(range: range)
    case .date: DateInput()
    }
  }

  /// As ``kind``, but `nil` for a field that takes any text, which is quicker to find out than what the kind does.
  var special: (any InputKind)? { if case .anything = self { nil } else { kind } }

  package var choices: Choices? { if case .choice(let choices) = self { choices } else { nil } }

  /// Why `text`, which is not empty, is not the answer; `nil` if it is.
  package func fault(in text: String, _ texts: Texts) -> String? { kind.fault(in: text, texts) }

  /// The key of this kind, with its word for the line of keys.
  func keyInLine(_ texts: Texts) -> (key: String, word: String)? {
    guard let key = special?.key, let word = key.word else { return nil }
    return (key.name(texts), word(texts))
  }

  /// The keys that only some of `fields` have, each once.
  static func keys(of fields: [FormField], _ texts: Texts) -> [(name: String, text: String)] {
    fields.reduce(into: []) { keys, field in
      guard let key = field.configuration.input.special?.key else { return }
      let name = key.name(texts)
      if keys.contains(where: { $0.name == name }) { return }
      keys.append((name, key.text(texts)))
    }
  }
}
