internal import CWatchwordSystem
internal import Glibc
package import WatchwordMessages
package import WatchwordSecrets

/// Why the terminal cannot be used. The description is one line that says what is wrong and what to do.
package enum TerminalError: Error, Equatable, Sendable {
  /// The process has no terminal, or cannot open it, with the errno that says why.
  case noTerminal(errno: Int32)
  /// The terminal that was asked for cannot be used, with the errno that says why.
  case cannotDrawOn(String, errno: Int32)
  /// The terminal that was asked for belongs to another user.
  case notOwned(String)
  /// TERM is not set, or empty.
  case noType
  /// The terminfo database has no entry of this name.
  case unknownType(String)
  /// The terminal of this type can only print line after line.
  case cannotPlaceCursor(String)
  /// A form of another process is open on the terminal.
  case taken
  /// What the form looks like could not be gathered, with the errno of write(2).
  case cannotDraw(errno: Int32)
  /// What is read and pasted could not be kept in guarded memory.
  case memory(SecretError)
}

extension TerminalError {
  /// Whether the terminal is there, and of its type nothing is known that a screen needs.
  package var isOfType: Bool {
    switch self {
    case .noType, .unknownType, .cannotPlaceCursor: true
    default: false
    }
  }

  /// Finds why there is no screen where TERM is `type`, as far as that can be told without terminfo; `nil` where there may
  /// be one.
  package init?(ofType type: String) {
    switch type {
    case "": self = .noType
    case "dumb": self = .cannotPlaceCursor(type)
    default: return nil
    }
  }

  /// Why the form is a talk in lines, as a sentence; `nil` where the type of the terminal is not the reason.
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
  /// The error as one line without a full stop.
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
    case .notOwned(let path):
      text("cannot draw on {file}: it belongs to another user", ["file": printable(path, most: 256)])
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
    case .taken:
      text("another form is open on this terminal: end that one first, or use another terminal")
    case .cannotDraw(let number):
      text(
        "cannot draw the form ({reason}): lift the limit on the size of files ({command})",
        ["reason": Self.reason(number), "command": "ulimit -f unlimited"])
    case .memory(let error):
      text("cannot guard the memory for what is typed: {reason}", ["reason": "\(error)"])
    }
  }

  private static func reason(_ number: Int32) -> String {
    if number == ENOTTY { return text("it is not a terminal") }
    return unsafe ww_error_text(number).map { unsafe String(cString: $0) } ?? text("unknown error")
  }

  /// The most characters of a type that are shown.
  private static let longestType = 40

  /// `text` in quotes. It can hold control characters, which must not reach the screen.
  private func printable(_ text: String, most count: Int = Self.longestType) -> String {
    let scalars = text.unicodeScalars.prefix(count).map { $0.isPrintableASCII ? $0 : "?" }
    return "'" + String(String.UnicodeScalarView(scalars)) + "'"
  }
}
