/// Reports events, of a screen or line by line.
package protocol Terminal: ~Copyable {
  /// The time now, on the clock that deadlines refer to.
  var now: Instant { get }

  /// Waits for the next event, and returns ``Event/tick`` at `deadline`. Without a deadline it waits forever.
  mutating func nextEvent(before deadline: Instant?) -> Event

  /// If the terminal's time stands still, as a script's does, lets validators and verifiers work before the next event.
  ///
  /// - Parameters:
  ///   - count: How many validators or verifiers have not answered.
  ///   - questions: How many validators or verifiers have been asked so far.
  ///   - hasAnswer: Waits at most so long for an answer, and returns whether there is one.
  /// - Returns: Whether there is an answer.
  mutating func waitsForAnswer(of count: Int, questions: Int, _ hasAnswer: (Duration) -> Bool) -> Bool

  /// Calls `body` with the unchanged text of the last ``Event/paste``.
  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R

  mutating func forgetPaste()

  /// Lines that the host wants to show the user while the form is open. Returns each line only once. A screen shows them
  /// for a while, and they are printed after it; a terminal with lines prints them.
  mutating func takeLines() -> [String]

  /// Whether the process can be stopped and continued. Not, for example, inside `$(…)` of an interactive shell, where
  /// SIGTSTP is ignored.
  var canSuspend: Bool { get }

  /// Leaves the screen, stops the process group, and returns when continued. Before, a form on the screen has painted a
  /// frame that shows no secret.
  mutating func suspend()

  /// Leaves the screen while `body` writes to the terminal. The next frame is painted in full, below what was written.
  mutating func stepAside(_ body: () -> Void)
}

/// Shows frames and reports events: ncurses in the program, a script in a test.
package protocol ScreenTerminal: Terminal, ~Copyable {
  var size: Size { get }

  /// Shows `frame`. Fills its holes with text from `readSecret`, which calls `body` with the text of the field numbered
  /// `field`.
  mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void)

  /// Draws only `echo`. Returns false if a whole frame has to be painted instead.
  mutating func echo(_ echo: Echo) -> Bool

  /// The next event in input that has already been read; `nil` if there is none. The form handles all of them before it
  /// paints a frame.
  mutating func pendingEvent() -> Event?

  /// The next event available without waiting. Reads from the terminal if there is input.
  mutating func eventWithoutWaiting() -> Event?

  mutating func beep()

  /// Forgets what the screen shows, so that the next frame is painted in full.
  mutating func invalidate()

  /// Whether the background is known to be light. May change with ``Event/recolor``.
  var isLight: Bool { get }

  /// Whether the terminal draws ambiguous characters, such as box lines, in two columns; see ``Event/recolor``.
  var isWide: Bool { get }

  var isCapsLocked: Bool { get }

  /// Whether frames can be inline, see ``Frame/isInline``. Once this is false, it stays so.
  var canBeInline: Bool { get }

  /// Before an inline frame is painted, finds out where it can stand, unless that is known. Returns an event that has
  /// come meanwhile and has to be handled first; `nil` if there is none, or if no frame can be inline any more.
  mutating func findPlace() -> Event?
}

extension Terminal where Self: ~Copyable {
  package mutating func takeLines() -> [String] { [] }

  package mutating func stepAside(_ body: () -> Void) { body() }

  package mutating func waitsForAnswer(
    of count: Int, questions: Int, _ hasAnswer: (Duration) -> Bool
  ) -> Bool { false }
}

extension ScreenTerminal where Self: ~Copyable {
  package var isLight: Bool { false }

  package var isWide: Bool { false }

  package var isCapsLocked: Bool { false }

  package mutating func echo(_ echo: Echo) -> Bool { false }

  package var canBeInline: Bool { false }

  package mutating func findPlace() -> Event? { nil }
}
