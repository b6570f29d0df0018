import WatchwordSecrets

/// A field of the running form, valid during a call of the delegate. It always reads the current state.
@safe
public struct TextField: ~Copyable {
  private let form: UnsafeMutablePointer<Form>
  /// The number of the field; `nil` if the form has no field of this name.
  private let number: Int?
  /// The name of the field. A field that confirms a new password is named after it, with ".confirmation" added, as in
  /// "password.confirmation".
  public let name: String

  /// Makes a field of a form at an address that is valid for one call.
  @unsafe init(_ number: Int?, named name: String, of form: UnsafeMutablePointer<Form>) {
    unsafe (self.number, self.name, self.form) = (number, name, form)
  }

  /// Takes back the note of a method of ``_NearMisses`` that turns out to be a default.
  @discardableResult
  func isDefault() -> Bool {
    _ = unsafe form.pointee.misses.popLast()
    return true
  }

  package var tag: Int { number ?? -1 }

  private var field: FormField? { number.map { unsafe form.pointee.fields[$0] } }

  private func change(_ body: (inout Form, Int) -> Void) {
    if let number { unsafe body(&form.pointee, number) }
  }

  /// Whether the text is a secret: masked, never copied, kept in locked memory.
  public var isSecure: Bool { field?.configuration.isSecure ?? false }

  /// Whether the field has the focus.
  public var isFirstResponder: Bool { field?.isFirstResponder ?? false }

  /// The text; `nil` if the field is secure. Setting it does not involve the delegate, and `nil` clears it. The caret
  /// stays next to the same characters, even if the text is only regrouped. The field takes what
  /// ``PasswordForm/Field/initialText`` can be, such as one of its choices, a whole date, or a text without control
  /// characters; any other text is ignored. A secure field, with its confirmation, can only be cleared: any other text traps
  /// in a debug build, and is ignored in others.
  public var text: String? {
    get { number.flatMap { unsafe form.pointee.text(of: $0) } }
    set { change { $0.setGivenText(newValue ?? "", of: $1) } }
  }

  /// Calls `body` with the text as typed, in UTF-8. The text must not be kept.
  public func withText<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
    let nothing = ""
    guard let number else { return try body(nothing.utf8Span) }
    return try unsafe form.pointee.secrets.fields[number].withText(body)
  }

  /// The number of grapheme clusters before the caret, clamped when set. Setting it does not involve the delegate.
  public var caret: Int {
    get { number.map { unsafe form.pointee.secrets[$0].caret } ?? 0 }
    set { change { $0.setCaret(newValue, in: $1) } }
  }

  /// Whether the field can have the focus. Disabling it removes the focus without asking. While disabled, its text may
  /// be anything, even empty, and is part of the answer. A confirmation is not compared with it.
  public var isEnabled: Bool {
    get { field?.isEnabled ?? false }
    set { change { $0.setEnabled(newValue, of: $1) } }
  }

  /// Whether the field and its confirmation are hidden. What is above does not move. A hidden field is neither asked
  /// nor judged, and is not part of the answer. It keeps its text. Hiding it removes the focus without asking.
  public var isHidden: Bool {
    get { field.map { $0.visibility != .shown } ?? false }
    set { change { $0.setVisibility(newValue ? .hidden : .shown, of: $1) } }
  }

  /// Whether the field has to be filled in before the form is accepted.
  public var isRequired: Bool {
    get { field.map { !$0.configuration.isOptional } ?? false }
    set { change { $0.setRequired(newValue, of: $1) } }
  }

  /// The error below the field, if any. An error that you set prevents acceptance until the user changes the text.
  public var errorMessage: String? {
    get { field?.error?.message }
    set { change { $0.setErrorMessage(newValue, of: $1) } }
  }

  /// Makes the field first responder: asks whether editing may begin, ends editing in the focused field, and begins.
  /// Has no effect inside another such call or while the form is cancelled, so that delegates cannot pass the focus
  /// around forever.
  ///
  /// - Returns: Whether the field has the focus now.
  @discardableResult
  public mutating func becomeFirstResponder() -> Bool {
    change { $0.becomeFirstResponder($1) }
    return isFirstResponder
  }

  /// Why editing ended (UIKit: `UITextField.DidEndEditingReason`).
  @nonexhaustive
  public enum EndReason: Sendable {
    /// The user moved on.
    case committed
    /// The form ended without being accepted.
    case cancelled
  }

  /// An event of a field (UIKit: `UIControl.Event`).
  @nonexhaustive
  public enum Event: Sendable {
    /// Editing began.
    case editingDidBegin
    /// The user changed the text. Not sent when the program does.
    case editingChanged
    /// Editing ended.
    case editingDidEnd
    /// Return was pressed.
    case editingDidEndOnExit
    /// Return performed its default action.
    case primaryActionTriggered
    /// The value changed. A choice and a toggle send it at each change by the user, after ``editingChanged``. A number
    /// and a date send it after the end of their editing, if the user has entered another valid value. A new password
    /// sends it when Return ended its editing; its text and strength can be read. Not sent for what the program sets.
    case valueChanged
  }
}
