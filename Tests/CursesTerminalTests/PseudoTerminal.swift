import CWatchwordCurses
import CWatchwordSystem
import CWatchwordTerminal
import Glibc

/// Both ends of a terminal that controls no process.
final class PseudoTerminal: Sendable {
  let master: Int32
  let slavePath: String

  /// The system has no more terminals.
  struct Unavailable: Error {}

  init(columns: UInt16, rows: UInt16) throws {
    let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw Unavailable() }
    var (number, unlocked): (UInt32, Int32) = (0, 0)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import; see ioctl_tty(2).
    guard unsafe ioctl(master, 0x4004_5431, &unlocked) == 0,
      unsafe ioctl(master, 0x8004_5430, &number) == 0, unsafe ioctl(master, UInt(TIOCSWINSZ), &size) == 0
    else { throw Unavailable() }
    self.master = master
    slavePath = "/dev/pts/\(number)"
  }

  deinit { close(master) }

  /// What was written to the terminal and not taken yet, as text with escape sequences.
  func taken() -> String {
    var bytes: [UInt8] = []
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLIN) != 0 {
      var block = [UInt8](repeating: 0, count: 65536)
      let count = unsafe read(master, &block, block.count)
      guard count > 0 else { break }
      bytes += block.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(master, bytes, bytes.count)
  }

  /// Switches the echo on, as another program might.
  func switchEchoOn() { change { $0.c_lflag |= tcflag_t(ECHO) } }

  func change(_ change: (inout termios) -> Void) {
    var modes = flags
    change(&modes)
    unsafe tcsetattr(master, TCSANOW, &modes)
  }

  var flags: termios {
    var modes = termios()
    unsafe tcgetattr(master, &modes)
    return modes
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// The terminal's modes, as a text to compare.
  var modes: String {
    let modes = flags
    return "\(modes.c_iflag) \(modes.c_oflag) \(modes.c_cflag) \(modes.c_lflag) \(modes.c_cc)"
  }
}
