internal import Glibc

/// Control-C in a form that the program itself shows. It interrupts as usual, but only after the form, when everything
/// is restored.
package struct Interrupt: Equatable, Sendable {
  /// Whether the interrupt goes to the whole process group, as from the keyboard. It does if the process is in the
  /// foreground of the form's terminal.
  private let reachesGroup: Bool

  /// Notes whether the process is in the foreground of the form's terminal, which is at `path`. If `path` is `nil`,
  /// that is the terminal which ``TerminalDevice/open(_:mustBeOwn:)`` finds.
  package init(onTerminalAt path: String?) {
    let terminal = try? TerminalDevice.open(path)
    reachesGroup = terminal.map { tcgetpgrp($0) == getpgrp() } ?? false
    if let terminal { close(terminal) }
  }

  /// Sends the signal, which ends the process unless it is ignored or blocked.
  package func send() {
    if reachesGroup { kill(0, SIGINT) }
    raise(SIGINT)
  }
}
