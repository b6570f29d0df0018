internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
package import WatchwordScreen

/// The controlling terminal, while everything is passed on between it and the terminal of another program. It is in raw
/// mode then, and a deadly signal gives it its own modes back.
package struct OuterTerminal: ~Copyable {
  /// Does not block.
  package let descriptor: Int32
  private var modes = termios()
  /// Locked as forms lock it, so that only one process at a time passes things on, or shows a form.
  private let lock: Int32
  /// Whether the process is in the foreground, as far as it knows: in the background nothing is read.
  package private(set) var isTaken = false

  package struct Signals: Equatable {
    /// Whether the window may have another size, the process has to stop, or was continued.
    package var isResize, isStop, isContinue: Bool

    /// Takes the signals that have come. If the process `isBusy`, each wait may have found something else, and
    /// delivered none.
    package static func take(isBusy: Bool) -> Signals {
      if isBusy { ww_events_deliver() }
      let events = Int(ww_events_take())
      return Signals(
        isResize: events & WW_EVENT_RESIZE != 0, isStop: events & WW_EVENT_STOP != 0,
        isContinue: events & WW_EVENT_CONTINUE != 0)
    }
  }

  /// - Throws: That the process has no controlling terminal.
  package init() throws(TerminalError) {
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .noTerminal(errno: errno) }
    self.descriptor = descriptor
    lock = ww_terminal_device(descriptor)
  }

  deinit {
    if lock >= 0 { close(lock) }
    close(descriptor)
  }

  /// Claims the terminal. Returns false if another process passes things on here, or shows a form.
  package func claim() -> Bool { TerminalDevice.take(lock) }

  /// Unlocks the terminal for another process's form, or for one of this process, until ``goOn()``.
  package func lend() { if lock >= 0 { flock(lock, LOCK_UN) } }

  /// The terminal's own modes, for the forms that are shown meanwhile.
  package var outerModes: TerminalModeFlags { TerminalModeFlags(modes: modes) }

  /// Makes the terminal raw, if the process is in the foreground. Its own modes are those that it has now.
  package mutating func take() {
    ww_events_begin()
    guard !isTaken, tcgetpgrp(descriptor) == getpgrp(), claim(), unsafe tcgetattr(descriptor, &modes) == 0
    else { return }
    isTaken = true
    goOn()
  }

  /// Does the same after a form, which has left the terminal raw.
  package func goOn() {
    ww_events_begin()
    guard isTaken else { return }
    _ = claim()
    unsafe ww_deadly_arm(descriptor, [modes], nil, 0)
    var raw = modes
    unsafe cfmakeraw(&raw)
    // What is written past us, as behind a pipe, still needs its carriage returns.
    if isatty(STDOUT_FILENO) == 0 { raw.c_oflag = modes.c_oflag }
    unsafe tcsetattr(descriptor, TCSADRAIN, &raw)
  }

  /// Gives the terminal its own modes back. What was typed and not read yet stays for others.
  package mutating func giveBack() {
    if isTaken { unsafe tcsetattr(descriptor, TCSADRAIN, &modes) }
    isTaken = false
    lend()
    ww_deadly_disarm()
    ww_events_end()
  }

  /// Stops the process group, and returns once it is continued, in the foreground or not.
  package mutating func stop() {
    giveBack()
    ww_stop_group()
    take()
  }

  /// Stops this process as one that reads in the background is stopped. Returns once it is continued.
  package mutating func stopReading() {
    giveBack()
    kill(getpid(), SIGTTIN)
    take()
  }

  /// Waits for events of descriptors, as poll(2) does, for a signal or a time. Returns which of them have events.
  @discardableResult
  package static func wait(for watched: [(descriptor: Int32, events: Int32)], until end: Instant?) -> [Bool] {
    let rest = end.map { max(.zero, $0 - Instant(nanoseconds: ww_now())) }
    var ready = watched.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
    let count = unsafe ready.withUnsafeMutableBufferPointer {
      unsafe ww_poll($0.baseAddress, $0.count, rest?.wholeNanoseconds ?? -1)
    }
    return ready.map { count > 0 && $0.revents != 0 }
  }
}
