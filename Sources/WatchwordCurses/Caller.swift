internal import CWatchwordTerminal
internal import Glibc

/// The program that a form is shown for. It names the terminal, which has to belong to the user of the process, and waits
/// for the answer. When it says something else, or ends, or whoever it asks for ends, the form ends.
package struct Caller: Equatable, Sendable {
  /// How the person is told that a form has come.
  package enum Announcement: String, Sendable {
    /// The bell sounds.
    case beep
    /// The screen flashes, or the bell sounds where it cannot.
    case flash
  }

  /// The descriptors that it writes to and reads the answer from.
  package var input: Int32, output: Int32
  /// What can be read once the process has ended that it asks for (pidfd_open(2)); `nil` where that is not known.
  package var owner: Int32?
  /// The type of the terminal, as TERM has it elsewhere; `nil` takes TERM.
  package var terminalType: String?
  /// The locale that the characters of the terminal are in; `nil` takes that of the environment.
  package var locale: String?
  /// How the person is told that the form has come; `nil` for not at all.
  package var announcement: Announcement?

  package init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  /// The path of the terminal of this number; `nil` where the user has none there.
  package static func path(ofTerminal number: UInt) -> String? {
    var path = [CChar](repeating: 0, count: 256)
    var status = stat()
    guard unsafe ww_terminal_path(number, &path, path.count) && stat(path, &status) == 0,
      status.st_mode & S_IFMT == S_IFCHR, status.st_rdev == number, status.st_uid == geteuid()
    else { return nil }
    return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether a terminal controls the process.
  package static var hasTerminal: Bool { TerminalDevice.hasControllingTerminal }

  /// Whether there is a terminal of the user's at `path`.
  package static func hasTerminal(at path: String) -> Bool {
    guard let descriptor = try? TerminalDevice.open(path, mustBeOwn: true) else { return false }
    return close(descriptor) == 0
  }

  /// What the environment of the process says of the terminal; of another one than its own it says nothing.
  func environmentVariable(_ name: String) -> String? {
    terminalType == nil || name == "NO_COLOR" ? WatchwordCurses.environmentVariable(name) : nil
  }
}
