import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordSystem

/// Editing fields that do not take any text. Each change is one edit of the text field, in the order of its life cycle.
extension Form {
  /// Makes an edit by the user; see ``change(_:in:to:clears:typed:)``.
  mutating func changeInput(
    _ range: Range<Int>, in index: Int, to text: UTF8Span, clears: Bool, typed: Unicode.Scalar?
  ) -> Bool {
    let input = fields[index].configuration.input
    if let choices = input.choices {
      if let typed { return find(typed, in: index, choices) }
      if text.isEmpty { return choose(nil, in: index) }
      let whole = String(copying: text)
      guard let number = choices.number(labelled: whole) ?? choices.values.firstIndex(of: whole) else {
        return refuseInput(because: state.texts("Not found"))
      }
      return choose(number, in: index)
    }
    guard !text.isEmpty else { return replace(range, in: index, with: text, clears: clears, typed: typed) }
    var (range, part) = (range, String(copying: text))
    if input.content != .text { part = String(String.UnicodeScalarView(part.unicodeScalars.map(\.narrow))) }
    let count = secrets[index].count
    if let mask = input.mask {
      let room = mask.count - count + range.count
      guard let characters = mask.characters(of: part, from: range.lowerBound, room: room) else {
        return refuseInput(because: input.usualFault(state.texts))
      }
      // A lone separator is ignored: the mask draws it.
      if characters.isEmpty { return false }
      part = characters
    } else if input == .date, part.lowercased() == "t", let today = CalendarDate.today {
      (range, part) = (0..<count, today.text)
    } else if input == .date, typed != nil, part != "-", range == count..<count, count == 4 || count == 7,
      self.text(of: index)?.last != "-"
    {
      part = "-" + part
    }
    if let obstacle = input.obstacle(in: part, state.texts) { return refuseInput(because: obstacle) }
    return replace(range, in: index, with: part.utf8Span, clears: clears, typed: typed)
  }

  private mutating func refuseInput(because notice: String?) -> Bool {
    state.notice = notice
    beep()
    return false
  }

  /// Makes choice `number` the text; `nil` empties the field, which has to be optional for that.
  @discardableResult
  mutating func choose(_ number: Int?, in index: Int) -> Bool {
    let field = fields[index]
    guard let choices = field.configuration.input.choices, number != nil || field.configuration.isOptional
    else {
      return refuseInput(because: nil)
    }
    let value = number.map { choices.values[$0] } ?? ""
    return field.meaning == number
      || replace(
        0..<secrets[index].count, in: index, with: value.utf8Span, clears: number == nil, typed: nil)
  }

  /// Chooses what begins with, or else holds, all that was typed with less than a second between. A space that
  /// continues nothing chooses the next one.
  private mutating func find(_ scalar: Unicode.Scalar, in index: Int, _ choices: Choices) -> Bool {
    var text = recentSearch(in: index)
    if scalar == " ", text.isEmpty || choices.isBoolean { return step(by: 1, in: index, choices) }
    text.unicodeScalars.append(scalar)
    // Yes can follow no at once.
    if choices.isBoolean, choices.find(text) == nil { text = String(scalar) }
    guard let number = choices.find(text) else { return refuseInput(because: state.texts("Not found")) }
    typedPart = (index, text, state.now)
    return choose(number, in: index)
  }

  /// What was typed into field `index` less than a second ago.
  private func recentSearch(in index: Int) -> String {
    guard let typedPart, typedPart.field == index, state.now < typedPart.time.advanced(by: .seconds(1)) else {
      return ""
    }
    return typedPart.text
  }

  /// Moves the choice by `count`, round the ends.
  @discardableResult
  private mutating func step(by count: Int, in index: Int, _ choices: Choices) -> Bool {
    let all = choices.values.count
    return choose(((fields[index].meaning ?? (count > 0 ? -1 : all)) + count + all) % all, in: index)
  }

  /// Does `action` in a field of choices. Returns false if the action means nothing special there.
  mutating func performChoosing(_ action: Action, in index: Int, _ choices: Choices) -> Bool {
    let typed = recentSearch(in: index)
    typedPart = nil
    switch action {
    case .moveBackward: step(by: -1, in: index, choices)
    case .moveForward: step(by: 1, in: index, choices)
    case .moveToStart: choose(0, in: index)
    case .moveToEnd: choose(choices.values.count - 1, in: index)
    case .deleteBackward where !typed.isEmpty:
      let rest = String(typed.unicodeScalars.dropLast())
      typedPart = (index, rest, state.now)
      if !rest.isEmpty, let number = choices.find(rest) { choose(number, in: index) }
    case _ where action.deletes: choose(nil, in: index)
    case .moveWordBackward, .moveWordForward, .transpose: beep()
    default: return false
    }
    return true
  }
}

/// Fields that depend on others (`--only-if`).
extension Form {
  /// Hides and shows the fields that depend on the text of field `index`. A secret that is hidden is wiped.
  mutating func followConditions(after index: Int) {
    guard !state.configuration.conditions.isEmpty else { return }
    let form = state.configuration
    guard form.conditions.contains(where: { $0.name == form.fields[index].name }) else { return }
    for index in fields.indices where form.isConditional(index) && form.fields[index].confirmedField == nil {
      let isHidden = !form.isWanted(index) { text(of: $0) ?? "" }
      guard isHidden != fields[index].isHidden else { continue }
      if isHidden, fields[index].configuration.isSecure {
        for field in fields.pair(of: index) { fields[field].isShown = form.reveal == .always }
        clear(index)
      }
      setHidden(isHidden, of: index)
    }
  }
}

/// What shows a field: that another one has this value.
package struct FieldCondition: Equatable, Sendable {
  package var field, name, value: String

  package init(showing field: String, while name: String, has value: String) {
    (self.field, self.name, self.value) = (field, name, value)
  }

  /// Why it never shows the field. The value is one that the input never has.
  package enum Fault: Error { case noField(String), secret, value(FieldInput), circle }
}

extension FormDescription {
  /// The conditions of field `index`, or of the one that it confirms.
  private func conditions(of index: Int) -> [FieldCondition] {
    conditions.filter { $0.field == fields[fields[index].confirmedField ?? index].name }
  }

  /// Throws why `condition`, one of the conditions, shows no field.
  package func check(_ condition: FieldCondition) throws(FieldCondition.Fault) {
    for name in [condition.name, condition.field] where !fields.contains(where: { $0.name == name }) {
      throw .noField(name)
    }
    for field in fields where field.name == condition.name {
      if field.isSecure { throw .secret }
      if !condition.value.isEmpty, field.input.fault(in: condition.value, texts) != nil {
        throw .value(field.input)
      }
    }
    var reached: Set = [condition.field]
    var count = 0
    while count < reached.count {
      count = reached.count
      reached.formUnion(conditions.filter { reached.contains($0.name) }.map(\.field))
    }
    if reached.contains(condition.name) { throw .circle }
  }

  func isConditional(_ index: Int) -> Bool { !conditions.isEmpty && !conditions(of: index).isEmpty }

  /// Whether field `index` has no condition, or one that holds for the texts.
  func isWanted(_ index: Int, _ text: (Int) -> String) -> Bool {
    let conditions = conditions(of: index)
    return conditions.isEmpty
      || conditions.contains { condition in
        guard let other = fields.firstIndex(where: { $0.name == condition.name }) else { return false }
        return text(other) == condition.value && isWanted(other, text)
      }
  }

  /// Whether field `index` is shown at the start and has no text then.
  package func isEmptyAndWanted(_ index: Int) -> Bool {
    fields[index].text.isEmpty && isWanted(index) { fields[$0].text }
  }
}
