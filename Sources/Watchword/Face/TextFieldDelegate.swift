internal import WatchwordSecrets
public import WatchwordStrength

/// The questions that a field asks and the facts that it tells, under the names and in the order of UIKit's
/// `UITextFieldDelegate`.
///
/// Every method has a default, so that a delegate states only its exceptions. Field and form are handed over for the
/// length of the call: in a question to read from, since a question changes nothing, and with a fact of a field also to change.
/// Because they cannot be copied, a method that is written as UIKit has it, without `borrowing`, does not compile instead
/// of never being called. Where UIKit has `replacementString: String` the text is a `UTF8Span` here, so that no password
/// gets into a `String`: ``textField(_:shouldChangeCharactersIn:replacement:in:)``.
///
/// All calls come from where the form is run: from the thread of ``PasswordForm/runAndWait(delegate:verdict:)``, or from the
/// actor that awaits ``PasswordForm/run(delegate:verdict:)``.
public protocol TextFieldDelegate: AnyObject {
  /// Whether editing may begin. Refused: the field does not become first responder.
  func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// Editing began; the field is first responder.
  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm)
  /// Whether editing may end. Refused: the field stays first responder. Not asked when the form is cancelled.
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// Editing ended, for this reason. If this is not implemented, ``textFieldDidEndEditing(_:in:)`` is called.
  func textFieldDidEndEditing(
    _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm)
  /// Editing ended.
  func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm)
  /// Whether the characters of `range` may be replaced, once for a whole change: a paste is one change, a deletion has
  /// an empty replacement. The range counts characters, as a person does, of the text before the change.
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool
  /// The caret moved or the text changed.
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm)
  /// Whether the text may be cleared.
  func textFieldShouldClear(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// Whether Return does what it does by default: end editing and go on. ``RunningForm/focusNext(_:)`` says where to; also
  /// where the answer is no.
  func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// A control event was sent (UIKit: `UIControl.Event`).
  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm)
  /// Whether the form may be submitted, all fields of which are right. Refused: no verdict is asked for, and the focus goes
  /// to the button.
  func formShouldSubmit(_ form: borrowing RunningForm) -> Bool
  /// The form is accepted, and about to end. What was accepted cannot be changed any more.
  func formDidSubmit(_ form: borrowing RunningForm)
}

extension TextFieldDelegate {
  /// Answers yes.
  public func textFieldShouldBeginEditing(
    _ textField: borrowing TextField, in form: borrowing RunningForm
  ) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {}
  /// Answers yes.
  public func textFieldShouldEndEditing(
    _ textField: borrowing TextField, in form: borrowing RunningForm
  ) -> Bool { true }
  /// Calls ``textFieldDidEndEditing(_:in:)``.
  public func textFieldDidEndEditing(
    _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm
  ) {
    textFieldDidEndEditing(textField, in: &form)
  }
  /// Does nothing.
  public func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) {}
  /// Answers yes.
  public func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool { true }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {}
  /// Answers yes.
  public func textFieldShouldClear(
    _ textField: borrowing TextField, in form: borrowing RunningForm
  ) -> Bool { true }
  /// Answers yes.
  public func textFieldShouldReturn(
    _ textField: borrowing TextField, in form: borrowing RunningForm
  ) -> Bool { true }
  /// Does nothing.
  public func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {}
  /// Answers yes.
  public func formShouldSubmit(_ form: borrowing RunningForm) -> Bool { true }
  /// Does nothing.
  public func formDidSubmit(_ form: borrowing RunningForm) {}
}

/// A field of a form that is shown, as it is in the call of a delegate that it is handed to.
public struct TextField: ~Copyable {
  /// The name of the field. The field that confirms a new password has its name, a dot and "confirmation", as in
  /// "password.confirmation".
  public let name: String
  package let tag: Int
  /// Whether the text is a secret: masked, never copied, kept in locked memory.
  public let isSecure: Bool
  /// Whether the field has the focus.
  public let isFirstResponder: Bool
  /// Whether the person can work in the field.
  public let isEnabled: Bool
  /// The error that stands under the field; `nil` for none.
  public let errorMessage: String?

  init(_ field: FormField, named name: String) {
    (self.name, tag, isSecure) = (name, field.tag, field.configuration.isSecure)
    (isFirstResponder, isEnabled) = (field.isFirstResponder, field.isEnabled)
    errorMessage = field.error?.message
  }

  /// Why editing ended (UIKit: `UITextField.DidEndEditingReason`).
  @nonexhaustive
  public enum EndReason: Sendable {
    /// The person went on.
    case committed
    /// The form was cancelled.
    case cancelled
  }

  /// What a field tells (UIKit: `UIControl.Event`).
  @nonexhaustive
  public enum Event: Sendable {
    /// Editing began.
    case editingDidBegin
    /// The person changed the text. Not sent for text that the program sets.
    case editingChanged
    /// Editing ended.
    case editingDidEnd
    /// Return was pressed.
    case editingDidEndOnExit
    /// Return did what it does by default.
    case primaryActionTriggered
    /// Return ended the editing of a new password: its text and strength can be read.
    case valueChanged
  }
}

/// The form that is shown, for the length of a call of its delegate. Its fields go by their names, as ``TextField/name``
/// has them. A name that no field has changes nothing, and its text is `nil`.
@safe
public struct RunningForm: ~Copyable {
  private let form: UnsafeMutablePointer<Form>
  private let wish: FocusWish?

  /// Makes a form of its place in memory, for the length of one call.
  @unsafe init(_ form: UnsafeMutablePointer<Form>, _ wish: FocusWish? = nil) {
    unsafe (self.form, self.wish) = (form, wish)
  }

  /// The form, whose fields go by their numbers there.
  package var base: Form {
    _read { yield unsafe form.pointee }
    nonmutating _modify { yield unsafe &form.pointee }
  }

  private func tag(of name: String) -> Int? {
    let fields = base.fields
    return fields.indices.first { fields.name(of: $0) == name }
  }

  /// How strong the new password is; `nil` where the form asks for none.
  public var strength: PasswordStrength? {
    let state = base.state
    return state.judgedField == nil ? nil : PasswordStrength(state.level)
  }

  /// The text of a field; `nil` if it is secure.
  public func text(of name: String) -> String? { tag(of: name).flatMap { base.text(of: $0) } }

  /// Calls `body` with the text of a field as it was typed, in UTF-8; it cannot be kept.
  public func withText<R>(of name: String, _ body: (UTF8Span) -> R) -> R? {
    tag(of: name).map { base.texts.withText(of: $0, body) }
  }

  /// Makes a field first responder: asks it, ends the editing of the field that has the focus, and begins. While one call
  /// for the focus is carried out, and while the form is cancelled, a further one changes nothing, so that delegates
  /// cannot pass the focus on for ever.
  ///
  /// - Returns: Whether the field has the focus now.
  @discardableResult
  public mutating func becomeFirstResponder(_ name: String) -> Bool {
    tag(of: name).map { base.becomeFirstResponder($0) } ?? false
  }

  /// Asks, in ``TextFieldDelegate/textFieldShouldReturn(_:in:)``, that the focus goes to a field when the question is
  /// answered, in the normal order of calls. In another call it changes nothing.
  public func focusNext(_ name: String) { wish?.field = tag(of: name) }

  /// Ends editing, so that no field has the focus; with `force` without asking.
  ///
  /// - Returns: Whether no field has the focus now.
  @discardableResult
  public mutating func endEditing(force: Bool = false) -> Bool { base.endEditing(force: force) }

  /// How many characters, as a person counts them, stand before the caret of a field; `nil` where there is no field of this
  /// name.
  public func caret(of name: String) -> Int? { tag(of: name).map { base.texts[$0].caret } }

  /// Puts the caret of a field behind so many characters: from 0 to the end of its text, and else to the nearer of the two.
  /// The delegate is neither asked nor told.
  public mutating func setCaret(_ caret: Int, of name: String) {
    if let tag = tag(of: name) { base.setCaret(caret, in: tag) }
  }

  /// Sets the text of a field that is not secure. The delegate is neither asked nor told. The caret stays where the person
  /// works: a text that is only put in groups keeps it behind the same character.
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

  /// Hides or shows a field, together with the one that confirms it. What stands above stays where it is. A hidden field is
  /// neither asked nor judged, and is not in the answer; its text stays. One that has the focus loses it without being asked.
  public mutating func setHidden(_ isHidden: Bool, of name: String) {
    if let tag = tag(of: name) { base.setHidden(isHidden, of: tag) }
  }

  /// Sets whether a field has to be filled in before the form is accepted.
  public mutating func setRequired(_ isRequired: Bool, of name: String) {
    if let tag = tag(of: name) { base.setRequired(isRequired, of: tag) }
  }

  /// Sets the error of a field; `nil` removes it. The form is not accepted while the error stands. It goes when the person
  /// changes the text.
  public mutating func setErrorMessage(_ message: String?, of name: String) {
    if let tag = tag(of: name) { base.setErrorMessage(message, of: tag) }
  }
}
