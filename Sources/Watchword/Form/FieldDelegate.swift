/// The questions a field asks and the facts it tells, by the names that UIKit gives them.
///
/// Every method has a default, so that a delegate states only its exceptions. The field is handed over as a copy, and
/// with it the form, which cannot be kept: in a question to read from, since a question changes nothing, and with a
/// fact also to change (UIKit: `UITextFieldDelegate`).
package protocol FieldDelegate {
  /// Whether editing may begin. Refused: the field does not become first responder.
  func textFieldShouldBeginEditing(_ textField: FormField, in form: borrowing some ShownForm) -> Bool
  /// Editing began; the field is first responder.
  func textFieldDidBeginEditing(_ textField: FormField, in form: inout some ShownForm)
  /// Whether editing may end. Refused: the field stays first responder. Not asked when the form is cancelled.
  func textFieldShouldEndEditing(_ textField: FormField, in form: borrowing some ShownForm) -> Bool
  /// Editing ended, for this reason. If this is not implemented, ``textFieldDidEndEditing(_:in:)`` is called.
  func textFieldDidEndEditing(
    _ textField: FormField, reason: EndReason, in form: inout some ShownForm
  )
  /// Editing ended.
  func textFieldDidEndEditing(_ textField: FormField, in form: inout some ShownForm)
  /// Whether the grapheme clusters of `range` may be replaced by `replacement`, once for a whole change: a paste
  /// is one change, a deletion has an empty replacement. The range counts clusters of the text before the change;
  /// the replacement is borrowed and cannot be kept.
  func textField(
    _ textField: FormField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing some ShownForm
  ) -> Bool
  /// The caret moved or the text changed.
  func textFieldDidChangeSelection(_ textField: FormField, in form: inout some ShownForm)
  /// Whether the text may be cleared.
  func textFieldShouldClear(_ textField: FormField, in form: borrowing some ShownForm) -> Bool
  /// Whether Return does what it does by default: end editing and move on.
  func textFieldShouldReturn(_ textField: FormField, in form: borrowing some ShownForm) -> Bool
  /// A control event was sent (UIKit: `UIControl.Event`).
  func textField(_ textField: FormField, didSend event: ControlEvent, in form: inout some ShownForm)
}

extension FieldDelegate {
  /// Answers yes.
  package func textFieldShouldBeginEditing(_ textField: FormField, in form: borrowing some ShownForm)
    -> Bool
  { true }
  /// Does nothing.
  package func textFieldDidBeginEditing(_ textField: FormField, in form: inout some ShownForm) {}
  /// Answers yes.
  package func textFieldShouldEndEditing(_ textField: FormField, in form: borrowing some ShownForm) -> Bool {
    true
  }
  /// Calls ``textFieldDidEndEditing(_:in:)``.
  package func textFieldDidEndEditing(
    _ textField: FormField, reason: EndReason, in form: inout some ShownForm
  ) {
    textFieldDidEndEditing(textField, in: &form)
  }
  /// Does nothing.
  package func textFieldDidEndEditing(_ textField: FormField, in form: inout some ShownForm) {}
  /// Answers yes.
  package func textField(
    _ textField: FormField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing some ShownForm
  ) -> Bool { true }
  /// Does nothing.
  package func textFieldDidChangeSelection(_ textField: FormField, in form: inout some ShownForm) {}
  /// Answers yes.
  package func textFieldShouldClear(_ textField: FormField, in form: borrowing some ShownForm) -> Bool {
    true
  }
  /// Answers yes.
  package func textFieldShouldReturn(_ textField: FormField, in form: borrowing some ShownForm) -> Bool {
    true
  }
  /// Does nothing.
  package func textField(_ textField: FormField, didSend event: ControlEvent, in form: inout some ShownForm) {
  }
}

/// A delegate that answers every question with the default.
package struct DefaultDelegate: FieldDelegate {
  /// Makes the delegate.
  package init() {}
}

/// Why editing ended (UIKit: `UITextField.DidEndEditingReason`).
package enum EndReason: Equatable, Sendable {
  /// The person went on; the text is to be judged.
  case committed
  /// The form was cancelled; nothing is judged.
  case cancelled
}

/// What a control tells its listeners (UIKit: `UIControl.Event`).
package enum ControlEvent: Equatable, Sendable {
  /// Editing began.
  case editingDidBegin
  /// The person changed the text. Not sent for text that the program sets.
  case editingChanged
  /// Editing ended.
  case editingDidEnd
  /// Return was pressed.
  case editingDidEndOnExit
  /// The field's primary action, Return, was triggered.
  case primaryActionTriggered
  /// Return ended the editing of a field with a strength control: password and strength can be read (B9).
  case valueChanged
}
