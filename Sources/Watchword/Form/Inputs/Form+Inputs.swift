import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordSystem

/// Fields that do not take any text. Each change is one edit of the text field, in the order of its life cycle.
extension Form {
  /// Makes an edit by the user; see ``change(_:in:to:clears:typed:)``.
  mutating func changeInput(
    _ range: Range<Int>, in index: Int, to text: UTF8Span, clears: Bool, typed: Unicode.Scalar?
  ) -> Bool {
    guard let kind = fields[index].configuration.input.special else {
      return replace(range, in: index, with: text, clears: clears, typed: typed)
    }
    var edit = edit(range, in: index, to: String(copying: text), clears: clears, typed: typed)
    return make(kind.take(&edit, state.texts), edit, in: index)
  }

  /// Does `action` in field `index`. Returns `false` if the action means nothing special there.
  mutating func performInput(_ action: Action, in index: Int) -> Bool {
    guard let kind = fields[index].configuration.input.special else { return false }
    var edit = edit(in: index)
    let effect = kind.perform(action, &edit)
    make(effect ?? .ignored, edit, in: index)
    return effect != nil
  }

  /// Makes item `number` of field `index` its text.
  @discardableResult
  mutating func choose(_ number: Int, in index: Int) -> Bool {
    var edit = edit(in: index)
    return make(fields[index].configuration.input.kind.choose(number, &edit), edit, in: index)
  }

  private func edit(
    _ range: Range<Int> = 0..<0, in index: Int, to text: String = "", clears: Bool = false,
    typed: Unicode.Scalar? = nil
  ) -> InputEdit {
    InputEdit(
      range: range, text: text, clears: clears, typed: typed, old: self.text(of: index) ?? "",
      count: secrets[index].count, isOptional: fields[index].configuration.isOptional,
      search: recentSearch(in: index))
  }

  @discardableResult
  private mutating func make(_ effect: InputEdit.Effect, _ edit: InputEdit, in index: Int) -> Bool {
    if let search = edit.nextSearch { typedPart = search.isEmpty ? nil : (index, search, state.now) }
    switch effect {
    case .changes:
      return replace(
        edit.range, in: index, with: edit.text.utf8Span, clears: edit.clears, typed: edit.typed)
    case .keeps: return true
    case .ignored: return false
    case .refused(let notice):
      state.notice = notice
      beep()
      return false
    }
  }

  /// What was typed into field `index` less than a second ago.
  private func recentSearch(in index: Int) -> String {
    guard let typedPart, typedPart.field == index, state.now < typedPart.time.advanced(by: .seconds(1)) else {
      return ""
    }
    return typedPart.text
  }

  func inputFault(of index: Int) -> String? {
    guard let kind = fields[index].configuration.input.special else { return nil }
    return text(of: index).flatMap { $0.isEmpty ? nil : kind.fault(in: $0, state.texts) }
  }

  /// Finds out what the text of a shown field stands for.
  mutating func updateMeaning(of index: Int) {
    guard let kind = fields[index].configuration.input.special else { return }
    fields[index].meaning = text(of: index).flatMap(kind.meaning)
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
