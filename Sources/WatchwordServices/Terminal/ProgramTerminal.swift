internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordBase
internal import WatchwordScreen

/// A program on a pseudo-terminal of its own: passwd, or the command of `watchword run`.
struct ProgramTerminal: ~Copyable {
  private(set) var pty = ww_pty(child: ww_child(process: 0, output: -1), reports: -1, number: 0)
  /// The command itself, once its leader has told it.
  private(set) var program: pid_t = 0

  deinit {
    var pty = pty
    unsafe ww_pty_end(&pty)
  }

  /// Starts a program as ww_pty_start does, after the one before has ended.
  ///
  /// - Throws: Why there is no terminal for it, or why passwd cannot be started.
  mutating func start(
    _ arguments: [UnsafeMutablePointer<CChar>?], _ environment: [UnsafeMutablePointer<CChar>?] = unsafe [],
    outer: Int32 = -1
  ) throws(SystemError) {
    end()
    let error = unsafe ww_pty_start(arguments, environment, outer, &pty)
    guard error == 0 else { throw SystemError(number: error) }
  }

  mutating func end() { unsafe ww_pty_end(&pty) }

  /// Our side, which does not block.
  var descriptor: Int32 { pty.child.output }
  /// The foreground group.
  var group: pid_t { tcgetpgrp(descriptor) }

  var modes: termios {
    var modes = termios()
    unsafe tcgetattr(descriptor, &modes)
    return modes
  }

  /// Whether a line that is typed now is read as a line, and not shown.
  var isDark: Bool { QuestionWatch.Modes(modes).isDark }

  /// What ww_child_status says of the program.
  mutating func status() -> Int { Int(unsafe ww_child_status(&pty.child)) }

  /// Sets whether a deadly signal ends the program, too.
  mutating func endsWithUs(_ ends: Bool) { unsafe ww_child_set_last(&pty.child, ends) }

  /// Writes as if it were typed, and returns how much was taken.
  func write(_ bytes: Span<UInt8>) -> Int {
    unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Sends a signal to the foreground group.
  func signal(_ number: Int32) { ww_pty_signal(descriptor, number) }

  func setSize(of outer: Int32) { ww_pty_set_size(descriptor, outer) }

  /// The status of waitpid(2), or a negative errno, that the leader reports next; `nil` if it reports nothing. If the
  /// leader has gone, so has the terminal.
  mutating func takeReport() -> Int32? {
    var report = SIGHUP
    while unsafe recv(pty.reports, &report, MemoryLayout.size(ofValue: report), Int32(MSG_DONTWAIT)) >= 0 {
      guard program == 0, report > SIGHUP else { return report }
      program = report
      report = SIGHUP
    }
    return nil
  }

  var hasReport: Bool { recv(pty.reports, nil, 0, Int32(MSG_DONTWAIT | MSG_PEEK)) >= 0 }

  func letLeaderGoOn() { unsafe _ = send(pty.reports, "c", 1, Int32(MSG_NOSIGNAL)) }

  /// Lends a descriptor of the program's side.
  func withProgramSide<Result>(_ use: (Int32) -> Result) -> Result {
    let other = ww_pty_open(descriptor)
    defer { close(other) }
    return use(other)
  }
}

extension QuestionWatch.Modes {
  init(_ modes: termios) {
    let flags = modes.c_lflag
    self.init(isCanonical: flags & tcflag_t(ICANON) != 0, echoes: flags & tcflag_t(ECHO) != 0)
  }
}

extension Instant {
  static var now: Instant { Instant(nanoseconds: ww_now()) }
}
