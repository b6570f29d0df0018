import WatchwordBase

/// What line mode says of fields that take only some texts.
extension FormState {
  /// The most choices that stand in the question.
  private static let mostInQuestion = 9
  /// The most choices that are listed at once.
  private static let mostInList = 20

  /// The label of a field with what can be typed: its choices with their numbers, if there are few.
  func labelWithInput(of field: FormField.Configuration) -> String {
    var input = field.placeholder
    switch field.input {
    case .anything, .mask, .expression: return label(of: field)
    case .choice(let choices) where choices.labels.count > Self.mostInQuestion:
      input = texts("number or part of the name")
    case .choice(let choices):
      input = texts.list(
        choices.labels.enumerated().map { choices.hasNumbers ? "\($0 + 1) \($1)" : $1 })
    case .number, .date: if input.isEmpty { return label(of: field) }
    }
    return "\(label(of: field)) (\(input))"
  }

  /// The choice that `line` means: a label, the start of yes or no, a number, a value or, if there are few
  /// choices, a part of one; `nil` for none.
  func choice(for line: String, in choices: Choices) -> Int? {
    if line.isEmpty { return nil }
    if let number = choices.number(labelled: line) { return number }
    if choices.isBoolean, let number = choices.find(line) { return number }
    if choices.hasNumbers, let number = Int(line), choices.values.indices.contains(number - 1) {
      return number - 1
    }
    if let number = choices.values.firstIndex(of: line) { return number }
    let found = choices.all(holding: line)
    return choices.values.count <= Self.mostInQuestion && found.count == 1 ? found[0] : nil
  }

  /// What to say of a `line` that means no choice: those that hold it, with their numbers.
  func list(of choices: Choices, holding line: String) -> [String] {
    let found = choices.values.count > Self.mostInQuestion ? choices.all(holding: line) : []
    if found.isEmpty { return [texts("Choose one of the list.")] }
    let lines = found.prefix(Self.mostInList).map {
      choices.hasNumbers ? "\($0 + 1) \(choices.labels[$0])" : choices.labels[$0]
    }
    let more = found.count - lines.count
    // translators: So many choices are not listed.
    return lines + (more == 0 ? [] : [texts("{count} more: type more of the name.", ["count": "\(more)"])])
  }

  /// What the user reads for the `text` of `field`.
  func readable(_ text: String, in field: FormField.Configuration) -> String {
    switch (field.input, field.input.meaning(of: text)) {
    case (.mask(let mask), _): mask.drawn(text)
    case (.choice(let choices), let number?): choices.labels[number]
    case (.date, let day?): texts.list([text, texts.name(ofWeekday: day)])
    default: text
    }
  }
}
