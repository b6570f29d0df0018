internal import Glibc
internal import System

/// Where the program says what went wrong and what went well.
enum StandardError {
  /// Whether a person reads it directly.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `line` after the program's name. Where even this fails there is nobody left to be told.
  static func tell(_ line: String) { write("watchword: \(line)") }

  /// Writes `line` as it is.
  static func write(_ line: String) {
    try? Output(descriptor: STDERR_FILENO).write(Array("\(line)\n".utf8).span)
  }
}
