internal import Glibc
internal import WatchwordMessages
internal import WatchwordSystem

/// Where the program says what went wrong and what went well.
enum StandardError {
  /// Whether a person reads it directly.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `line` after the program's name. Where even this fails there is no way left to say so.
  static func tell(_ line: String) { write("watchword: \(line)") }

  /// Writes `line` as it is.
  static func write(_ line: String) { put("\(line)\n") }

  /// Writes `text`, which need not be a line.
  static func put(_ text: String) { try? Output(descriptor: STDERR_FILENO).write(Array(text.utf8).span) }
}

/// Where the program's answer goes.
enum StandardOutput {
  /// Throws where nothing that is written to standard output can arrive.
  static func check(_ descriptors: StandardDescriptors) throws(ProgramError) {
    if descriptors.isOutputClosed { throw ProgramError(text("standard output is closed"), .unwritten) }
    if fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY {
      throw ProgramError(text("standard output cannot be written to"), .unwritten)
    }
  }

  /// Calls `write` to write to standard output, and closes it.
  ///
  /// A reader of a list that leaves has seen enough: then the status alone shows it.
  static func deliver(
    _ descriptors: StandardDescriptors, isList: Bool = false, _ write: (Output) throws(SystemError) -> Void
  ) throws(ProgramError) {
    try check(descriptors)
    do throws(SystemError) {
      try write(.standard)
      try Output.standard.close()
    } catch {
      throw isList && error.number == EPIPE ? ProgramError(nil, .unwritten) : .unwritten("\(error)")
    }
  }

  /// Writes `bytes`, and closes standard output.
  static func deliver(_ descriptors: StandardDescriptors, _ bytes: Span<UInt8>) throws(ProgramError) {
    try deliver(descriptors) { (output) throws(SystemError) in try output.write(bytes) }
  }
}
