internal import CWatchwordSystem
internal import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// Why the terminal cannot be used. `description` is one line that says what is wrong and what to do.
package enum TerminalError: Error, Equatable, Sendable {
  /// The process has no terminal, or cannot open it.
  case noTerminal(errno: Int32)
  /// The given terminal cannot be used.
  case cannotDrawOn(String, errno: Int32)
  /// The given terminal belongs to another user.
  case notOwned(String, by: UInt32)
  /// TERM is unset or empty.
  case noType
  /// The terminfo database has no such entry.
  case unknownType(String)
  /// A terminal of this type can only print line after line.
  case cannotPlaceCursor(String)
  /// A form of another process is open on the terminal.
  case taken
  /// The program asked for the form, but ended before the form's turn came.
  case abandoned
  /// The picture could not be written, with the errno of write(2).
  case cannotDraw(errno: Int32)
  /// No guarded memory for input and pasted text.
  case memory(SecretError)
}

extension TerminalError {
  /// Whether the terminal exists but its type lacks what a screen needs.
  package var isOfType: Bool {
    switch self {
    case .noType, .unknownType, .cannotPlaceCursor: true
    default: false
    }
  }

  /// Why no screen is possible with TERM set to `type`, as far as can be told without terminfo; `nil` if one may be.
  package init?(ofType type: String) {
    switch type {
    case "": self = .noType
    case "dumb": self = .cannotPlaceCursor(type)
    default: return nil
    }
  }

  /// Why the form uses line mode, as a sentence; `nil` if the terminal's type is not the reason.
  package func reasonForLines(in texts: Texts) -> String? {
    switch self {
    case .noType: texts("TERM is not set: this goes line by line.")
    case .unknownType(let type):
      texts("TERM is {type}, unknown to terminfo: this goes line by line.", ["type": printable(type)])
    case .cannotPlaceCursor(let type):
      texts("TERM is {type}, which has no screen: this goes line by line.", ["type": printable(type)])
    default: nil
    }
  }
}

extension TerminalError: CustomStringConvertible {
  package var description: String {
    switch self {
    // translators: This and the next texts follow "watchword: ", without a full stop at their end.
    case .noTerminal(ENXIO), .noTerminal(ENOTTY): text("there is no terminal to ask on")
    case .noTerminal(let number):
      text("cannot open {file}: {reason}", ["file": "/dev/tty", "reason": Self.reason(number)])
    case .cannotDrawOn(let path, let number):
      text(
        "cannot draw on {file}: {reason}",
        ["file": printable(path, most: 256), "reason": Self.reason(number)])
    case .notOwned(_, let owner):
      text(
        "This terminal belongs to {owner}. Run 'script /dev/null' first, or log in as {user} directly.",
        ["owner": accountName(of: owner), "user": accountName(of: geteuid())])
    case .noType:
      text(
        "TERM is not set: set it to your terminal's type, for instance {example}",
        ["example": "TERM=xterm-256color"])
    case .unknownType(let type):
      text(
        "TERM is {type}, of which terminfo knows nothing: set it to a type that '{command}' lists",
        ["type": printable(type), "command": "toe -a"])
    case .cannotPlaceCursor(let type):
      text(
        "TERM is {type}, a type that cannot place the cursor: use a full-screen terminal",
        ["type": printable(type)])
    case .taken, .abandoned:
      text("another form is open on this terminal: end that one first, or use another terminal")
    case .cannotDraw(EFBIG):
      text(
        "cannot draw the form ({reason}): lift the limit on the size of files ({command})",
        ["reason": Self.reason(EFBIG), "command": "ulimit -f unlimited"])
    case .cannotDraw(let number):
      text("cannot draw the form: {reason}", ["reason": Self.reason(number)])
    case .memory(let error):
      text("cannot guard the memory for what is typed: {reason}", ["reason": "\(error)"])
    }
  }

  private static func reason(_ number: Int32) -> String {
    if number == ENOTTY { return text("it is not a terminal") }
    return unsafe ww_error_text(number).map { unsafe String(cString: $0) } ?? text("unknown error")
  }

  /// The most characters of a terminal type that are shown.
  private static let longestType = 40

  /// `text` in quotes, with control characters replaced because they must not reach the screen.
  private func printable(_ text: String, most count: Int = Self.longestType) -> String {
    let scalars = text.unicodeScalars.prefix(count).map { $0.isPrintableASCII ? $0 : "?" }
    return "'" + String(String.UnicodeScalarView(scalars)) + "'"
  }
}
