internal import CWatchwordSystem

/// Waking the form that is shown, from a thread that has something for it.
package enum Wake {
  /// Makes the next event of the form's terminal ``Event/tick``, at once where it waits for one. Any thread may call this
  /// at any time; where no form is shown nothing happens.
  ///
  /// A program that is all Watchword's, see ``DeadlySignals/install(ownsProcess:)``, is not woken.
  package static func up() { ww_events_wake() }

  /// Whether ``up()`` was called since the last call of this. A tick alone can also be that of a clock.
  package static func take() -> Bool { ww_events_take_wake() }
}
