/// One link of the responder chain: an event goes to the first responder and from there up until one handles it
/// (UIKit: `UIResponder`).
public enum Responder: Equatable, Hashable, Sendable {
  /// A text field, by its number.
  case field(Int)
  /// The button.
  case button
  /// The form.
  case form
  /// The screen: sizes, pages, painting.
  case screen
  /// The application: its end and its suspension.
  case application

  /// The responder that gets what this one does not handle; the application has none.
  public var next: Responder? {
    switch self {
    case .field, .button: .form
    case .form: .screen
    case .screen: .application
    case .application: nil
    }
  }
}
