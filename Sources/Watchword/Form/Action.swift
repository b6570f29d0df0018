/// What a key does. An action goes up the responder chain until one handles it.
package enum Action: Equatable, Hashable, CaseIterable, Sendable {
  /// Moves the focus round the ring of fields and buttons.
  case focusNext, focusPrevious
  /// Return: ends the editing of a field, or presses a button.
  case performReturn
  /// Shows or hides the text of the field.
  case toggleShown
  /// Moves the caret, or the first two the focus between buttons.
  case moveBackward, moveForward, moveToStart, moveToEnd, moveWordBackward, moveWordForward
  /// Deletes from the text. What is deleted to an end, or as a word, is kept for ``yank`` if it is no secret.
  case deleteBackward, deleteForward, deleteToStart, deleteToEnd
  /// Deletes the word before the caret: one of letters and digits, or one between white space.
  case deleteWordBackward, deleteSpacedWordBackward
  /// Deletes the word after the caret.
  case deleteWordForward
  /// Swaps two clusters.
  case transpose
  /// Puts back what was cut from a field that is no secret; beeps in a secure field.
  case yank
  /// Offers a password that is drawn, or another one.
  case offerPassword
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
