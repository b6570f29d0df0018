package import WatchwordStrength

/// The form in a call of its delegate. It cannot be kept beyond the call.
package typealias ShownForm = FormAccess & ~Copyable

/// What a delegate can read of a form and change in it (reference behaviour, E1 and E3). Fields go by their
/// ``FormField/tag``.
package protocol FormAccess: ~Copyable {
  /// The fields, from the top.
  var textFields: [FormField] { get }
  /// How strong the new password is; weak where the form asks for none.
  var strength: Level { get }
  /// Calls `body` with the text of field `tag` as it was typed, in UTF-8; it cannot be kept.
  func withText<R>(of tag: Int, _ body: (UTF8Span) -> R) -> R

  /// Makes field `tag` first responder: asks it, ends the editing of the field that has the focus, and begins.
  ///
  /// While one call for the focus is carried out, and while the form is cancelled, a further one changes nothing, so that
  /// delegates cannot pass the focus on for ever.
  ///
  /// - Returns: Whether the field has the focus now.
  @discardableResult
  mutating func becomeFirstResponder(_ tag: Int) -> Bool
  /// Ends editing, so that no field has the focus; with `force` without asking. Changes nothing where
  /// ``becomeFirstResponder(_:)`` does not.
  ///
  /// - Returns: Whether no field has the focus now.
  @discardableResult
  mutating func endEditing(force: Bool) -> Bool
  /// Sets the text of a field that is not secure. The delegate is neither asked nor told.
  ///
  /// - Returns: Whether the field has the text now: it takes no control characters, and up to 4,096 bytes.
  @discardableResult
  mutating func setText(_ text: String, of tag: Int) -> Bool
  /// Sets whether the field can have the focus. One that has it when it is disabled loses it without being asked. What is
  /// disabled need not be filled in, and nor need its confirmation.
  mutating func setEnabled(_ isEnabled: Bool, of tag: Int)
  /// Sets the error of the field; `nil` removes it. The form is not accepted while the error stands. It goes when the
  /// person changes the text.
  mutating func setErrorMessage(_ message: String?, of tag: Int)
}

extension FormAccess where Self: ~Copyable {
  /// The text of field `tag`; `nil` if the field is secure.
  package func text(of tag: Int) -> String? {
    textFields[tag].configuration.isSecure ? nil : withText(of: tag) { String(copying: $0) }
  }
}

extension Form: FormAccess where Texts: ~Copyable {
  package var textFields: [FormField] { fields }

  package var strength: Level { state.level }

  package func withText<R>(of tag: Int, _ body: (UTF8Span) -> R) -> R { texts.withText(of: tag, body) }

  package mutating func becomeFirstResponder(_ tag: Int) -> Bool {
    changeFocus { $0.moveFocus(to: .field(tag)) }
    return fields[tag].isFirstResponder
  }

  package mutating func endEditing(force: Bool) -> Bool {
    changeFocus { if force { $0.resign(.committed) } else { _ = $0.endEditing() } }
    return state.focusedField == nil
  }

  private mutating func changeFocus(_ change: (inout Self) -> Void) {
    guard !isFocusHeld else { return }
    isFocusHeld = true
    settle()
    change(&self)
    isFocusHeld = false
  }

  package mutating func setText(_ text: String, of tag: Int) -> Bool {
    let all = 0..<texts.count(of: tag)
    guard !fields[tag].configuration.isSecure,
      texts.obstacle(toReplacing: all, in: tag, with: text.utf8Span) == nil
    else { return false }
    texts.replace(all, in: tag, with: text.utf8Span)
    fields[tag].raisedLetters = RaisedLetters()
    textDidChange(in: tag, by: .program)
    return true
  }

  package mutating func setEnabled(_ isEnabled: Bool, of tag: Int) {
    fields[tag].isEnabled = isEnabled
    for index in fields.indices where !state.mustBeRight(index) {
      forgetLoss(of: index)
      setError(nil, of: index)
    }
    if !isEnabled, fields[tag].isFirstResponder { resign(.committed) }
  }

  package mutating func setErrorMessage(_ message: String?, of tag: Int) {
    if fields[tag].error?.cause == .loss { return }
    fields[tag].error = message.map { FieldError(.program, message: $0) }
  }
}
