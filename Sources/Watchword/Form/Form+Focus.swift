import WatchwordSecrets

/// Moving the focus, in UIKit's order of calls (E1, E2). The next field is asked whether editing should begin, then the
/// present one whether it should end. If either refuses, the focus stays.
extension Form {
  /// Gives the focus to the field in which the person starts, or to the first one after it that takes it. A form without
  /// fields starts on its first button.
  mutating func begin() {
    let start = state.configuration.firstField
    let isThere = fields.indices.contains(start)
    moveFocus(toFirstOf: isThere ? [.field(start)] + ring(after: .field(start)) : ring(after: .form))
  }

  /// Makes `target` first responder. Returns `false` if a delegate refuses; then nothing has changed.
  @discardableResult
  mutating func moveFocus(to target: Responder) -> Bool {
    target == state.firstResponder || moveFocus(toFirstOf: [target]) && target == state.firstResponder
  }

  /// Makes the first of `targets` that agrees first responder; those that are disabled or refuse are passed over. Where
  /// a delegate that is told of the end of editing moves the focus itself, it stays there.
  @discardableResult
  mutating func moveFocus(toFirstOf targets: [Responder], going way: Way = .on) -> Bool {
    let present = state.firstResponder
    guard let target = shouldBegin(oneOf: targets) else { return false }
    guard endEditing(going: way) else { return state.firstResponder != present }
    begin(target, or: targets)
    return true
  }

  /// What Tab goes through from `responder`: the fields, the buttons, and round again (A12). Shift-Tab goes through it
  /// backwards.
  func ring(after responder: Responder) -> [Responder] {
    let all = fields.indices.map(Responder.field) + state.configuration.buttons.indices.map(Responder.button)
    guard let index = all.firstIndex(of: responder) else { return all }
    return Array(all[(index + 1)...] + all[..<index])
  }

  /// The first of `targets` that agrees. Its delegate finds everything validated, so that no old verdict decides (C10).
  private mutating func shouldBegin(oneOf targets: [Responder]) -> Responder? {
    flushValidations()
    return targets.first { target in
      guard canBeFirst(target), case .field(let index) = target else { return canBeFirst(target) }
      return delegateAllows(in: index) { $0.textFieldShouldBeginEditing($1, in: $2) }
    }
  }

  private func canBeFirst(_ target: Responder) -> Bool {
    switch target {
    case .field(let index): fields[index].canHaveFocus
    case .button, .form: true
    }
  }

  /// Begins in `target`, or, where a delegate has disabled that when the editing before ended, in another of `targets`.
  private mutating func begin(_ target: Responder, or targets: [Responder]) {
    if let target = canBeFirst(target) ? target : shouldBegin(oneOf: targets) { begin(target) }
  }

  /// Ends the editing of whatever has the focus. Returns `false` if its delegate refuses, or has moved the focus.
  mutating func endEditing(going way: Way = .on) -> Bool {
    if let index = state.focusedField,
      !delegateAllows(in: index, { $0.textFieldShouldEndEditing($1, in: $2) })
    {
      return false
    }
    resign(.committed, going: way)
    return state.firstResponder == .form
  }

  /// Ends editing without asking the delegate. Cancelling judges nothing, nor does going back from a field that was
  /// never edited (A8, A9).
  mutating func resign(_ reason: TextField.EndReason, going way: Way = .on) {
    state.focusedButton = nil
    guard let index = state.focusedField else { return }
    fields[index].resignFirstResponder()
    if reason == .committed, way != .back || fields[index].isEdited { judgeAtEndOfEditing(index) }
    send(.editingDidEnd, from: index)
    tellDelegate(of: index) { $0.textFieldDidEndEditing($1, reason: reason, in: &$2) }
    if way == .byReturn, index == state.judgedField { send(.valueChanged, from: index) }
  }

  private mutating func begin(_ target: Responder) {
    if case .button(let index) = target { state.focusedButton = index }
    guard case .field(let index) = target else { return }
    fields[index].becomeFirstResponder()
    if fields[index].configuration.clearsOnBeginEditing, texts[index].count > 0,
      delegateAllows(in: index, { $0.textFieldShouldClear($1, in: $2) })
    {
      texts[index].removeAll()
      textDidChange(in: index, by: .program)
    }
    send(.editingDidBegin, from: index)
    guard fields[index].isFirstResponder else { return }
    tellDelegate(of: index) { $0.textFieldDidBeginEditing($1, in: &$2) }
  }

  mutating func send(_ event: TextField.Event, from index: Int) {
    tellDelegate(of: index) { $0.textField($1, didSend: event, in: &$2) }
  }

  /// Return in a field: on to the next one, or from the last one accept. Where the field is in error then, its editing
  /// begins again instead (A11).
  mutating func performReturn(in index: Int) {
    let wish = FocusWish()
    guard delegateAllows(in: index, noting: wish, { $0.textFieldShouldReturn($1, in: $2) }) else {
      if let wished = wish.field { leave { $0.moveFocus(to: .field(wished)) } }
      return
    }
    send(.editingDidEndOnExit, from: index)
    send(.primaryActionTriggered, from: index)
    guard fields[index].isFirstResponder else { return }
    guard wish.field != nil || !state.isLast(index) else { return accept(going: .byReturn) }
    let next = wish.field.map { [$0] } ?? Array(fields.indices[(index + 1)...])
    leave { $0.goOn(toFirstOf: next.map(Responder.field), byReturnIn: index) }
  }

  private mutating func goOn(toFirstOf next: [Responder], byReturnIn index: Int) {
    guard let target = shouldBegin(oneOf: next) else { return beep() }
    guard endEditing(going: .byReturn) else { return beep(unless: state.firstResponder != .field(index)) }
    guard isInError(index) else { return begin(target, or: next) }
    refuse(goingTo: [.field(index), target])
  }

  /// Whether field `index` was found wrong. What the verifier said of it is not known to be true of it now.
  func isInError(_ index: Int) -> Bool { fields[index].error.map { $0.cause != .refusal } ?? false }

  /// Says how many fields are in error, and gives the focus to the first of `targets` that takes it (A15).
  mutating func refuse(goingTo targets: [Responder]) {
    let countsPairs = state.configuration.countsPairs
    state.refusedCount = fields.count { field in
      let confirmed = field.configuration.confirmedField.flatMap { fields[$0].error }
      return field.error != nil && !field.isHidden && !(countsPairs && confirmed != nil)
    }
    moveFocus(toFirstOf: targets)
    beep()
  }

  /// Leaves the form from anywhere, whatever a delegate says (WCAG 2.2, 2.1.2).
  mutating func cancel(_ ending: Request = .cancel) {
    endValidations()
    state.submission = .open
    waitingStep = nil
    withHeldFocus { $0.resign(.cancelled) }
    ask(ending)
  }
}

enum Way {
  /// To a field further on, or to nothing.
  case on
  case back
  case byReturn
}

/// Where the focus is to go after a question.
final class FocusWish {
  var field: Int?
}

/// How a form asks and tells its delegate, and what that can read of the form and change in it (E1 and E3).
extension Form {
  /// Whether the delegate allows what `question` asks it about field `index`; yes where there is none.
  func delegateAllows(
    in index: Int, noting wish: FocusWish? = nil,
    _ question: (any TextFieldDelegate, borrowing TextField, borrowing RunningForm) -> Bool
  ) -> Bool {
    guard delegate != nil else { return true }
    let field = TextField(fields[index], named: fields.name(of: index) ?? "")
    return delegateAllows(noting: wish) { question($0, field, $1) }
  }

  /// Whether the delegate allows what `question` asks it about the form.
  func delegateAllows(
    noting wish: FocusWish? = nil, _ question: (any TextFieldDelegate, borrowing RunningForm) -> Bool
  ) -> Bool {
    guard let delegate else { return true }
    var answer = true
    unsafe withUnsafePointer(to: self) {
      // It is borrowed, so nothing changes it there.
      let form = unsafe RunningForm(UnsafeMutablePointer(mutating: $0), wish)
      callDelegate { answer = question(delegate, form) }
    }
    return answer
  }

  /// Whether the delegate allows that `text` takes the place of `range` in field `index`.
  func delegateAllowsChange(of range: Range<Int>, in index: Int, to text: UTF8Span) -> Bool {
    delegateAllows(in: index) {
      $0.textField($1, shouldChangeCharactersIn: range, replacement: text, in: $2)
    }
  }

  mutating func tellDelegate(
    of index: Int, _ fact: (any TextFieldDelegate, borrowing TextField, inout RunningForm) -> Void
  ) {
    guard delegate != nil else { return }
    let field = TextField(fields[index], named: fields.name(of: index) ?? "")
    tellDelegate { fact($0, field, &$1) }
  }

  mutating func tellDelegate(_ fact: (any TextFieldDelegate, inout RunningForm) -> Void) {
    guard let delegate else { return }
    let callDelegate = callDelegate
    unsafe withUnsafeMutablePointer(to: &self) {
      var form = unsafe RunningForm($0)
      callDelegate { fact(delegate, &form) }
    }
  }

  /// The text of field `tag`; `nil` if the field is secure.
  func text(of tag: Int) -> String? {
    fields[tag].configuration.isSecure ? nil : texts.withText(of: tag) { String(copying: $0) }
  }

  @discardableResult
  mutating func becomeFirstResponder(_ tag: Int) -> Bool {
    changeFocus { $0.moveFocus(to: .field(tag)) }
    return fields[tag].isFirstResponder
  }

  @discardableResult
  mutating func endEditing(force: Bool) -> Bool {
    changeFocus {
      $0.flushValidations()
      if force { $0.resign(.committed) } else { _ = $0.endEditing() }
    }
    return state.focusedField == nil
  }

  private mutating func changeFocus(_ change: (inout Self) -> Void) {
    guard !isFocusHeld else { return }
    withHeldFocus { form in
      form.settle()
      change(&form)
    }
  }

  /// Makes a change, while the program cannot move the focus.
  mutating func withHeldFocus(_ change: (inout Self) -> Void) {
    isFocusHeld = true
    change(&self)
    isFocusHeld = false
  }

  @discardableResult
  mutating func setText(_ text: String, of tag: Int) -> Bool {
    let all = 0..<texts[tag].count
    guard !fields[tag].configuration.isSecure,
      texts[tag].obstacle(toReplacing: all, with: text.utf8Span) == nil
    else { return false }
    let caret = Self.caret(
      for: text, after: texts.withText(of: tag) { String(copying: $0) }, at: texts[tag].caret)
    texts.replace(all, in: tag, with: text.utf8Span)
    texts[tag].moveCaret(toCluster: caret)
    fields[tag].raisedLetters = RaisedLetters()
    textDidChange(in: tag, by: .program)
    return true
  }

  mutating func setEnabled(_ isEnabled: Bool, of tag: Int) {
    fields[tag].isEnabled = isEnabled
    letGo(of: tag)
  }

  /// Follows a change of who can have the focus: nothing is asked of a field that nobody comes to, and `tag` has the focus
  /// no more if it is one.
  private mutating func letGo(of tag: Int) {
    for index in fields.indices where !state.mustBeRight(index) {
      forgetLoss(of: index)
      setError(nil, of: index)
    }
    if !fields[tag].canHaveFocus, fields[tag].isFirstResponder { resign(.committed) }
  }

  /// Hides or shows a field, with those that confirm it.
  mutating func setHidden(_ isHidden: Bool, of tag: Int) {
    guard fields[tag].isHidden != isHidden else { return }
    for index in fieldsWithConfirmations(of: tag) {
      fields[index].isHidden = isHidden
      letGo(of: index)
    }
    state.arrangement += 1
    if state.isContext(tag) { contextDidChange() }
    if fields[tag].configuration.requirement == .knownPassword { oldPasswordDidChange() }
  }

  /// Sets whether the form can be submitted while field `tag` is empty, with those that confirm it.
  mutating func setRequired(_ isRequired: Bool, of tag: Int) {
    for index in fieldsWithConfirmations(of: tag) {
      fields[index].configuration = state.configuration.configuration(of: index, isOptional: !isRequired)
      validateAgain(index)
    }
    state.arrangement += 1
  }

  func fieldsWithConfirmations(of tag: Int) -> [Int] {
    fields.indices.filter { $0 == tag || fields[$0].configuration.confirmedField == tag }
  }

  /// Adds a field below the others, whose text is `text`.
  mutating func append(_ field: FormField.Configuration, _ text: SecretField) {
    let index = fields.count
    state.append(field)
    texts.insert(text, at: index)
    reshape(index)
    if texts[index].count > 0 { textDidChange(in: index, by: .program) }
  }

  mutating func setErrorMessage(_ message: String?, of tag: Int) {
    if fields[tag].error?.cause == .loss { return }
    fields[tag].error = message.map { FieldError(cause: .program, message: $0) }
  }
}
