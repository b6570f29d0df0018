/// A place that shows frames and tells what happens: ncurses in the program, a script in a test.
package protocol Terminal: ~Copyable {
  /// The extent of the window, in cells.
  var size: Size { get }

  /// The time now, on the clock that deadlines are measured with.
  var now: Instant { get }

  /// Shows `frame`.
  ///
  /// The holes of shown fields are filled through `readSecret`, which calls a closure with the text of a field,
  /// by its number; nothing may keep it.
  mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void)

  /// Shows `mask` in these columns of the last frame, and the cursor behind them, and nothing else. Answers false where that
  /// takes a frame.
  mutating func echo(_ mask: Cell, row: Int, columns: Range<Int>) -> Bool

  /// Waits for the next event, at most until `deadline`; then the answer is ``Event/tick``. With no deadline it
  /// waits for good.
  mutating func nextEvent(before deadline: Instant?) -> Event

  /// The next event that needs no further reading from the terminal, if there is one. Events that came in one
  /// read are handled before one frame is painted.
  mutating func pendingEvent() -> Event?

  /// The next event that is there by now, without waiting for one: a terminal is read if there is anything to read.
  mutating func eventWithoutWaiting() -> Event?

  /// Lets what goes on beside the form go on, before the next event is waited for, where the time of this terminal is not
  /// that of the clock.
  ///
  /// - Parameters:
  ///   - count: How many validators or verifiers have not answered.
  ///   - questions: How many were asked by now.
  ///   - hasAnswer: Waits so long for an answer, and says whether there is one.
  /// - Returns: Whether there is one.
  mutating func waitsForAnswer(of count: Int, questions: Int, _ hasAnswer: (Duration) -> Bool) -> Bool

  /// Calls `body` with the text of the last ``Event/paste``, whole and as it came.
  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R

  /// Wipes the text of the last paste.
  mutating func forgetPaste()

  mutating func beep()

  /// Forgets what the screen shows, so that the next frame is painted whole.
  mutating func invalidate()

  /// Whether the background is known to be light. It may become known with ``Event/recolor``.
  var isLight: Bool { get }

  /// Whether the process can be stopped: SIGTSTP is not ignored, as it is inside `$(…)` of an interactive shell, and
  /// somebody can continue it.
  var canSuspend: Bool { get }

  /// Leaves the screen, stops the process group, and comes back when it is continued. The frame painted last
  /// shows no secret.
  mutating func suspend()
}

extension Terminal where Self: ~Copyable {
  package var isLight: Bool { false }

  package mutating func echo(_ mask: Cell, row: Int, columns: Range<Int>) -> Bool { false }

  package mutating func waitsForAnswer(
    of count: Int, questions: Int, _ hasAnswer: (Duration) -> Bool
  ) -> Bool { false }
}
