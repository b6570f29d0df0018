internal import WatchwordStrength

/// The form that is shown, for the length of a call of its delegate. Its fields go by their names, as ``TextField/name``
/// has them. A name that no field has changes nothing, and its text is `nil`.
public struct RunningForm: ~Copyable {
  /// The form, whose fields go by their numbers there.
  package let base: any FormReference

  init(_ base: any FormReference) { self.base = base }

  private func tag(of name: String) -> Int? {
    let fields = base.textFields
    return fields.indices.first { fields.name(of: $0) == name }
  }

  /// How strong the new password is; `nil` where the form asks for none.
  public var strength: PasswordStrength? {
    base.textFields.contains { $0.configuration.requirement == .policy }
      ? PasswordStrength(base.strength) : nil
  }

  /// The text of a field; `nil` if it is secure.
  public func text(of name: String) -> String? { tag(of: name).flatMap(base.text) }

  /// Calls `body` with the text of a field as it was typed, in UTF-8; it cannot be kept.
  public func withText<R>(of name: String, _ body: (UTF8Span) -> R) -> R? {
    tag(of: name).map { base.withText(of: $0, body) }
  }

  /// Makes a field first responder: asks it, ends the editing of the field that has the focus, and begins. While one call
  /// for the focus is carried out, and while the form is cancelled, a further one changes nothing, so that delegates
  /// cannot pass the focus on for ever.
  ///
  /// - Returns: Whether the field has the focus now.
  @discardableResult
  public mutating func becomeFirstResponder(_ name: String) -> Bool {
    tag(of: name).map(base.becomeFirstResponder) ?? false
  }

  /// Ends editing, so that no field has the focus; with `force` without asking.
  ///
  /// - Returns: Whether no field has the focus now.
  @discardableResult
  public mutating func endEditing(force: Bool = false) -> Bool { base.endEditing(force: force) }

  /// Sets the text of a field that is not secure. The delegate is neither asked nor told.
  ///
  /// - Returns: Whether the field has the text now: it takes no control characters, and up to 4,096 bytes.
  @discardableResult
  public mutating func setText(_ text: String, of name: String) -> Bool {
    tag(of: name).map { base.setText(text, of: $0) } ?? false
  }

  /// Sets whether a field can have the focus. One that has it when it is disabled loses it without being asked. As long as
  /// it is disabled its text can be anything, also nothing, and is answered as it stands; a confirmation is not compared
  /// with it.
  public mutating func setEnabled(_ isEnabled: Bool, of name: String) {
    if let tag = tag(of: name) { base.setEnabled(isEnabled, of: tag) }
  }

  /// Sets the error of a field; `nil` removes it. The form is not accepted while the error stands. It goes when the person
  /// changes the text.
  public mutating func setErrorMessage(_ message: String?, of name: String) {
    if let tag = tag(of: name) { base.setErrorMessage(message, of: tag) }
  }
}
