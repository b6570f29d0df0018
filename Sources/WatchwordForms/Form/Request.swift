/// What a form asks of the outside world, because it cannot do it itself.
package enum Request: Equatable, Sendable {
  /// Sound the bell.
  case beep
  /// Paint the whole screen again.
  case redraw
  /// Leave the screen and stop the process group.
  case suspend
  /// Start the verifier, then call ``FormScreen/verifierDidEnd(_:)``; tick until then.
  case verify
  /// End with what was typed.
  case accept
  /// End with nothing.
  case cancel
  /// End, since the terminal is gone.
  case hangUp
}
