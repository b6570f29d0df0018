internal import CWatchwordSystem
internal import Glibc

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
