/// Fields that depend on others (`--only-if`).
extension Form {
  /// Skips and shows the fields that depend on the text of field `changed`. A secret that is skipped is wiped.
  mutating func followConditions(after changed: Int) {
    guard state.configuration.conditions.contains(where: { $0.name == fields[changed].configuration.name })
    else { return }
    let form = state.configuration
    for index in fields.indices {
      let visibility = form.visibility(of: index) { text(of: $0) ?? "" }
      guard let visibility, visibility != fields[index].visibility else { continue }
      if visibility == .skipped, fields[index].configuration.isSecure {
        for field in fields.pair(of: index) { fields[field].isShown = form.reveal == .always }
        clear(index)
      }
      setVisibility(visibility, of: index)
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

  /// Whether field `index` is shown or skipped, by its conditions and the texts; `nil` if it has no condition.
  func visibility(of index: Int, _ text: (Int) -> String) -> FormField.Visibility? {
    let own = conditions.filter { $0.field == fields[index].name }
    let holds = own.contains { condition in
      let other = fields.firstIndex { $0.name == condition.name }
      return other.map { text($0) == condition.value && visibility(of: $0, text) != .skipped } ?? false
    }
    return own.isEmpty ? nil : holds ? .shown : .skipped
  }

  /// Whether field `index` is shown at the start and has no text then.
  package func isEmptyAndWanted(_ index: Int) -> Bool {
    fields[index].text.isEmpty && visibility(of: index) { fields[$0].text } != .skipped
  }
}
