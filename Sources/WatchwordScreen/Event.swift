/// Something that happened at the terminal.
package enum Event: Equatable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted; it waits in locked memory, see ``Terminal/withPaste(_:)``.
  case paste
  /// Input came that cannot be taken, and was left out.
  case refused(Refusal)
  /// Button 1 of the mouse was pressed on a cell.
  case press(Position)
  /// The window has another size.
  case resize(Size)
  /// The deadline that was asked for has passed.
  case tick
  /// Another process asks this one to stop (SIGTSTP).
  case stop
  /// The process goes on after it was stopped (SIGCONT); the screen has to be drawn again.
  case resume
  /// Another program changed the terminal's modes; they are set again, and the screen has to be drawn as a whole.
  case disturbed
  /// The terminal said which background it has; the screen has to be painted in other colours.
  case recolor
  /// The terminal cannot be used any more.
  case hangUp
  /// The program that the form is shown for does not wait for its answer any more.
  case withdrawn

  /// Why input was left out.
  package enum Refusal: Equatable, Sendable {
    /// Bytes that are no text in the character set of the locale.
    case notText
    /// A character beyond ASCII where the locale's character set cannot be had.
    case noCharacterSet
    /// More text than the field or the terminal takes in.
    case tooLong
    /// A paste with a control character in it.
    case controlCharacter
    /// A paste of more than one line.
    case severalLines
    /// White space in a field that takes none.
    case whiteSpace
    /// A paste of which the end did not come.
    case incomplete
  }
}
