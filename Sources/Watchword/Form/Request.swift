/// What a form asks the outside world to do.
package enum Request: Equatable, Sendable {
  case beep
  case redraw
  /// Leave the screen and stop the process group.
  case suspend
  /// Start the verifier, then call ``Form/verifierDidEnd(_:)``; tick until then.
  case verify
  /// Ask the validator of a field about its text, then call ``Form/validatorDidEnd(_:of:number:)`` with this number.
  case validate(field: Int, number: Int)
  /// Draw passwords until ``Form/consider(_:)`` accepts one, then call ``Form/offer(_:)``. `parts` is how many characters
  /// or words it shall have, if the user chose.
  case offer(Offer.Kind, parts: Int? = nil)
}
