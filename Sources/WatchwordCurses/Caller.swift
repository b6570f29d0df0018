/// The program that a form is shown for. It names the terminal, which has to belong to the user of the process, and waits
/// for the answer. When it says something else, or ends, the form ends.
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
  /// The type of the terminal, as TERM has it elsewhere; `nil` takes TERM.
  package var terminalType: String?
  /// The locale that the characters of the terminal are in; `nil` takes that of the environment.
  package var locale: String?
  /// How the person is told that the form has come; `nil` for not at all.
  package var announcement: Announcement?

  package init(input: Int32, output: Int32) { (self.input, self.output) = (input, output) }

  /// What the environment of the process says of the terminal; of another one than its own it says nothing.
  func environmentVariable(_ name: String) -> String? {
    terminalType == nil || name == "NO_COLOR" ? WatchwordCurses.environmentVariable(name) : nil
  }
}
