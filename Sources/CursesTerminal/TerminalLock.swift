internal import CSystem
internal import Glibc

/// What a form has to have before it touches its terminal: the process, since ncurses and the actions of signals are
/// the process's, and the terminal, since two forms on it would take each other's keys.
struct TerminalLock: ~Copyable {
  /// The terminal's own device, never /dev/tty, which is one file for the terminals of all. Negative where it cannot
  /// be opened: then forms of other processes are not kept off.
  private let device: Int32

  /// Takes the process and the device of `terminal`, or throws what is in the way.
  init(of terminal: Int32) throws(TerminalError) {
    guard ww_terminal_claim() else { throw .formIsOpen }
    let device = ww_terminal_device(terminal)
    guard Self.lock(device) else {
      close(device)
      ww_terminal_release()
      throw .taken
    }
    self.device = device
  }

  deinit {
    giveUp()
    if device >= 0 { close(device) }
    ww_terminal_release()
  }

  private static func lock(_ device: Int32) -> Bool {
    device < 0 || flock(device, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Takes the device again; answers false where a form of another process has it.
  func takeAgain() -> Bool { Self.lock(device) }

  /// Gives the device up, also where a child of the process has a copy of the descriptor.
  func giveUp() { if device >= 0 { flock(device, LOCK_UN) } }
}
