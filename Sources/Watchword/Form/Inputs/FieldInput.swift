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

  package var choices: Choices? { if case .choice(let choices) = self { choices } else { nil } }

  var mask: CharacterPattern? { if case .mask(let mask) = self { mask } else { nil } }

  var content: AnswerFormat.Content {
    switch self {
    case .anything, .mask, .expression: .text
    case .choice(let choices) where choices.isBoolean: .boolean
    case .choice, .date: .textOrNull
    case .number: .number
    }
  }

  /// Why `text`, which is not empty, is not the answer; `nil` if it is.
  package func fault(in text: String, _ texts: Texts) -> String? {
    switch self {
    case .anything: return nil
    case .mask(let mask): if mask.isFilled(by: text) { return nil }
    case .expression(let expression, _):
      let most = RegularExpression.mostCharacters
      if text.unicodeScalars.count > most {
        return texts("At most {count} characters.", ["count": String(most)])
      }
      if expression.matches(text) { return nil }
    case .choice(let choices): if choices.values.contains(text) { return nil }
    case .number(let range):
      if text == "-0" { return texts("Write 0 without a sign.") }
      let digits = text.drop { $0 == "-" }
      if digits.count > 1, digits.first == "0" { return texts("Leave out the zeros in front.") }
      if let number = Int(text), range.contains(number) { return nil }
    case .date:
      if CalendarDate(text) != nil { return nil }
      let isWhole = text.split(separator: "-", omittingEmptySubsequences: false).map(\.count) == [4, 2, 2]
      if isWhole { return texts("There is no such day.") }
    }
    return usualFault(texts)
  }

  /// What is wrong with most texts that are refused; `nil` if no text is.
  func usualFault(_ texts: Texts) -> String? {
    switch self {
    case .anything: nil
    case .mask(let mask): texts("It has to look like {pattern}.", ["pattern": mask.text])
    case .expression(_, let message): message ?? texts("This does not have the right form.")
    case .choice: texts("Choose one of the list.")
    case .number(let range):
      texts(
        "A whole number from {least} to {most}.",
        ["least": String(range.lowerBound), "most": String(range.upperBound)])
    case .date: texts("Write it as year-month-day, such as {example}.", ["example": "2026-11-28"])
    }
  }

  /// Why the characters of `typed` cannot be part of the text; `nil` if they can.
  func obstacle(in typed: String, _ texts: Texts) -> String? {
    var isSigned = true
    if case .number(let range) = self { isSigned = range.lowerBound < 0 } else if self != .date { return nil }
    if typed.unicodeScalars.allSatisfy({ "0"..."9" ~= $0 || isSigned && $0 == "-" }) { return nil }
    return isSigned ? texts("Not taken: only digits and -") : texts("Not taken: only digits")
  }

  /// The placeholder, if no other is given.
  func placeholder(_ texts: Texts) -> String? {
    switch self {
    case .mask(let mask): mask.text
    case .date: texts("YYYY-MM-DD, t for today")
    case .number(let range) where range != 0...Self.numbers.upperBound:
      texts("{least} to {most}", ["least": String(range.lowerBound), "most": String(range.upperBound)])
    case .choice(let choices) where !choices.isBoolean: texts("type a part")
    case .anything, .expression, .choice, .number: nil
    }
  }

  /// What `text` stands for: the number of its choice from 0, or for a date the days since Sunday.
  func meaning(of text: String) -> Int? {
    switch self {
    case .choice(let choices): choices.values.firstIndex(of: text)
    case .date: CalendarDate(text)?.weekday
    case .anything, .mask, .expression, .number: nil
    }
  }
}

/// The values that a field offers, one of which is its text.
package struct Choices: Equatable, Sendable {
  package let values: [String]
  /// What the user reads for each value.
  package var labels: [String]
  /// Whether the values are yes and no.
  package private(set) var isBoolean = false

  package init(_ values: [String], labels: [String]? = nil) {
    (self.values, self.labels) = (values, labels ?? values)
  }

  /// Yes and no, whose labels are in the language of the form.
  package static func yesNo(_ texts: Texts) -> Choices {
    var choices = Choices(["yes", "no"], labels: [texts("Yes"), texts("No")])
    choices.isBoolean = true
    return choices
  }

  /// Whether each value has a label, and all of them can be told apart and read.
  package var isUsable: Bool {
    values.count == labels.count && !values.isEmpty
      && [values, labels].allSatisfy { texts in
        Set(texts).count == texts.count
          && texts.allSatisfy { text in
            !text.allSatisfy(\.isWhitespace) && !text.unicodeScalars.contains(where: \.isControl)
          }
      }
  }

  /// The number of the choice that has the label `text`; `nil` if none has it.
  func number(labelled text: String) -> Int? {
    labels.firstIndex(of: text) ?? labels.firstIndex { $0.folded == text.folded }
  }

  /// Whether numbers can stand for the choices, because no label is one.
  var hasNumbers: Bool { !isBoolean && !labels.contains { Int($0.folded) != nil } }

  /// The first choice that begins with `start`, or else holds it, ignoring case. For yes and no the English words count
  /// too, and only their beginnings.
  func find(_ start: String) -> Int? {
    let begins = { (text: String) in text.folded.hasPrefix(start.folded) }
    return labels.firstIndex(where: begins)
      ?? (isBoolean ? values.firstIndex(where: begins) : all(holding: start).first)
  }

  /// The choices that hold `part`, ignoring case.
  func all(holding part: String) -> [Int] {
    let part = part.folded
    return labels.indices.filter { labels[$0].folded.contains(part) }
  }
}

extension String {
  /// The text for comparing without regard to case, accents and width.
  fileprivate var folded: String {
    var folded = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      scalar.narrow.forEachFolded { if !(0x300...0x36F).contains($0.value) { folded.append($0) } }
    }
    return String(folded)
  }
}

extension Texts {
  /// The name of a day of the week, 0 for Sunday.
  func name(ofWeekday day: Int) -> String {
    let texts = self
    return [
      texts("Sunday"), texts("Monday"), texts("Tuesday"), texts("Wednesday"), texts("Thursday"),
      texts("Friday"), texts("Saturday"),
    ][day]
  }
}
