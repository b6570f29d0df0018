import WatchwordBase

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
