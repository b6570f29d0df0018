/// Moving the focus, in the order of calls that UIKit has (E1, E2): the field to come is asked whether editing
/// should begin, then the one to go whether it should end; if either refuses, the focus stays.
extension Form {
  /// Gives the focus to the field in which the person starts, or the first one behind it that takes it.
  public mutating func begin(asking delegate: some TextFieldDelegate) -> [Effect] {
    let start = configuration.firstField
    let targets =
      fields.indices.contains(start) ? [.field(start)] + ring(after: .field(start)) : ring(after: .form)
    return move(toFirstOf: targets, asking: delegate) ?? []
  }

  /// Makes `target` first responder; `nil` when a delegate refuses, and nothing has changed.
  mutating func move(to target: Responder, asking delegate: some TextFieldDelegate) -> [Effect]? {
    guard target != firstResponder else { return [] }
    guard canBegin(target, asking: delegate) else { return nil }
    guard let ended = end(asking: delegate) else { return nil }
    return ended + begin(target)
  }

  /// Makes the first of `targets` that agrees first responder; those that are disabled or refuse are passed over.
  mutating func move(toFirstOf targets: [Responder], asking delegate: some TextFieldDelegate) -> [Effect]? {
    guard let target = targets.first(where: { canBegin($0, asking: delegate) }) else { return nil }
    guard let ended = end(asking: delegate) else { return nil }
    return ended + begin(target)
  }

  /// What Tab goes through from `responder`: the fields, the button, and round again (A12).
  func ring(after responder: Responder) -> [Responder] {
    let all = fields.indices.map(Responder.field) + [.button]
    guard let index = all.firstIndex(of: responder) else { return all }
    return Array(all[(index + 1)...] + all[..<index])
  }

  /// The same the other way round.
  func ring(before responder: Responder) -> [Responder] {
    ring(after: responder).reversed()
  }

  private func canBegin(_ target: Responder, asking delegate: some TextFieldDelegate) -> Bool {
    guard case .field(let index) = target else { return target != .button || canSubmit }
    return fields[index].canBecomeFirstResponder && delegate.textFieldShouldBeginEditing(fields[index])
  }

  /// Ends the editing of whatever has the focus; `nil` when its delegate refuses.
  mutating func end(asking delegate: some TextFieldDelegate) -> [Effect]? {
    if let index = focusedField, !delegate.textFieldShouldEndEditing(fields[index]) { return nil }
    return endWithoutAsking(.committed)
  }

  /// Ends editing whatever the delegate would say. Cancelling judges nothing (A8).
  mutating func endWithoutAsking(_ reason: EndReason) -> [Effect] {
    defer { firstResponder = .form }
    guard let index = focusedField else { return [] }
    fields[index].resignFirstResponder()
    if reason == .committed { judge(index) }
    return [.didEndEditing(index, reason), .sent(index, .editingDidEnd)]
  }

  private mutating func begin(_ target: Responder) -> [Effect] {
    firstResponder = target
    guard case .field(let index) = target else { return [] }
    fields[index].becomeFirstResponder()
    if fields[index].configuration.clearsOnBeginEditing, fields[index].shape.count > 0 {
      return [.then(.finishBeginning(index))]
    }
    return [.didBeginEditing(index), .sent(index, .editingDidBegin)]
  }

  /// Goes on with what had to wait until the facts before it were told.
  public mutating func proceed(
    _ continuation: Continuation, asking delegate: some TextFieldDelegate
  ) -> [Effect] {
    switch continuation {
    case .finishBeginning(let index):
      let began: [Effect] = [.didBeginEditing(index), .sent(index, .editingDidBegin)]
      guard delegate.textFieldShouldClear(fields[index]) else { return began }
      return [.clear(index)] + began
    case .performReturn(let index): return performReturn(in: index, asking: delegate)
    case .finishAccepting: return finishAccepting(asking: delegate)
    }
  }

  /// Return in a field: on to the next one, or from the last one accept (A11).
  private mutating func performReturn(in index: Int, asking delegate: some TextFieldDelegate) -> [Effect] {
    let hadFocus = focusedField == index
    let effects =
      index == fields.indices.last
      ? accept(asking: delegate)
      : move(toFirstOf: Array(ring(after: .field(index))[..<(fields.count - index - 1)]), asking: delegate)
        ?? [.beep]
    let hasEnded = hadFocus && effects.contains(.didEndEditing(index, .committed))
    guard hasEnded, fields[index].configuration.judgement == .policy else { return effects }
    let end = effects.firstIndex(of: .sent(index, .editingDidEnd)).map { $0 + 1 } ?? effects.endIndex
    return effects[..<end] + [.sent(index, .valueChanged)] + effects[end...]
  }

  /// The button (A10): ends editing, judges all fields, and accepts only if all pass; else the focus goes to the
  /// first field in error.
  mutating func accept(asking delegate: some TextFieldDelegate) -> [Effect] {
    submitter = firstResponder
    return end(asking: delegate).map { $0 + [.then(.finishAccepting)] } ?? [.beep]
  }

  private mutating func finishAccepting(asking delegate: some TextFieldDelegate) -> [Effect] {
    liftRefusals()
    for index in fields.indices { judge(index) }
    guard let first = fields.indices.first(where: { fields[$0].error != nil || !isValid($0) }) else {
      return submit()
    }
    return (move(to: .field(first), asking: delegate) ?? []) + [.beep]
  }

  private func isValid(_ index: Int) -> Bool { result(of: index)?.isSuccessful ?? true }

  /// Presses the button, which does nothing while a field is not right (C7).
  mutating func pressButton(asking delegate: some TextFieldDelegate) -> [Effect] {
    canSubmit ? accept(asking: delegate) : []
  }

  /// Leaves the form from anywhere, whatever a delegate says (WCAG 2.2, 2.1.2).
  mutating func cancel(_ ending: Effect = .cancel) -> [Effect] {
    endValidations()
    submission = .open
    return endWithoutAsking(.cancelled) + [ending]
  }
}
