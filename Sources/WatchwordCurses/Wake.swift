internal import CWatchwordTerminal

/// Waking the form that is shown, from another thread.
package enum Wake {
  /// Makes the form's terminal return ``Event/tick``, from any thread at any time. Does nothing if no form is shown.
  ///
  /// Has no effect if the process is all Watchword's, see ``DeadlySignals/install(ownsProcess:)``.
  package static func up() { ww_events_wake() }

  /// Whether ``up()`` was called since the last `take()`. This tells its ticks from those of a deadline.
  package static func take() -> Bool { ww_events_take_wake() }
}
