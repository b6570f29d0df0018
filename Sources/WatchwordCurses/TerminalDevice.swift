internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordScreen

/// The terminal's device: its descriptor, the modes that it had before, those that it has while a form is shown, and who
/// else has to do with it.
///
/// When the value goes, the device has these modes again and what was typed but not read is discarded, so that
/// it does not get to the shell.
struct TerminalDevice: ~Copyable {
  let descriptor: Int32
  /// Whether this is the terminal that controls the process, so that SIGWINCH tells of another size of the window.
  let isControlling: Bool
  /// Whether there is somebody who continues the process when it has been stopped.
  let hasJobControl: Bool
  private var modes: termios
  /// The modes that were set last.
  private var own = termios()
  /// The terminal's own device, never /dev/tty, which is one file for the terminals of all. It is locked: two forms on it
  /// would take each other's keys. Negative where it cannot be opened: then forms of other processes are not kept off.
  private let lock: Int32
  /// Whom the form is shown for.
  private var caller = ww_caller(input: -1, events: 0, output: -1, owner: -1)
  private var wasCalled = false
  /// Whether nothing can come any more.
  var isHungUp = false
  /// Why the terminal cannot be used any more, where it is not simply gone.
  var failure: TerminalError?

  /// Opens the terminal as ``open(_:mustBeOwn:)`` does, and begins to catch the signals that become events.
  init(path: String?, mustBeOwn: Bool = false) throws(TerminalError) {
    let descriptor = try Self.open(path, mustBeOwn: mustBeOwn)
    var lock: Int32 = -1
    var modes = termios()
    do throws(TerminalError) {
      guard ww_await_foreground(descriptor) else { throw .noTerminal(errno: errno) }
      lock = ww_terminal_device(descriptor)
      guard Self.take(lock) else { throw .taken }
      // Without the lock they could be those of a form that is about to end.
      guard unsafe tcgetattr(descriptor, &modes) == 0 else { throw .noTerminal(errno: errno) }
    } catch {
      close(descriptor)
      Self.giveUp(lock)
      if lock >= 0 { close(lock) }
      throw error
    }
    (self.descriptor, self.lock, self.modes) = (descriptor, lock, modes)
    isControlling = tcgetpgrp(descriptor) != -1
    hasJobControl = isControlling || Self.hasControllingTerminal
    ww_events_begin()
    _ = ww_deadly_take_restored()
    arm(writing: [])
  }

  deinit {
    restoreModes()
    ww_deadly_disarm()
    ww_events_end()
    close(descriptor)
    Self.giveUp(lock)
    if lock >= 0 { close(lock) }
  }

  /// Locks a device; answers false where a form of another process has it.
  private static func take(_ lock: Int32) -> Bool {
    lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Unlocks the device, also where a child of the process has a copy of the descriptor.
  private static func giveUp(_ lock: Int32) { if lock >= 0 { flock(lock, LOCK_UN) } }

  /// Has the handler for deadly signals write `bytes` and give the device its modes back. More than WW_RESTORE_CAPACITY
  /// bytes are left out.
  borrowing func arm(writing bytes: [UInt8]) {
    var modes = modes
    unsafe bytes.withUnsafeBufferPointer {
      unsafe ww_deadly_arm(descriptor, &modes, $0.baseAddress, $0.count)
    }
  }

  /// Gives the device its modes back and discards what was not read, answers of the terminal among it.
  borrowing func restoreModes() {
    ww_answer_await(descriptor)
    var modes = modes
    // Keys that the kernel has not sorted yet would outlive TCSAFLUSH alone, and be echoed.
    discardInput()
    unsafe tcsetattr(descriptor, TCSAFLUSH, &modes)
  }

  func discardInput() { tcflush(descriptor, TCIFLUSH) }

  /// Whether SIGTSTP is not ignored, and somebody continues what it stops. A form for a caller is in the caller's process
  /// group, which would be stopped as well.
  var canSuspend: Bool { caller.output < 0 && hasJobControl && !ww_stop_is_ignored() }

  /// Lets others have the terminal, stops the process group, and takes the terminal again, with the modes that it has then,
  /// when it is continued in the foreground. Answers false where the terminal cannot be had again.
  mutating func suspend() -> Bool {
    restoreModes()
    ww_deadly_disarm()
    Self.giveUp(lock)
    ww_stop_group()
    guard ww_await_foreground(descriptor) else {
      isHungUp = true
      return false
    }
    guard Self.take(lock) else {
      (failure, isHungUp) = (.taken, true)
      return false
    }
    var now = termios()
    if unsafe tcgetattr(descriptor, &now) == 0 { modes = now }
    return true
  }

  /// Ends the form from now on where `caller` says something else, or ends.
  mutating func watch(_ caller: Caller) {
    self.caller = ww_caller_find(caller.input, caller.output, caller.owner ?? -1)
  }

  /// How long the modes are left unwatched; of a caller's terminal no signal tells another size either.
  var watchPeriod: Duration { caller.output < 0 ? .seconds(1) : .milliseconds(250) }

  /// Waits at most for `time` until something was typed, unless that is not read now. Answers what of WW_WAIT came. Where
  /// that was the caller the last time, what was typed comes first: who talks without end keeps nobody from the keys.
  mutating func wait(_ time: Duration, isReading: Bool = true) -> Int {
    let descriptor = isReading ? descriptor : -1
    let others = ww_caller(input: -1, events: 0, output: caller.output, owner: caller.owner)
    if wasCalled, ww_wait(descriptor, others, 0) == WW_WAIT_READABLE {
      wasCalled = false
      return WW_WAIT_READABLE
    }
    let answer = Int(ww_wait(descriptor, caller, time.wholeNanoseconds))
    wasCalled = answer == WW_WAIT_CALLED
    return answer
  }

  /// Makes every key come through as it is: no line, no echo, no signals, no flow control, no translation.
  mutating func setRaw() {
    var raw = modes
    raw.c_iflag &= ~tcflag_t(
      IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IUCLC | IXON | IXOFF | INPCK)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    raw.c_oflag &= ~tcflag_t(ONLCR | OCRNL | ONLRET | XTABS)
    raw.c_cflag = raw.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) {
      unsafe $0[Int(VMIN)] = 1
      unsafe $0[Int(VTIME)] = 0
    }
    set(raw)
  }

  /// Makes lines come, edited by the kernel as the person is used to. A signal of the keyboard would go to the whole process
  /// group before the terminal is in order. So Control-C and Control-Z end a line, as Enter does. The key that would write
  /// again what was typed comes through as it is.
  ///
  /// - Parameters:
  ///   - echoes: Whether what is typed is seen. What is deleted is printed then, between a backslash and a slash, as on
  ///     paper: nothing that stands is written over.
  ///   - isUTF8: Whether a character can have several bytes.
  ///   - canStop: Whether Control-Z stops the program. Otherwise it comes through as it is.
  mutating func setLines(echoes: Bool, isUTF8: Bool, canStop: Bool) {
    var lines = modes
    lines.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | IUCLC | INPCK)
    lines.c_iflag |= tcflag_t(ICRNL) | (isUTF8 ? tcflag_t(IUTF8) : 0)
    lines.c_lflag &= ~tcflag_t(ECHO | ECHONL | ECHOE | ECHOKE | XCASE | ISIG)
    lines.c_lflag |= tcflag_t(ICANON | IEXTEN)
    if echoes { lines.c_lflag |= tcflag_t(ECHO | ECHOCTL | ECHOPRT | ECHOK) }
    lines.c_oflag &= ~tcflag_t(OLCUC | OCRNL | ONOCR | ONLRET)
    lines.c_oflag |= tcflag_t(OPOST | ONLCR)
    lines.c_cflag = lines.c_cflag & ~tcflag_t(CSIZE | PARENB) | tcflag_t(CS8)
    unsafe withUnsafeMutableBytes(of: &lines.c_cc) {
      for key in [VREPRINT, VDISCARD] { unsafe $0[Int(key)] = 0 }
      unsafe $0[Int(VEOL)] = Teletype.controlC
      unsafe $0[Int(VEOL2)] = canStop ? Teletype.controlZ : 0
    }
    set(lines)
  }

  private mutating func set(_ modes: termios) {
    own = modes
    unsafe tcsetattr(descriptor, TCSADRAIN, &own)
    // The device may not have every mode that was asked for. An echo it has: that is another program's.
    let asked = own.c_lflag
    unsafe tcgetattr(descriptor, &own)
    own.c_lflag = asked
  }

  /// Looks whether the modes are others than were set last, in the foreground: in the background they are the shell's.
  ///
  /// What is on that was off, such as the echo, is on at the end too: a program that switches it on may have switched
  /// it off before the form began.
  mutating func findForeignModes() -> Bool {
    var now = termios()
    guard unsafe tcgetattr(descriptor, &now) == 0, !now.hasFlags(of: own), isInForeground else {
      return false
    }
    modes.c_lflag |= now.c_lflag & ~own.c_lflag
    return true
  }

  private var isInForeground: Bool {
    let group = tcgetpgrp(descriptor)
    // A terminal that is not the controlling one has no foreground.
    return group == -1 || group == getpgrp()
  }

  /// Writes `bytes`; answers false where the device takes none.
  @discardableResult
  func write(_ bytes: borrowing Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe ww_write_all(descriptor, $0.baseAddress, $0.count, nil, nil) == 0 }
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool { write(bytes.span) }

  /// Whether the terminal is there no more.
  var isGone: Bool {
    var now = termios()
    return unsafe tcgetattr(descriptor, &now) != 0
  }

  /// Whether a line was typed that nobody has read.
  var hasLine: Bool {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// The largest extent that is used, more than any person's window has: memory and time grow with it.
  private static let largest = Size(columns: 500, rows: 200)

  /// The extent of the window that the device reports, at most ``largest``; `nil` where it reports none.
  var size: Size? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
    else { return nil }
    return Size(
      columns: min(Int(window.ws_col), Self.largest.columns), rows: min(Int(window.ws_row), Self.largest.rows)
    )
  }
}

extension termios {
  /// Whether all but the speed of the line is as in `other`.
  fileprivate func hasFlags(of other: termios) -> Bool {
    let hasCharacters = unsafe withUnsafeBytes(of: c_cc) { mine in
      unsafe withUnsafeBytes(of: other.c_cc) { unsafe mine.elementsEqual($0) }
    }
    return hasCharacters && c_iflag == other.c_iflag && c_oflag == other.c_oflag && c_cflag == other.c_cflag
      && c_lflag == other.c_lflag
  }
}

/// The one form that a process can have at a time: ncurses, the actions of signals and the locale are the process's. It
/// is claimed before anything is touched, on any thread.
package enum ProcessClaim {
  /// Claims the process; answers false where a form has it.
  package static func take() -> Bool { ww_form_claim() }

  /// Lets other forms have the process.
  package static func giveUp() { ww_form_release() }
}

/// Finding the terminal that a form is drawn on, and opening it. It never becomes the one that controls the process.
extension TerminalDevice {
  /// Opens the terminal at `path`; without one the terminal that controls the process, wherever its standard descriptors
  /// lead to, or, where none does, the first of standard input, standard error and standard output that is a terminal.
  ///
  /// - Parameters:
  ///   - path: The device.
  ///   - mustBeOwn: Whether it has to belong to the user of the process, the superuser included.
  /// - Returns: A descriptor that is closed on exec.
  /// - Throws: Why there is none.
  static func open(_ path: String?, mustBeOwn: Bool = false) throws(TerminalError) -> Int32 {
    if let path { return try open(device: path, mustBeOwn: mustBeOwn) }
    let descriptor = unsafe Glibc.open("/dev/tty", flags)
    if descriptor >= 0 { return descriptor }
    let number = errno
    if [ENXIO, ENOENT].contains(number), let descriptor = openStandardTerminal() { return descriptor }
    throw .noTerminal(errno: number)
  }

  /// What was typed can be taken back between the news of it and the reading, by a handler of the host's or another
  /// program: nothing may wait then for what comes no more.
  private static let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC

  /// Whether a terminal controls the process, and with it the shell that continues a job.
  static var hasControllingTerminal: Bool {
    let descriptor = unsafe Glibc.open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  private static func open(device path: String, mustBeOwn: Bool) throws(TerminalError) -> Int32 {
    let descriptor = unsafe ww_terminal_open(path)
    guard descriptor >= 0 else { throw .cannotDrawOn(path, errno: errno) }
    var status = stat()
    let isOwn = unsafe fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
    guard isOwn || !mustBeOwn else {
      close(descriptor)
      throw .notOwned(path)
    }
    return descriptor
  }

  private static func openStandardTerminal() -> Int32? {
    for number in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] where isatty(number) == 1 {
      if let descriptor = reopen(number) { return descriptor }
    }
    return nil
  }

  /// A descriptor for the terminal of descriptor `number` that can be read and written; `nil` where none can be had.
  private static func reopen(_ number: Int32) -> Int32? {
    var name = [CChar](repeating: 0, count: 256)
    if unsafe ttyname_r(number, &name, name.count) == 0 {
      let descriptor = unsafe Glibc.open(name, flags)
      if descriptor >= 0 { return descriptor }
    }
    // The name may be another's in a container, and the device another user's under su.
    guard fcntl(number, F_GETFL) & O_ACCMODE == O_RDWR else { return nil }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    return copy >= 0 ? copy : nil
  }
}
