internal import CWatchwordTerminal
internal import Glibc

/// What happens to keys typed before the form appears.
package enum TypedAhead: Equatable, Sendable {
  /// All go into the form.
  case taken
  /// Only those after the last line end go into the form: a whole line was meant for another program.
  case withoutLines
  case discarded

  /// Discards unread input on the terminal at `path` before another program reads there, see
  /// ``TerminalDevice/open(_:mustBeOwn:)``.
  package static func discard(onTerminalAt path: String?) {
    guard let terminal = try? TerminalDevice.open(path) else { return }
    // In the background the input is meant for others, and tcflush(3) would raise SIGTTOU.
    if ww_is_in_foreground(terminal) { tcflush(terminal, TCIFLUSH) }
    close(terminal)
  }
}
