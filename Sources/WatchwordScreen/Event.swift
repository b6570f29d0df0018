package enum Event: Equatable, Sendable {
  case key(Key)
  /// Text was pasted. It is in locked memory, see ``Terminal/withPaste(_:)``.
  case paste
  case refused(InputProblem)
  /// Mouse button 1 was pressed on a cell.
  case press(Position)
  case release(Position)
  case resize(Size)
  case tick
  /// Another process asks this one to stop (SIGTSTP).
  case stop
  /// The process was continued (SIGCONT). The screen has to be redrawn.
  case resume
  /// Another program used the terminal or changed its modes. The form's modes are already set again, but the whole
  /// screen has to be redrawn.
  case disturbed
  /// The terminal reported its background colour, or that it draws some characters wider than assumed. Colours or
  /// glyphs have to change.
  case recolor
  case hangUp
  /// The program that had the form shown no longer waits for its answer.
  case withdrawn

  package enum InputProblem: Equatable, Sendable {
    /// Bytes that are not text in the locale's character set.
    case notText
    /// A character beyond ASCII, but the locale's character set is not available.
    case noCharacterSet
    /// More text than the field or the terminal accepts.
    case tooLong
    case controlCharacter
    /// A paste whose end did not arrive.
    case incomplete
  }
}
