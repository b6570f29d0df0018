import WatchwordScreen
import WatchwordSecrets

/// Fields that do not take any text. Each change is one edit of the text field, in the order of its life cycle.
extension Form {
  /// Makes an edit by the user; see ``change(_:in:to:clears:typed:)``.
  mutating func changeInput(
    _ range: Range<Int>, in index: Int, to text: UTF8Span, clears: Bool, typed: Unicode.Scalar?
  ) -> Bool {
    guard let kind = fields[index].configuration.input.special else {
      return replace(range, in: index, with: text, clears: clears, typed: typed)
    }
    var edit = newEdit(range, in: index, to: String(copying: text), clears: clears, typed: typed)
    return carryOut(kind.take(&edit, state.texts), edit, in: index)
  }

  /// Does `action` in field `index`. Returns `false` if the action means nothing special there.
  mutating func performInput(_ action: Action, in index: Int) -> Bool {
    guard let kind = fields[index].configuration.input.special else { return false }
    var edit = newEdit(in: index)
    let effect = kind.perform(action, &edit)
    carryOut(effect ?? .ignored, edit, in: index)
    return effect != nil
  }

  /// Makes item `number` of field `index` its text.
  @discardableResult
  mutating func choose(_ number: Int, in index: Int) -> Bool {
    var edit = newEdit(in: index)
    return carryOut(fields[index].configuration.input.kind.choose(number, &edit), edit, in: index)
  }

  private func newEdit(
    _ range: Range<Int> = 0..<0, in index: Int, to text: String = "", clears: Bool = false,
    typed: Unicode.Scalar? = nil
  ) -> InputEdit {
    InputEdit(
      range: range, text: text, clears: clears, typed: typed, old: self.text(of: index) ?? "",
      count: secrets[index].count, isOptional: fields[index].configuration.isOptional,
      search: recentSearch(in: index))
  }

  @discardableResult
  private mutating func carryOut(_ effect: InputEdit.Effect, _ edit: InputEdit, in index: Int) -> Bool {
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
