internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordBase
internal import WatchwordScreen

/// The terminal's device: its descriptor, its modes before and during the form, and who else uses it.
///
/// Destroying the value restores the modes and discards unread input so that it does not reach the shell.
package struct TerminalDevice: ~Copyable {
  let descriptor: Int32
  /// Whether this is the controlling terminal, for which SIGWINCH reports a resize.
  let isControlling: Bool
  /// Whether the process may run on one processor only.
  private lazy var hasOneProcessor = ww_core_count() == 1
  /// Whether someone can continue the process after it stops.
  let hasJobControl: Bool
  private let modes: Modes
  /// A descriptor of the terminal's own device, never of /dev/tty, which is the same file for every terminal. It is
  /// locked because two forms on one terminal would take each other's keys. Negative if the device cannot be opened;
  /// then other processes' forms are not kept out.
  private let lock: Int32
  private var caller = ww_caller(input: -1, events: 0, output: -1, owner: -1)
  private var wasCalled = false
  /// What may still arrive of the last input. It is read at the end so that it does not reach the shell.
  var remainder: Remainder?

  /// Behind a reference, because the compiler follows each stored part of a noncopyable value through every method: with
  /// more than a hundred parts here, a debug build of this module took eight seconds more.
  private final class Modes {
    /// Those before the form, which are restored.
    var former: termios
    /// See ``TerminalManner/outerModes``.
    var outer: termios?
    /// Those that the form has set last.
    var own = termios()

    init(_ former: termios, outer: termios?) { (self.former, self.outer) = (former, outer) }
  }

  /// A sequence that starts or continues with one of the bytes in `first`.
  struct Remainder {
    let first: String
    let milliseconds: Int32
    /// Whether it is the rest of a sequence whose ESC was taken for the Esc key, because the rest came too late.
    var isSequence: Bool { first != Self.mouse.first }

    static let mouse = Remainder(first: "\u{1B}", milliseconds: 300)
    static func sequence(milliseconds: Int32) -> Remainder {
      Remainder(first: "[O", milliseconds: milliseconds)
    }
  }
  /// How long the host has had the terminal, see ``eventOfHosts(before:)``.
  private var hostsTime = Duration.zero
  /// Whether no more input can come.
  var isHungUp = false
  /// Why the terminal is unusable; `nil` while it is usable, and also if it has simply gone.
  var failure: TerminalError?
  /// Whether to leave flow control unchanged, for a terminal that needs it.
  var keepsFlowControl = false
  /// Whether the foreign modes found last, such as echo, can have spoiled the picture.
  private(set) var foreignModesSpoil = false
  /// What is appended to every write.
  var tail: [UInt8] = []
  /// Whether another form had the terminal just before. The program of that form may still print its answer.
  private var hasWaited: Bool

  /// Opens the terminal as ``open(_:mustBeOwn:)`` does, and starts catching the signals that become events.
  init(path: String?, mustBeOwn: Bool = false, _ manner: TerminalManner = TerminalManner())
    throws(TerminalError)
  {
    let descriptor = try Self.open(path, mustBeOwn: mustBeOwn)
    var lock: Int32 = -1
    var (modes, waited) = (termios(), false)
    do throws(TerminalError) {
      if manner.saysThatItWaits, ww_would_stop(descriptor) { Self.sayThatItWaits() }
      guard ww_await_foreground(descriptor) else { throw .noTerminal(errno: errno) }
      lock = ww_terminal_device(descriptor)
      if !Self.take(lock) {
        guard manner.waitsForTurn else { throw .taken }
        waited = true
        guard Self.waitForTurn(lock) else { throw .abandoned }
        guard ww_await_foreground(descriptor) else { throw .noTerminal(errno: errno) }
      }
      // Only now, with the lock: before, these could be the modes of a form that is about to end.
      guard unsafe tcgetattr(descriptor, &modes) == 0 else { throw .noTerminal(errno: errno) }
    } catch {
      close(descriptor)
      Self.giveUp(lock)
      if lock >= 0 { close(lock) }
      throw error
    }
    (self.descriptor, self.lock) = (descriptor, lock)
    self.modes = Modes(modes, outer: manner.outerModes?.modes)
    hasWaited = waited
    isControlling = tcgetpgrp(descriptor) != -1
    hasJobControl = isControlling || Self.hasControllingTerminal
    ww_events_begin()
    ww_terminal_take()
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

  /// Locks a device. Returns false if a form of another process has it.
  static func take(_ lock: Int32) -> Bool {
    lock < 0 || flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Waits until no other form has the device. Returns false if the parent process, which wants the form, ends first.
  private static func waitForTurn(_ lock: Int32) -> Bool {
    var parent = pollfd(fd: ww_process_open(getppid()), events: Int16(POLLIN), revents: 0)
    defer { if parent.fd >= 0 { close(parent.fd) } }
    while !take(lock) { if unsafe poll(&parent, 1, 50) > 0 { return false } }
    return true
  }

  /// Reports on standard error that the process is in the background, before it is stopped.
  private static func sayThatItWaits() {
    let line = text(
      "this runs in the background and waits: try {first}, {second} or {third}",
      ["first": "timeout --foreground", "second": "parallel --tty", "third": "fg"])
    let bytes = Array("watchword: \(line)\n".utf8)
    unsafe bytes.withUnsafeBytes {
      _ = unsafe ww_write_all(STDERR_FILENO, $0.baseAddress, $0.count, nil, nil)
    }
    refreshOtherForm()
  }

  /// Makes another process's form redraw, if one is open on this process's terminal.
  static func refreshOtherForm() {
    guard let terminal = try? open(nil) else { return }
    let lock = ww_terminal_device(terminal)
    if !take(lock) { kill(-tcgetpgrp(terminal), SIGWINCH) }
    if lock >= 0 { close(lock) }
    close(terminal)
  }

  /// Unlocks the device, even if a child process has a copy of the descriptor.
  private static func giveUp(_ lock: Int32) { if lock >= 0 { flock(lock, LOCK_UN) } }

  /// Makes the handler for deadly signals write `bytes`, at most WW_RESTORE_CAPACITY, and restore the modes.
  borrowing func arm(writing bytes: [UInt8]) {
    var modes = modes.outer ?? modes.former
    unsafe bytes.withUnsafeBufferPointer {
      unsafe ww_deadly_arm(descriptor, &modes, $0.baseAddress, $0.count)
    }
  }

  /// Restores the modes, or `others`, and discards unread input and replies. Later input, except the ``remainder``, is
  /// the shell's.
  borrowing func restoreModes(_ others: termios? = nil) {
    guard ww_terminal_use() else { return }
    defer { ww_terminal_rest() }
    ww_answer_await(descriptor)
    var modes = others ?? modes.former
    // In the background, with no shell to bring the process back, the modes can be set only while SIGTTOU is blocked.
    let before = isAbandoned ? ww_signals_block() : nil
    defer { if let before { ww_signals_release(before) } }
    // Keys that the kernel has not processed yet would survive TCSAFLUSH without this, and be echoed.
    if remainder?.isSequence != true { discardInput() }
    if let remainder { unsafe ww_remainder_drop(descriptor, remainder.first, remainder.milliseconds) }
    unsafe tcsetattr(descriptor, remainder == nil ? TCSAFLUSH : TCSADRAIN, &modes)
  }

  func discardInput() { tcflush(descriptor, TCIFLUSH) }

  /// Whether SIGTSTP is not ignored, someone would continue the process, and no caller shares its process group.
  var canSuspend: Bool { caller.output < 0 && hasJobControl && !ww_stop_is_ignored() }

  /// Releases the terminal and stops the process group. Once continued in the foreground, takes the terminal again, and
  /// remembers the modes it has then for the end of the form. Returns false if the terminal cannot be taken again.
  mutating func suspend() -> Bool {
    restoreModes(modes.outer)
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
    guard unsafe tcgetattr(descriptor, &now) == 0 else { return true }
    if modes.outer == nil { modes.former = now } else { modes.outer = now }
    return true
  }

  /// From now on, the form ends if `caller` writes anything more or ends.
  mutating func watch(_ caller: Caller) {
    self.caller = ww_caller_find(caller.input, caller.output, caller.owner ?? -1)
  }

  /// The time between two checks of the modes. It is shorter with a caller, because no signal reports a resize of the
  /// caller's terminal.
  var watchPeriod: Duration { caller.output < 0 ? .seconds(1) : .milliseconds(250) }

  /// Waits at most `time` for input, the caller or a signal. Does not wait for input if `isReading` is false. Returns a
  /// WW_WAIT value. Prefers keys if the caller woke us last time, so a chatty caller cannot starve the keyboard.
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

  /// Sleeps for a moment, so that the kernel can deliver what was written before we compute: it does that on the processor
  /// of the writer. Returns whether there is input.
  mutating func giveWay() -> Bool { ww_give_way(descriptor, hasOneProcessor ? Self.longMoment : Self.moment) }

  /// The same after a picture, which the rest of the work can wait for.
  func giveWayToPicture() { _ = ww_give_way(descriptor, Self.longMoment) }

  /// In nanoseconds. Half of a moment can pass before the process sleeps. After a key, a picture follows that should not
  /// come much later: 12 µs delay it by 10 to 25, 20 µs by 50, and with 8 the echo of a busy machine waits.
  private static let (moment, longMoment): (Int64, Int64) = (12_000, 20_000)

  /// Waits while the host has the terminal, after a fault or ``DeadlySignals/restoreTerminal()``. Returns events
  /// meanwhile, and `nil` once the form has the terminal again, because the host returned it or the user pressed Enter
  /// after ``leastHostsTime``.
  mutating func eventOfHosts(before deadline: Instant?) -> Event? {
    while ww_terminal_holder() == WW_TERMINAL_HOSTS {
      let signals = Int(ww_events_take())
      if signals & WW_EVENT_STOP != 0 { ww_stop_group() }
      if signals & WW_EVENT_WAKE != 0 { return .tick }
      let rest = deadline.map { $0 - Instant(nanoseconds: ww_now()) } ?? Self.hostsStep
      if rest <= .zero { return .tick }
      let step = min(rest, Self.hostsStep)
      switch wait(step, isReading: hostsTime >= Self.leastHostsTime && ww_is_in_foreground(descriptor)) {
      case WW_WAIT_READABLE: ww_deadly_resume_terminal()
      case WW_WAIT_GONE:
        isHungUp = true
        return .hangUp
      case WW_WAIT_CALLED: return .withdrawn
      case WW_WAIT_OVER: hostsTime += step
      default: break
      }
    }
    hostsTime = .zero
    discardInput()
    ww_terminal_take()
    return nil
  }

  /// The minimum time the host keeps the terminal. Only the steps that this thread has waited count, because a
  /// backtracer stops the thread.
  private static let leastHostsTime = Duration.seconds(5)
  private static let hostsStep = Duration.seconds(1)

  /// Delivers every key unprocessed: no line editing, echo, signals or translation. Character size and parity stay, and a
  /// newline is a carriage return as well, if it was, for the lines of other programs; ncurses writes none.
  mutating func setRaw() {
    var raw = modes.former
    raw.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | INLCR | IGNCR | ICRNL | IUCLC)
    if !keepsFlowControl { raw.c_iflag &= ~tcflag_t(IXON | IXOFF) }
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN)
    raw.c_oflag &= ~tcflag_t(OLCUC | OCRNL | ONLRET | XTABS)
    unsafe withUnsafeMutableBytes(of: &raw.c_cc) {
      unsafe $0[Int(VMIN)] = 1
      unsafe $0[Int(VTIME)] = 0
    }
    set(raw)
  }

  /// Delivers whole lines, edited by the kernel as the user is used to. Control-C and Control-Z end a line as Enter
  /// does: a keyboard signal would reach the whole process group before the terminal is restored. Control-R is
  /// delivered, too, instead of reprinting the line.
  ///
  /// - Parameters:
  ///   - echoes: Whether input is visible. Deletions are then printed between \ and /, so nothing is overwritten.
  ///   - isUTF8: Whether a character can have several bytes.
  ///   - canStop: Whether Control-Z stops the program. Otherwise it is delivered as a character.
  mutating func setLines(echoes: Bool, isUTF8: Bool, canStop: Bool) {
    var lines = modes.former
    lines.c_iflag &= ~tcflag_t(IGNBRK | BRKINT | PARMRK | INLCR | IGNCR | IUCLC)
    // After Control-S any key resumes output: otherwise the program could not report what Control-C did.
    lines.c_iflag |= tcflag_t(ICRNL | IXANY) | (isUTF8 ? tcflag_t(IUTF8) : 0)
    lines.c_lflag &= ~tcflag_t(ECHO | ECHONL | ECHOE | ECHOKE | XCASE | ISIG)
    lines.c_lflag |= tcflag_t(ICANON | IEXTEN)
    if echoes { lines.c_lflag |= tcflag_t(ECHO | ECHOCTL | ECHOPRT | ECHOK) }
    lines.c_oflag &= ~tcflag_t(OLCUC | OCRNL | ONOCR | ONLRET)
    lines.c_oflag |= tcflag_t(OPOST | ONLCR)
    unsafe withUnsafeMutableBytes(of: &lines.c_cc) {
      for key in [VREPRINT, VDISCARD] { unsafe $0[Int(key)] = 0 }
      unsafe $0[Int(VEOL)] = Teletype.controlC
      unsafe $0[Int(VEOL2)] = canStop ? Teletype.controlZ : 0
    }
    set(lines)
  }

  private mutating func set(_ wanted: termios) {
    var own = wanted
    defer { modes.own = own }
    guard ww_terminal_use() else { return }
    defer { ww_terminal_rest() }
    unsafe tcsetattr(descriptor, TCSADRAIN, &own)
    // The device may not support every mode, so remember what it has now. But keep the local modes as asked for: if
    // echo is on now, another program has just switched it on, and that must be noticed.
    unsafe tcgetattr(descriptor, &own)
    own.c_lflag = wanted.c_lflag
  }

  /// Whether another program has changed the modes that the form set last. In the background the modes are the shell's,
  /// and this is false.
  ///
  /// If the program has switched a local mode on, such as echo, the mode stays on after the form: the program may have
  /// switched it off before the form, and restored it now.
  mutating func findForeignModes() -> Bool {
    var now = termios()
    guard unsafe tcgetattr(descriptor, &now) == 0, !now.hasFlags(of: modes.own),
      ww_is_in_foreground(descriptor)
    else {
      return false
    }
    let own = modes.own
    modes.former.c_lflag |= now.c_lflag & ~own.c_lflag
    foreignModesSpoil = (now.c_lflag, now.c_oflag) != (own.c_lflag, own.c_oflag)
    return true
  }

  /// Whether the process is in the background and its process group is orphaned, so no shell can bring it back.
  var isAbandoned: Bool { ww_is_abandoned(descriptor) }

  /// Whether the output of the previous form's program may have spoiled the picture. Returns true only once.
  mutating func takeLateLines() -> Bool {
    defer { hasWaited = false }
    return hasWaited
  }

  /// The terminal's device number; `nil` if it is the controlling terminal.
  var foreignNumber: UInt? {
    var status = stat()
    guard !isControlling, unsafe fstat(descriptor, &status) == 0 else { return nil }
    return UInt(status.st_rdev)
  }

  /// Writes `bytes`, unless the host has the terminal. Returns false if the device does not accept them.
  @discardableResult
  func write(_ bytes: borrowing Span<UInt8>) -> Bool {
    guard ww_terminal_use() else { return true }
    defer { ww_terminal_rest() }
    return unsafe bytes.withUnsafeBytes {
      unsafe ww_write_all(descriptor, $0.baseAddress, $0.count, nil, nil) == 0
    }
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool { write((tail.isEmpty ? bytes : bytes + tail).span) }

  var isGone: Bool {
    var now = termios()
    return unsafe tcgetattr(descriptor, &now) != 0
  }

  var hasLine: Bool {
    var count: Int32 = 0
    return unsafe ioctl(descriptor, UInt(FIONREAD), &count) == 0 && count > 0
  }

  /// The largest size used, more than any real window, because memory and time grow with it.
  private static let largest = Size(columns: 500, rows: 200)

  /// The window size the device reports, at most ``largest``; `nil` if it reports none.
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
  /// Whether everything except the line speed equals `other`.
  fileprivate func hasFlags(of other: termios) -> Bool {
    let hasCharacters = unsafe withUnsafeBytes(of: c_cc) { mine in
      unsafe withUnsafeBytes(of: other.c_cc) { unsafe mine.elementsEqual($0) }
    }
    return hasCharacters && c_iflag == other.c_iflag && c_oflag == other.c_oflag && c_cflag == other.c_cflag
      && c_lflag == other.c_lflag
  }
}

/// Terminal modes, which are equal if all but the line speed is.
package struct TerminalModeFlags: Equatable, Sendable {
  let modes: termios

  package static func == (one: Self, other: Self) -> Bool { one.modes.hasFlags(of: other.modes) }
}

/// Finding and opening the form's terminal, which never becomes the controlling one.
extension TerminalDevice {
  /// Opens the terminal at `path`. Without a path, opens the controlling terminal, wherever the standard descriptors
  /// lead, or, if the process has none, the first of standard input, standard error and standard output that is a
  /// terminal.
  ///
  /// - Parameters:
  ///   - path: The device; `nil` for the process's own terminal.
  ///   - mustBeOwn: Whether the terminal at `path` has to belong to the process's user, even if that is the superuser.
  /// - Returns: A close-on-exec descriptor.
  /// - Throws: Why the terminal cannot be opened.
  static func open(_ path: String?, mustBeOwn: Bool = false) throws(TerminalError) -> Int32 {
    if let path { return try open(device: path, mustBeOwn: mustBeOwn) }
    let descriptor = unsafe Glibc.open("/dev/tty", flags)
    if descriptor >= 0 { return descriptor }
    let number = errno
    if [ENXIO, ENOENT].contains(number), let descriptor = openStandardTerminal() { return descriptor }
    throw .noTerminal(errno: number)
  }

  /// Non-blocking, because the host's handler or another program can take the input between poll and read.
  private static let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC

  /// Whether the process has a controlling terminal, and so a shell that can continue it as a job.
  package static var hasControllingTerminal: Bool {
    let descriptor = unsafe Glibc.open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }

  /// The path of the terminal with this device `number`; `nil` if it is not a terminal, or not the user's, as it has to
  /// be unless told otherwise.
  package static func path(of number: UInt, mustBeOwn: Bool = true) -> String? {
    var path = [CChar](repeating: 0, count: 256)
    var status = stat()
    guard unsafe ww_terminal_path(number, &path, path.count) && stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFCHR, status.st_rdev == number, !mustBeOwn || status.st_uid == geteuid()
    else { return nil }
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the process has a controlling terminal, and is in its foreground.
  package static var isInForeground: Bool {
    guard hasControllingTerminal, let descriptor = try? open(nil) else { return false }
    defer { close(descriptor) }
    return tcgetpgrp(descriptor) == getpgrp()
  }

  /// Whether there is a terminal of the user at `path`.
  package static func isOwn(at path: String) -> Bool {
    guard let descriptor = try? open(path, mustBeOwn: true) else { return false }
    return close(descriptor) == 0
  }

  /// The device number of /dev/tty.
  private static let controlling: dev_t = 0x500

  private static func open(device path: String, mustBeOwn: Bool) throws(TerminalError) -> Int32 {
    let descriptor = unsafe ww_terminal_open(path)
    var status = stat()
    guard descriptor >= 0 else {
      let number = errno
      // After su the terminal still belongs to the previous user.
      if number == EACCES, unsafe stat(path, &status) == 0, status.st_uid != geteuid() {
        throw .notOwned(path, by: status.st_uid)
      }
      throw .cannotDrawOn(path, errno: number)
    }
    // /dev/tty belongs to root but leads to the controlling terminal.
    let isOwn =
      unsafe fstat(descriptor, &status) == 0 && (status.st_uid == geteuid() || status.st_rdev == controlling)
    guard isOwn || !mustBeOwn else {
      close(descriptor)
      throw .notOwned(path, by: status.st_uid)
    }
    return descriptor
  }

  private static func openStandardTerminal() -> Int32? {
    for number in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] where isatty(number) == 1 {
      if let descriptor = reopen(number) { return descriptor }
    }
    return nil
  }

  /// A descriptor for reading and writing the terminal of descriptor `number`; `nil` if none can be had.
  private static func reopen(_ number: Int32) -> Int32? {
    var name = [CChar](repeating: 0, count: 256)
    if unsafe ttyname_r(number, &name, name.count) == 0 {
      let descriptor = unsafe Glibc.open(name, flags)
      if descriptor >= 0 { return descriptor }
    }
    // In a container the name may be another terminal's, and after su the device may belong to another user.
    guard fcntl(number, F_GETFL) & O_ACCMODE == O_RDWR else { return nil }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    return copy >= 0 ? copy : nil
  }
}
