internal import Glibc
internal import WatchwordSystem

/// Messages about errors and success.
package enum StandardError {
  /// Whether a user reads standard error directly.
  package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `line` after the program's name. If even this fails, nothing can report it.
  package static func tell(_ line: String) { write("watchword: \(line)") }

  package static func write(_ line: String) { put("\(line)\n") }

  /// Writes `text`, which need not be a line.
  package static func put(_ text: String) {
    try? Output(descriptor: STDERR_FILENO).write(Array(text.utf8).span)
  }
}
