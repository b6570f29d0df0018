/// A delegate that is made of closures. A closure that does not fit does not compile, whereas a method of a delegate whose
/// signature is another one is a method of your own, which nobody calls.
///
/// ```swift
/// var actions = TextFieldActions()
/// actions.didEndEditing = { field, _, form in form.setText("Graz", of: "city") }
/// let answer = try form.runAndWait(delegate: actions.delegate)
/// ```
///
/// What is `nil` is answered with yes, and not told. ``TextFieldDelegate`` says when each is called.
public struct TextFieldActions {
  /// A question of a field.
  public typealias Question = (borrowing TextField, borrowing RunningForm) -> Bool
  /// A fact of a field.
  public typealias Fact = (borrowing TextField, inout RunningForm) -> Void

  /// See ``TextFieldDelegate/textFieldShouldBeginEditing(_:in:)``.
  public var shouldBeginEditing: Question?
  /// See ``TextFieldDelegate/textFieldDidBeginEditing(_:in:)``.
  public var didBeginEditing: Fact?
  /// See ``TextFieldDelegate/textFieldShouldEndEditing(_:in:)``.
  public var shouldEndEditing: Question?
  /// See ``TextFieldDelegate/textFieldDidEndEditing(_:reason:in:)``.
  public var didEndEditing: ((borrowing TextField, TextField.EndReason, inout RunningForm) -> Void)?
  /// See ``TextFieldDelegate/textField(_:shouldChangeCharactersIn:replacement:in:)``.
  public var shouldChange: ((borrowing TextField, Range<Int>, UTF8Span, borrowing RunningForm) -> Bool)?
  /// See ``TextFieldDelegate/textFieldDidChangeSelection(_:in:)``.
  public var didChangeSelection: Fact?
  /// See ``TextFieldDelegate/textFieldShouldClear(_:in:)``.
  public var shouldClear: Question?
  /// See ``TextFieldDelegate/textFieldShouldReturn(_:in:)``.
  public var shouldReturn: Question?
  /// See ``TextFieldDelegate/textField(_:didSend:in:)``.
  public var didSend: ((borrowing TextField, TextField.Event, inout RunningForm) -> Void)?
  /// See ``TextFieldDelegate/formShouldSubmit(_:)``.
  public var shouldSubmit: ((borrowing RunningForm) -> Bool)?
  /// See ``TextFieldDelegate/formDidSubmit(_:)``.
  public var didSubmit: ((borrowing RunningForm) -> Void)?

  /// Makes a delegate that answers yes and hears nothing.
  public init() {}

  /// The delegate that calls the closures as they are now.
  public var delegate: any TextFieldDelegate { ActingDelegate(self) }
}

private final class ActingDelegate: TextFieldDelegate {
  private let actions: TextFieldActions

  init(_ actions: TextFieldActions) { self.actions = actions }

  func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    actions.shouldBeginEditing?(textField, form) ?? true
  }
  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    actions.didBeginEditing?(textField, &form)
  }
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    actions.shouldEndEditing?(textField, form) ?? true
  }
  func textFieldDidEndEditing(
    _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm
  ) {
    actions.didEndEditing?(textField, reason, &form)
  }
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool {
    actions.shouldChange?(textField, range, replacement, form) ?? true
  }
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    actions.didChangeSelection?(textField, &form)
  }
  func textFieldShouldClear(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    actions.shouldClear?(textField, form) ?? true
  }
  func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    actions.shouldReturn?(textField, form) ?? true
  }
  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    actions.didSend?(textField, event, &form)
  }
  func formShouldSubmit(_ form: borrowing RunningForm) -> Bool { actions.shouldSubmit?(form) ?? true }
  func formDidSubmit(_ form: borrowing RunningForm) { actions.didSubmit?(form) }
}
