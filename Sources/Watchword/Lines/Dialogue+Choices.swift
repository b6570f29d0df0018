import WatchwordBase

/// What line mode says of fields that take only some texts.
extension FormState {
  /// Up to so many choices stand in the question.
  private static let mostInQuestion = 9
  /// The most choices that are listed at once.
  private static let mostInList = 20

  /// The label of a field and, if there are few, its choices with their numbers.
  func label(withChoicesOf field: FormField.Configuration) -> String {
    guard let choices = field.input.choices else { return label(of: field) }
    let numbered = choices.labels.enumerated().map { choices.isBoolean ? $1 : "\($0 + 1) \($1)" }
    let all =
      numbered.count > Self.mostInQuestion ? texts("number or part of the name") : texts.list(numbered)
    return "\(label(of: field)) (\(all))"
  }

  /// The choice that `line` means: a whole choice, the start of yes or no, or a number; `nil` for none.
  func choice(for line: String, in choices: Choices) -> Int? {
    if let number = choices.number(of: line) { return number }
    if choices.isBoolean { return line.isEmpty ? nil : choices.find(line) }
    return Int(line).flatMap { choices.values.indices.contains($0 - 1) ? $0 - 1 : nil }
  }

  /// What to say of a `line` that means no choice: those that hold it, with their numbers.
  func list(of choices: Choices, holding line: String) -> [String] {
    let found = choices.values.count > Self.mostInQuestion ? choices.all(holding: line) : []
    if found.isEmpty { return [texts("Choose one of the list.")] }
    let lines = found.prefix(Self.mostInList).map { "\($0 + 1) \(choices.labels[$0])" }
    let more = found.count - lines.count
    // translators: So many choices are not listed.
    return lines + (more == 0 ? [] : [texts("{count} more: type more of the name.", ["count": "\(more)"])])
  }

  /// What a person reads for the `text` of `field`.
  func readable(_ text: String, in field: FormField.Configuration) -> String {
    switch (field.input, field.input.meaning(of: text)) {
    case (.mask(let mask), _): mask.drawn(text)
    case (.choice(let choices), let number?): choices.labels[number]
    case (.date, let day?): texts.list([text, texts.name(ofWeekday: day)])
    default: text
    }
  }
}
