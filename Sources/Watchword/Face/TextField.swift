/// A field of a form that is shown, as it is in the call of a delegate that it is handed to.
public struct TextField: ~Copyable {
  /// The name of the field. The field that confirms a new password has its name, a dot and "confirmation", as in
  /// "password.confirmation".
  public let name: String
  /// The number of the field.
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
