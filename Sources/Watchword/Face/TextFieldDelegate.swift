/// The questions a field asks and the facts it reports, with the names and order of UIKit's `UITextFieldDelegate`.
///
/// Every method has a default. A question can only read the field and the form; a report about a field can also change
/// them. Both are passed only for the call. To explain a no, or to set other text instead, use
/// ``RunningForm/refuse(_:settingText:)``. The form keeps its delegate until it is over.
///
/// Write the parameters as `borrowing`: field and form cannot be copied, so a method with UIKit's signature does not
/// compile, instead of never being called. Where UIKit has `replacementString: String` there is a `UTF8Span`, so that
/// no password gets into a `String`: ``textField(_:shouldChangeCharactersIn:replacement:in:)``.
///
/// All calls come from the thread of ``PasswordForm/runAndWait(delegate:verdict:)``, or from the actor that awaits
/// ``PasswordForm/run(delegate:whenBusy:verdict:)``.
public protocol TextFieldDelegate: _NearMisses {
  /// The form is about to begin: no field has been asked, and nothing is shown yet. Called once. Show and hide fields
  /// here that depend on initial texts.
  func formWillBegin(_ form: inout RunningForm)
  /// Whether editing may begin. If not, the field does not become first responder.
  func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// Editing began. The field is first responder.
  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm)
  /// Whether editing may end. If not, the field stays first responder. Not asked when the form ends without being
  /// accepted.
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// Editing ended. If not implemented, ``textFieldDidEndEditing(_:in:)`` is called.
  func textFieldDidEndEditing(
    _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm)
  /// Editing ended.
  func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm)
  /// Whether the characters in `range` may be replaced. Asked once per change: a paste is one change, and a deletion
  /// has an empty replacement. The range counts grapheme clusters of the text before the change.
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool
  /// The caret moved or the text changed.
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm)
  /// Whether the text may be cleared.
  func textFieldShouldClear(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// Whether Return ends editing and moves on, as it does by default. A call of ``RunningForm/moveFocus(to:)`` in the
  /// question chooses the field to move to, and moves the focus there even after a no.
  func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
  /// A control event was sent (UIKit: `UIControl.Event`).
  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm)
  /// Whether the form, whose fields are valid, may be submitted. If not, the button gets the focus.
  func formShouldSubmit(_ form: borrowing RunningForm) -> Bool
  /// The form was accepted and is about to end. The answer can no longer change.
  func formDidSubmit(_ form: borrowing RunningForm)
}

extension TextFieldDelegate {
  /// Does nothing.
  public func formWillBegin(_ form: inout RunningForm) {}
  /// Returns true.
  public func textFieldShouldBeginEditing(
    _ textField: borrowing TextField, in form: borrowing RunningForm
  ) -> Bool { true }
  /// Does nothing.
  public func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {}
  /// Returns true.
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
  /// Returns true.
  public func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool { true }
  /// Does nothing.
  public func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {}
  /// Returns true.
  public func textFieldShouldClear(
    _ textField: borrowing TextField, in form: borrowing RunningForm
  ) -> Bool { true }
  /// Returns true.
  public func textFieldShouldReturn(
    _ textField: borrowing TextField, in form: borrowing RunningForm
  ) -> Bool { true }
  /// Does nothing.
  public func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {}
  /// Returns true.
  public func formShouldSubmit(_ form: borrowing RunningForm) -> Bool { true }
  /// Does nothing.
  public func formDidSubmit(_ form: borrowing RunningForm) {}
}
