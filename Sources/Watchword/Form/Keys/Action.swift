import WatchwordBase

/// What a key does. An action goes up the responder chain until one handles it.
package enum Action: Equatable, Hashable, Sendable {
  /// Moves the focus round the ring of fields and buttons.
  case focusNext, focusPrevious
  /// Return: ends the editing of a field, or presses a button.
  case performReturn
  case toggleShown
  /// Moves the caret; between buttons, the first two move the focus.
  case moveBackward, moveForward, moveToStart, moveToEnd, moveWordBackward, moveWordForward
  /// Deletes from the text. All but single characters are kept for ``yank``, unless the field is secure.
  case deleteBackward, deleteForward, deleteToStart, deleteToEnd
  /// Deletes the word before the caret. A word consists of letters and digits, or, for the second action, of anything
  /// between white space.
  case deleteWordBackward, deleteSpacedWordBackward
  case deleteWordForward
  case transpose
  /// Types a tab into an existing password, if the next key is Tab.
  case quoteTab
  /// Inserts the text that was last cut; beeps in a secure field.
  case yank
  /// Offers a generated password, or another one.
  case offerPassword
  case pageUp, pageDown
  /// Up and Down in a question that does not fit, see ``Input``.
  case lineUp, lineDown
  case showKeys
  case redraw
  /// Leaves the screen for line mode.
  case goOnInLines
  case suspend
  /// Cancels the form, or closes the page of keys.
  case cancel
  /// Cancels the form from anywhere.
  case interrupt
  /// Does nothing, not even beep. Ctrl-\ must not kill the form, and slow terminals send Ctrl-S and Ctrl-Q to pause
  /// output.
  case ignore
}

extension Action {
  var deletes: Bool {
    switch self {
    case .deleteBackward, .deleteForward, .deleteToStart, .deleteToEnd, .deleteWordBackward,
      .deleteSpacedWordBackward, .deleteWordForward:
      true
    default: false
    }
  }

  /// The action that shares this one's entry on the page of keys, and the text of that entry.
  func pair(_ texts: Texts) -> (other: Action, text: String)? {
    switch self {
    case .focusNext: (.focusPrevious, texts("to the next field or button, and back"))
    case .moveBackward: (.moveForward, texts("one character back, and on"))
    case .moveToStart: (.moveToEnd, texts("to the start, and to the end"))
    case .moveWordBackward: (.moveWordForward, texts("one word back, and on; masked: to the ends"))
    case .deleteToStart: (.deleteToEnd, texts("delete to the start, and to the end"))
    case .deleteSpacedWordBackward:
      (.deleteWordForward, texts("delete the word before, and after; masked: to the ends"))
    case .pageDown: (.pageUp, texts("read what the window is too small for"))
    default: nil
    }
  }
}
