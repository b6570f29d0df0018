internal import CWatchwordTerminal
internal import Glibc

/// What Control-C in a form of the program's own does once the form is over and everything is in order: what the terminal
/// would have done.
package struct Interrupt: Equatable, Sendable {
  /// Whether it reaches the process group: the form's terminal controls the process, which is in its foreground.
  private let reachesGroup: Bool

  /// Makes the interrupt of a form that was on the terminal at `path`, see ``TerminalDevice/open(_:mustBeOwn:)``.
  package init(onTerminalAt path: String?) {
    let terminal = try? TerminalDevice.open(path)
    reachesGroup = terminal.map { tcgetpgrp($0) == getpgrp() } ?? false
    if let terminal { close(terminal) }
  }

  /// Sends the signal. It ends the process, unless it is ignored or blocked.
  package func send() {
    if reachesGroup { kill(0, SIGINT) }
    raise(SIGINT)
  }
}

/// The signals that end the process: all whose default does that, from SIGHUP to SIGRTMAX, but SIGKILL, which nobody
/// can take, and SIGPIPE, which stays as it is.
package enum DeadlySignals {
  /// Sees to it that they find the terminal mended, the secrets wiped and the verifier gone before they
  /// end the process, as they would have without this. Signals that are ignored, as by nohup(1), stay ignored.
  ///
  /// To be called before anything else; it may be called again. ``CursesTerminal`` says what has to be mended as long as
  /// it lives.
  ///
  /// - Parameter ownsProcess: Whether the process is all Watchword's. Then every handler that is there is replaced,
  ///   Swift's own backtracer among them, which would take over the terminal while the form is on it; and a write
  ///   past the limit on the size of files is an error of that write, not the end by SIGXFSZ. Otherwise a signal
  ///   that has a handler keeps it; one for faults, as Swift's backtracer, comes when the terminal is mended.
  package static func install(ownsProcess: Bool) { ww_deadly_install(ownsProcess) }

  /// Gives the host back what the last ``install(ownsProcess:)`` without the process took, on the same thread. A handler
  /// that the host has set meanwhile stays.
  package static func giveBack() { ww_deadly_uninstall() }

  /// Leaves the screen of the form that is shown, if there is one, and gives the terminal its modes back, as a deadly
  /// signal would.
  ///
  /// It is for a handler of the host's own: it is async-signal-safe, and leaves errno alone. Any thread may call it at
  /// any time. Afterwards the process may end. If the form goes on instead, it takes the terminal again within a second.
  /// The secrets stay where they are.
  package static func restoreTerminal() { ww_deadly_restore_terminal() }
}

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
