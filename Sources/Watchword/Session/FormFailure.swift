package import WatchwordCurses

/// Why a form could not be shown or completed, for programs of this package, which need the terminal's own error.
package enum FormFailure: Error, Equatable, Sendable {
  case terminal(TerminalError)
  case form(WatchwordError)

  /// Wraps `error`, or, if `error` says that the terminal is gone, the terminal's own `failure`, if any.
  init(_ error: WatchwordError, of failure: TerminalError?) {
    self = if error == .terminalGone, let failure { .terminal(failure) } else { .form(error) }
  }
}
