internal import WatchwordStrength

/// The form that is shown, for the length of a call of its delegate. Its fields go by their names, as ``TextField/name``
/// has them. A name that no field has changes nothing, and its text is `nil`.
public struct RunningForm: ~Copyable {
  private let base: any FormReference

  /// Calls `body` with `form` as a delegate sees it, which cannot change it there.
  @safe
  static func withForm<R>(
    reading form: borrowing some ShownForm, _ body: (borrowing RunningForm) -> R
  ) -> R {
    unsafe withUnsafePointer(to: form) {
      body(RunningForm(base: unsafe FormPointer(UnsafeMutablePointer(mutating: $0))))
    }
  }

  /// Calls `body` with `form` as a delegate sees it, which can change it there.
  @safe
  static func withForm<R>(
    changing form: inout some ShownForm, _ body: (inout RunningForm) -> R
  ) -> R {
    unsafe withUnsafeMutablePointer(to: &form) {
      var running = RunningForm(base: unsafe FormPointer($0))
      return body(&running)
    }
  }

  private init(base: any FormReference) { self.base = base }

  /// How strong the new password is; `nil` where the form asks for none.
  public var strength: PasswordStrength? { base.strength.map(PasswordStrength.init) }

  /// The text of a field; `nil` if it is secure.
  public func text(of name: String) -> String? {
    base.isSecure(name) == false ? withText(of: name) { String(copying: $0) } : nil
  }

  /// Calls `body` with the text of a field as it was typed, in UTF-8; it cannot be kept.
  public func withText<R>(of name: String, _ body: (UTF8Span) -> R) -> R? {
    var result: R?
    base.withText(of: name) { result = body($0) }
    return result
  }

  /// Makes a field first responder: asks it, ends the editing of the field that has the focus, and begins. While one call
  /// for the focus is carried out, and while the form is cancelled, a further one changes nothing, so that delegates
  /// cannot pass the focus on for ever.
  ///
  /// - Returns: Whether the field has the focus now.
  @discardableResult
  public mutating func becomeFirstResponder(_ name: String) -> Bool { base.becomeFirstResponder(name) }

  /// Ends editing, so that no field has the focus; with `force` without asking.
  ///
  /// - Returns: Whether no field has the focus now.
  @discardableResult
  public mutating func endEditing(force: Bool = false) -> Bool { base.endEditing(force: force) }

  /// Sets the text of a field that is not secure. The delegate is neither asked nor told.
  ///
  /// - Returns: Whether the field has the text now: it takes no control characters, and up to 4,096 bytes.
  @discardableResult
  public mutating func setText(_ text: String, of name: String) -> Bool { base.setText(text, of: name) }

  /// Sets whether a field can have the focus. One that has it when it is disabled loses it without being asked. As long as
  /// it is disabled its text can be anything, also nothing, and is answered as it stands; a confirmation is not compared
  /// with it.
  public mutating func setEnabled(_ isEnabled: Bool, of name: String) { base.setEnabled(isEnabled, of: name) }

  /// Sets the error of a field; `nil` removes it. The form is not accepted while the error stands. It goes when the person
  /// changes the text.
  public mutating func setErrorMessage(_ message: String?, of name: String) {
    base.setErrorMessage(message, of: name)
  }
}

/// A running form whatever holds its texts.
private protocol FormReference {
  var strength: Level? { get }
  func isSecure(_ name: String) -> Bool?
  func withText(of name: String, _ body: (UTF8Span) -> Void)
  func becomeFirstResponder(_ name: String) -> Bool
  func endEditing(force: Bool) -> Bool
  func setText(_ text: String, of name: String) -> Bool
  func setEnabled(_ isEnabled: Bool, of name: String)
  func setErrorMessage(_ message: String?, of name: String)
}

/// The place of a form in memory, for the length of one call.
@safe
private struct FormPointer<Form: FormAccess & ~Copyable>: FormReference {
  private let form: UnsafeMutablePointer<Form>

  @unsafe init(_ form: UnsafeMutablePointer<Form>) { unsafe self.form = form }

  private func tag(_ name: String) -> Int? { unsafe form.pointee.textFields.tag(of: name) }

  var strength: Level? {
    unsafe form.pointee.textFields.contains { $0.configuration.requirement == .policy }
      ? form.pointee.strength : nil
  }

  func isSecure(_ name: String) -> Bool? {
    tag(name).map { unsafe form.pointee.textFields[$0].configuration.isSecure }
  }

  func withText(of name: String, _ body: (UTF8Span) -> Void) {
    if let tag = tag(name) { unsafe form.pointee.withText(of: tag, body) }
  }

  func becomeFirstResponder(_ name: String) -> Bool {
    tag(name).map { unsafe form.pointee.becomeFirstResponder($0) } ?? false
  }

  func endEditing(force: Bool) -> Bool { unsafe form.pointee.endEditing(force: force) }

  func setText(_ text: String, of name: String) -> Bool {
    tag(name).map { unsafe form.pointee.setText(text, of: $0) } ?? false
  }

  func setEnabled(_ isEnabled: Bool, of name: String) {
    if let tag = tag(name) { unsafe form.pointee.setEnabled(isEnabled, of: tag) }
  }

  func setErrorMessage(_ message: String?, of name: String) {
    if let tag = tag(name) { unsafe form.pointee.setErrorMessage(message, of: tag) }
  }
}
