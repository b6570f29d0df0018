/// What a key does. An action goes up the responder chain until one handles it.
public enum Action: Equatable, Hashable, CaseIterable, Sendable {
  /// Round the ring of fields and button.
  case focusNext, focusPrevious
  /// Return: in a field its end, on the button a press.
  case performReturn
  /// Shows or hides the text of the field.
  case toggleShown
  /// Moves the caret.
  case moveBackward, moveForward, moveToStart, moveToEnd, moveWordBackward, moveWordForward
  /// Deletes from the text. A secure field keeps nothing that is cut from it.
  case deleteBackward, deleteForward, deleteToStart, deleteToEnd
  /// Deletes a word back: one of letters and digits, or one set off by white space.
  case deleteWordBackward, deleteSpacedWordBackward
  /// Deletes a word forward.
  case deleteWordForward
  /// Swaps two clusters.
  case transpose
  /// Beeps: elsewhere it brings back what was cut, but here nothing is kept.
  case yank
  /// Scrolls by a page.
  case pageUp, pageDown
  /// Opens and closes the page of keys.
  case showKeys
  /// Draws the screen again.
  case redraw
  /// Stops the process group.
  case suspend
  /// Cancels the form, or closes the page of keys.
  case cancel
  /// Cancels the form from anywhere.
  case interrupt
  /// Does nothing, so that the quit key does not kill the form.
  case ignore
}
