import WatchwordSecrets

/// What the program can read and change while the form is shown (E3), see ``RunningForm``.
extension Form {
  /// The number of the field with this name. If there is none, a debug build traps and lists the names.
  func tag(of name: String) -> Int? {
    let names = fields.names
    let tag = names.firstIndex(of: name)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    assert(tag != nil, "no field of the form is called \"\(name)\"; there are \(list)")
    return tag
  }

  /// The text of field `tag`; `nil` if the field is secure.
  func text(of tag: Int) -> String? {
    fields[tag].configuration.isSecure ? nil : secrets.withText(of: tag) { String(copying: $0) }
  }

  @discardableResult
  mutating func becomeFirstResponder(_ tag: Int) -> Bool {
    changeFocus { $0.moveFocus(to: .field(tag)) }
    return fields[tag].isFirstResponder
  }

  @discardableResult
  mutating func endEditing(force: Bool) -> Bool {
    changeFocus {
      $0.reevaluate(atOnce: true)
      if force { $0.resign(.committed) } else { _ = $0.endEditing() }
    }
    return state.focusedField == nil
  }

  private mutating func changeFocus(_ change: (inout Self) -> Void) {
    guard !isFocusHeld else { return }
    withHeldFocus { form in
      form.reevaluate()
      change(&form)
    }
  }

  /// Calls `change`, and keeps the program from moving the focus meanwhile.
  mutating func withHeldFocus(_ change: (inout Self) -> Void) {
    isFocusHeld = true
    change(&self)
    isFocusHeld = false
  }

  @discardableResult
  mutating func setText(_ text: String, of tag: Int) -> Bool {
    let all = 0..<secrets[tag].count
    if fields[tag].configuration.isSecure {
      if text.isEmpty { clear(tag) }
      return text.isEmpty
    }
    guard let text = fields[tag].configuration.held(text),
      secrets[tag].obstacle(toReplacing: all, with: text.utf8Span) == nil
    else { return false }
    let caret = Self.caret(
      for: text, after: secrets.withText(of: tag) { String(copying: $0) }, at: secrets[tag].caret)
    secrets.replace(all, in: tag, with: text.utf8Span)
    secrets[tag].moveCaret(toCluster: caret)
    fields[tag].raisedLetters = RaisedLetters()
    textDidChange(in: tag, by: .program)
    return true
  }

  /// Sets the text as the program wants it. One that a field cannot hold is left out; for a secret it traps in a debug
  /// build.
  mutating func setGivenText(_ text: String, of tag: Int) {
    let isSet = setText(text, of: tag) || !fields[tag].configuration.isSecure
    assert(isSet, "the text of the secure field \"\(fields.names[tag])\" can only be cleared")
  }

  mutating func setEnabled(_ isEnabled: Bool, of tag: Int) {
    fields[tag].isEnabled = isEnabled
    letGo(of: tag)
  }

  /// Drops the errors that the form found in fields that can no longer get the focus, or that confirm such a field.
  /// Ends editing in field `tag` if that field can no longer get the focus.
  private mutating func letGo(of tag: Int) {
    for index in fields.indices where !state.mustBeRight(index) {
      fields[index].take(.lossMadeUp)
      fields[index].take(.found(nil))
    }
    if !fields[tag].canHaveFocus, fields[tag].isFirstResponder { resign(.committed) }
  }

  /// Shows or hides a field and the one that confirms it.
  mutating func setVisibility(_ visibility: FormField.Visibility, of tag: Int) {
    guard fields[tag].visibility != visibility else { return }
    // A hidden field is not validated, so what was typed last is judged before.
    if fields[tag].isFirstResponder { reevaluate(atOnce: true) }
    for index in fields.pair(of: tag) {
      fields[index].visibility = visibility
      state.arrange()
      letGo(of: index)
    }
    var changes = Changes.context
    if fields[tag].configuration.requirement == .knownPassword { changes.insert(.oldPassword) }
    reevaluate(changes)
  }

  /// Sets whether field `tag`, and the one that confirms it, may stay empty.
  mutating func setRequired(_ isRequired: Bool, of tag: Int) {
    for index in fields.pair(of: tag) {
      fields[index].configuration = state.configuration.configuration(of: index, isOptional: !isRequired)
      requirementDidChange(of: index)
    }
    state.arrange()
  }

  mutating func append(_ field: FormField.Configuration, _ text: SecretField) {
    let index = fields.count
    state.append(field)
    secrets.insert(text, at: index)
    reshape(index)
    if secrets[index].count > 0 { textDidChange(in: index, by: .program) }
  }

  mutating func setErrorMessage(_ message: String?, of tag: Int) {
    fields[tag].take(.told(message == "" ? nil : message))
  }
}
