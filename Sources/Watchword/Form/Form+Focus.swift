import WatchwordSecrets

/// Moving the focus, in UIKit's order of calls (E1, E2). The next field is asked whether editing should begin, then the
/// present one whether it should end. If either refuses, the focus stays.
extension Form {
  /// Focuses the field where the user starts, or the first one after it that takes the focus, unless the delegate
  /// moves the focus when it is told that the form begins. A form without fields starts on its default button, if it
  /// has one.
  mutating func begin() {
    tellDelegate(of: nil, "formWillBegin") { delegate, field, form in
      assert(form.hasNoNearMisses(delegate, field))
      delegate.formWillBegin(&form)
    }
    guard state.firstResponder == .form else { return }
    switch fields.isEmpty ? state.configuration.defaultButton : .focused {
    case .unfocused: return
    case .button(let index):
      moveFocus(to: .button(index))
      return
    case .focused: break
    }
    // If lines began at a later field, the user would never hear of the fields before that one.
    let first = state.asksInTurn ? 0 : state.configuration.firstField
    let (before, all) = (state.order.count { $0 < first }, ring(after: .form))
    moveFocus(toFirstOf: Array(all[before...] + all[..<before]))
  }

  /// Makes `target` first responder. Returns `false` if a delegate refuses; then nothing has changed.
  @discardableResult
  mutating func moveFocus(to target: Responder) -> Bool {
    target == state.firstResponder || moveFocus(toFirstOf: [target]) && target == state.firstResponder
  }

  /// Gives the focus to the first of `targets` that takes it, skipping disabled ones and those whose delegate refuses.
  /// If the delegate moves the focus itself when it is told that editing ended, the focus stays where the delegate put
  /// it.
  @discardableResult
  mutating func moveFocus(toFirstOf targets: [Responder], going way: Way = .on) -> Bool {
    let present = state.firstResponder
    guard let target = shouldBegin(oneOf: targets) else { return false }
    guard endEditing(going: way) else { return state.firstResponder != present }
    begin(target, or: targets)
    return true
  }

  /// What Tab goes through from `responder`: the fields, the buttons, and round again (A12). Shift-Tab goes backwards.
  func ring(after responder: Responder) -> [Responder] {
    let all = state.order.map(Responder.field) + state.configuration.buttons.indices.map(Responder.button)
    guard let index = all.firstIndex(of: responder) else { return all }
    return Array(all[(index + 1)...] + all[..<index])
  }

  /// The first of `targets` that takes the focus. Validates everything before it asks the delegate, so that no outdated
  /// verdict decides (C10).
  private mutating func shouldBegin(oneOf targets: [Responder]) -> Responder? {
    reevaluate(atOnce: true)
    return targets.first { target in
      guard canBeFirst(target), case .field(let index) = target else { return canBeFirst(target) }
      return delegateAllows(in: index, "textFieldShouldBeginEditing") {
        $0.textFieldShouldBeginEditing($1, in: $2)
      }
    }
  }

  private func canBeFirst(_ target: Responder) -> Bool {
    switch target {
    case .field(let index): fields[index].canHaveFocus
    case .button, .form: true
    }
  }

  /// Focuses `target`. If the delegate disabled that field when it was told that editing ended, focuses the first of
  /// `targets` that takes the focus.
  private mutating func begin(_ target: Responder, or targets: [Responder]) {
    if let target = canBeFirst(target) ? target : shouldBegin(oneOf: targets) { begin(target) }
  }

  /// Ends the editing of whatever has the focus. Returns `false` if its delegate refuses or has moved the focus.
  mutating func endEditing(going way: Way = .on) -> Bool {
    if let index = state.focusedField,
      !delegateAllows(in: index, "textFieldShouldEndEditing", { $0.textFieldShouldEndEditing($1, in: $2) })
    {
      return false
    }
    resign(.committed, going: way)
    return state.firstResponder == .form
  }

  /// Ends editing without asking the delegate. Nothing is judged on cancelling, or on going back from a field that was
  /// never edited (A8, A9).
  mutating func resign(_ reason: TextField.EndReason, going way: Way = .on) {
    state.focusedButton = nil
    guard let index = state.focusedField else { return }
    fields[index].resignFirstResponder()
    // The user is done with the text, so other hints go. Blanks at its ends and wide letters are easily overlooked.
    fields[index].hints = fields[index].possibleHints.intersection([.leadingSpace, .trailingSpace, .wide])
    if reason == .committed, way != .back || fields[index].source != .form {
      judgeAtEndOfEditing(index)
      countRefusal(of: index)
    }
    // Found out now, because the delegate may set another text when it is told.
    let hasNewValue =
      way == .byReturn && index == state.newPasswordField || reason == .committed && hasNewValue(index)
    send(.editingDidEnd, from: index)
    tellDelegate(of: index, "textFieldDidEndEditing(\(reason))") {
      $0.textFieldDidEndEditing($1, reason: reason, in: &$2)
    }
    if hasNewValue { send(.valueChanged, from: index) }
  }

  /// Whether the user has given field `index`, a number or a date, another valid value since its editing began.
  private func hasNewValue(_ index: Int) -> Bool {
    !fields[index].configuration.isText && fields[index].configuration.input.choices == nil
      && editingStart.edits != fields[index].edits && editingStart.text != text(of: index)
      && [.success, .open].contains(state.result(of: index))
  }

  private mutating func begin(_ target: Responder) {
    if case .button(let index) = target { state.focusedButton = index }
    guard case .field(let index) = target else { return }
    fields[index].becomeFirstResponder()
    if fields[index].configuration.clearsOnBeginEditing, secrets[index].count > 0,
      delegateAllows(in: index, "textFieldShouldClear", { $0.textFieldShouldClear($1, in: $2) })
    {
      secrets[index].removeAll()
      textDidChange(in: index, by: .program)
    }
    editingStart = (text(of: index), fields[index].edits)
    send(.editingDidBegin, from: index)
    guard fields[index].isFirstResponder else { return }
    tellDelegate(of: index, "textFieldDidBeginEditing") { $0.textFieldDidBeginEditing($1, in: &$2) }
    if fields[index].isFirstResponder { editingStart = (text(of: index), fields[index].edits) }
  }

  mutating func send(_ event: TextField.Event, from index: Int) {
    tellDelegate(of: index, "\(event)") { $0.textField($1, didSend: event, in: &$2) }
  }

  /// Handles Return in field `index`: goes to the next field, or accepts the form if there is none. If field `index`
  /// turns out to be in error, its editing begins again instead (A11).
  mutating func performReturn(in index: Int) {
    let wish = Wish(ofReturnIn: index)
    guard delegateAllows(noting: wish, "textFieldShouldReturn", { $0.textFieldShouldReturn($1, in: $2) })
    else {
      if let wished = wish.nextField { leave { $0.moveFocus(to: .field(wished)) } }
      return
    }
    send(.editingDidEndOnExit, from: index)
    send(.primaryActionTriggered, from: index)
    guard fields[index].isFirstResponder else { return }
    guard wish.nextField != nil || !state.isLast(index) else { return accept(going: .byReturn) }
    let next = wish.nextField.map { [$0] } ?? Array(state.fields(after: index))
    leave { $0.goOn(toFirstOf: next.map(Responder.field), byReturnIn: index) }
  }

  private mutating func goOn(toFirstOf next: [Responder], byReturnIn index: Int) {
    guard let target = shouldBegin(oneOf: next) else { return beep() }
    guard endEditing(going: .byReturn) else { return beep(unless: state.firstResponder != .field(index)) }
    guard isInError(index) else { return begin(target, or: next) }
    pointToErrors(goingTo: [.field(index), target])
  }

  /// Whether field `index` was found wrong. A verifier's refusal does not count, because it may be outdated.
  func isInError(_ index: Int) -> Bool { fields[index].error.map { $0.cause != .refusal } ?? false }

  /// Says how many fields are in error, and gives the focus to the first of `targets` that takes it (A15).
  mutating func pointToErrors(goingTo targets: [Responder]) {
    state.refusedCount = fields.count { $0.error != nil && state.mustBeRight($0.tag) }
    moveFocus(toFirstOf: targets)
    beep()
  }

  /// Counts a refusal if field `index` is the new password's and was found wrong. Called once each time that it is left,
  /// or that the form is submitted from elsewhere.
  mutating func countRefusal(of index: Int) {
    if index == state.newPasswordField, isInError(index) { state.refusals += 1 }
  }
}
