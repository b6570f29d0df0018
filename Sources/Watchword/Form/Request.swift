import WatchwordScreen

/// What a form asks the outside world to do.
package enum Request: Equatable, Sendable {
  case beep
  case redraw
  /// Leave the screen and stop the process group.
  case suspend
  /// Leave the screen, and go on in line mode.
  case goOnInLines
  /// Start the verifier, then call ``Form/verifierDidEnd(_:)``; tick until then.
  case verify
  /// Ask the validator of a field about its text, then call ``Form/validatorDidEnd(_:of:number:)`` with this number.
  case validate(field: Int, number: Int)
  /// Draw passwords until ``Form/consider(_:)`` accepts one, then call ``Form/offer(_:)``.
  case offer(Offer.Kind)
  case accept
  case cancel
  /// End without an answer, because the user wants to end the whole program.
  case interrupt
  /// End without an answer, because nobody has pressed a key for too long.
  case timeLimit
  /// End, since the terminal is gone.
  case hangUp
  /// End without an answer, because the verifier has refused as often as it may.
  case refuse
}
