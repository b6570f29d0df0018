public import WatchwordStrength

/// The running form, valid during a call of its delegate.
///
/// ```swift
/// form["lastDay"].isHidden = form["user"].text?.hasPrefix("guest-") != true
/// ```
@safe
public struct RunningForm: ~Copyable {
  private let form: UnsafeMutablePointer<Form>
  /// What a delegate may want besides its answer; `nil` if this is not a question.
  private let wish: Wish?

  /// Makes a form at an address that is valid for one call.
  @unsafe init(_ form: UnsafeMutablePointer<Form>, _ wish: Wish? = nil) {
    unsafe (self.form, self.wish) = (form, wish)
  }

  /// The form, with its fields by number.
  package var base: Form {
    _read { yield unsafe form.pointee }
    nonmutating _modify { yield unsafe &form.pointee }
  }

  /// The field with this ``TextField/name``. If there is none, a debug build traps and lists the names. Other builds
  /// return an empty field that ignores changes.
  public subscript(name: String) -> TextField {
    // The optimizer of Swift 6.3 crashes on a `_read` of a noncopyable value.
    get { unsafe TextField(tag(of: name), named: name, of: form) }
    _modify {
      var field = unsafe TextField(tag(of: name), named: name, of: form)
      yield &field
    }
  }

  private func tag(of name: String) -> Int? { unsafe form.pointee.tag(of: name) }

  /// The name of the focused field; `nil` if there is none.
  public var focusedField: String? {
    unsafe form.pointee.state.focusedField.map { unsafe form.pointee.fields.names[$0] }
  }

  /// The strength of the new password; `nil` if the form asks for none.
  public var strength: PasswordStrength? {
    let state = unsafe form.pointee.state
    return state.newPasswordField == nil ? nil : PasswordStrength(state.level)
  }

  /// The criteria that the panel shows for the new password, as it shows them now; empty if the form asks for none. With
  /// quiet typing the panel stands still until the field is left, and these go on.
  public var criteria: [PasswordPolicy.Verdict.Criterion] {
    let state = unsafe form.pointee.state
    guard state.newPasswordField != nil else { return [] }
    let policy = state.configuration.policy
    return policy.criteria { policy.isShown($0) ? state.panel.sign(of: $0) : nil }
  }

  /// Answers a question with no, and says why.
  ///
  /// ```swift
  /// func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
  ///   if textField.name == "month", months[textField.text ?? ""] == nil { return form.refuse("Pick a month.") }
  ///   return true
  /// }
  /// ```
  ///
  /// After the answer the text is set without involving the delegate. Then the reason is shown until the next key, or
  /// beside the button until the next edit if it is about the form. In line mode it is printed. If the call returns
  /// true after all, or is not a question, a debug build traps, and other builds ignore this.
  ///
  /// - Parameters:
  ///   - reason: The message for the user; `nil` for none.
  ///   - text: The new text of the field that asks, which has to be one that ``TextField/text`` can be set to; `nil`
  ///     keeps its text.
  /// - Returns: `false`, which is the answer.
  @discardableResult
  public func refuse(_ reason: String? = nil, settingText text: String? = nil) -> Bool {
    assert(wish != nil, "only a question of the delegate can be refused")
    assert(text == nil || wish?.field != nil, "the form has no text of its own to be set")
    wish?.answerNo(reason, text)
    return false
  }

  /// Moves the focus to a field after the answer to ``TextFieldDelegate/textFieldShouldReturn(_:in:)``, in the normal
  /// order of calls. In any other call a debug build traps, and other builds ignore this. Use
  /// ``TextField/becomeFirstResponder()`` there.
  public func moveFocus(to name: String) {
    assert(
      wish?.isOfReturn == true,
      "only textFieldShouldReturn can move the focus by its answer: use becomeFirstResponder() here")
    if wish?.isOfReturn == true { wish?.nextField = tag(of: name) }
  }

  /// Ends editing, so that no field has the focus. With `force`, the delegate is not asked.
  ///
  /// - Returns: Whether no field has the focus now.
  @discardableResult
  public mutating func endEditing(force: Bool = false) -> Bool {
    unsafe form.pointee.endEditing(force: force)
  }
}
