/// What can have the focus (UIKit: `UIResponder`). An event goes to it first, then up the chain to the form, the screen
/// and the application until one handles it; see ``FormScreen/handle(_:at:)``.
package enum Responder: Equatable, Hashable, Sendable {
  case field(Int)
  case button(Int)
  /// The form itself, if nothing else has the focus.
  case form
}
