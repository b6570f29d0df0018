internal import WatchwordBase

/// The program a form is shown for. It names the terminal, which must belong to the process's user, and waits for the
/// answer. The form ends if the caller writes anything else or ends, or if its owner ends: the process on whose behalf
/// it asks.
package struct Caller: Equatable, Sendable {
  package enum Announcement: String, Sendable {
    case beep
    /// The screen flashes, or the bell rings if it cannot.
    case flash
  }

  /// Where this process reads what the caller writes.
  package var input: Int32
  /// Where this process writes the answer.
  package var output: Int32
  /// A pidfd (pidfd_open(2)) of the process on whose behalf the caller asks; `nil` if unknown.
  package var owner: Int32?
  /// The process ID of the owner; 0 if this process cannot see the owner, `nil` if the caller named none.
  package var process: Int32?
  /// The terminal's type; `nil` means TERM.
  package var terminalType: String?
  /// The locale of the terminal's character set; `nil` means that of the environment.
  package var locale: String?
  /// How the user is told that the form has appeared; `nil` for not at all.
  package var announcement: Announcement?

  package init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  /// An environment variable of this process. If the caller named a terminal type, the environment is not that of its
  /// terminal, so this returns `nil` for every name except NO_COLOR.
  func environmentVariable(_ name: String) -> String? {
    terminalType == nil || name == "NO_COLOR" ? WatchwordBase.environmentVariable(name) : nil
  }
}
