internal import CWatchwordTerminal

/// All signals that terminate the process by default, except SIGKILL, which cannot be caught, and SIGPIPE.
package enum DeadlySignals {
  /// Makes these signals restore the terminal, wipe the secrets and end the verifier before they end the process.
  /// Ignored signals (nohup(1)) stay ignored.
  ///
  /// Call it before anything else. May be called again. A ``CursesTerminal`` says what has to be restored.
  ///
  /// - Parameter ownsProcess: Whether the whole process is Watchword's. If so, replaces every handler, including
  ///   Swift's backtracer, which would take over the form's terminal, and makes a write past the file size limit fail
  ///   instead of raising SIGXFSZ. Otherwise handlers stay, and those for faults run after the terminal is restored.
  package static func install(ownsProcess: Bool) { ww_deadly_install(ownsProcess) }

  /// Undoes the last `install(ownsProcess: false)`, on the same thread. Keeps a handler the host has set since.
  package static func giveBack() { ww_deadly_uninstall() }

  /// Leaves the screen of the form that is shown, if any, and restores the terminal's modes, as a deadly signal would.
  ///
  /// For a handler of the host's own: async-signal-safe, keeps errno, and can be called on any thread at any time. The
  /// process may end afterwards. If the form goes on instead, it takes the terminal again after ``resumeTerminal()``,
  /// or when someone presses Enter after five seconds. Secrets are not wiped.
  package static func restoreTerminal() { ww_deadly_restore_terminal() }

  /// Lets the form take the terminal again now. Async-signal-safe.
  package static func resumeTerminal() { ww_deadly_resume_terminal() }
}
