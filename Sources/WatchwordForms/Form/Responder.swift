/// What can have the focus (UIKit: `UIResponder`). An event goes to it first, and from there up the chain to the form, the
/// screen and the application until one handles it, see ``FormScreen/handle(_:at:)``.
public enum Responder: Equatable, Hashable, Sendable {
  /// A text field, by its number.
  case field(Int)
  /// The button.
  case button
  /// The form itself, where nothing else has the focus.
  case form
}
