/// The questions that a field asks and the facts that it tells, under the names and in the order of UIKit's
/// `UITextFieldDelegate`.
///
/// Every method has a default, so that a delegate states only its exceptions. Field and form are handed over for the
/// length of the call: in a question to read from, since a question changes nothing, and with a fact also to change.
/// Because they cannot be copied, a method that is written as UIKit has it, without `borrowing`, does not compile instead
/// of never being called. Where UIKit has `replacementString: String` the text is a `UTF8Span` here, so that no password
/// gets into a `String`: ``textField(_:shouldChangeCharactersIn:replacement:in:)``.
///
/// All calls come from where the form is run: from the thread of a synchronous `run(delegate:)`, or from the actor that
/// awaits it.
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
  /// Whether Return does what it does by default: end editing and go on.
  func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// A control event was sent (UIKit: `UIControl.Event`).
  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm)
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
}
