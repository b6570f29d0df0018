internal import Glibc
internal import WatchwordMessages
internal import WatchwordSecrets
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

/// Where the program's answer goes unless something else is asked for.
struct StandardOutput {
  /// Whether a reader that leaves has seen enough, as that of a list has: then the status alone shows it.
  private let isList: Bool

  /// - Throws: Why nothing that is written to standard output can arrive, where something `isWritten`.
  init(
    _ descriptors: StandardDescriptors, isList: Bool = false, isWritten: Bool = true
  ) throws(ProgramError) {
    self.isList = isList
    guard isWritten else { return }
    if descriptors.isOutputClosed { throw .text("standard output is closed", status: .unwritten) }
    if fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY {
      throw .text("standard output cannot be written to", status: .unwritten)
    }
  }

  /// What it is called in a line that says what went wrong.
  static var name: String {
    // translators: It stands for {place} in "cannot write to {place}: {reason}".
    text("standard output")
  }

  func write(_ bytes: Span<UInt8>) throws(ProgramError) {
    try rethrow(try Output.standard.write(bytes), as: failure)
  }

  func close() throws(ProgramError) { try rethrow(try Output.standard.close(), as: failure) }

  /// Writes `bytes`, and closes standard output.
  func deliver(_ bytes: Span<UInt8>) throws(ProgramError) {
    try write(bytes)
    try close()
  }

  func deliver(_ text: String) throws(ProgramError) { try deliver(text.utf8Span.span) }

  private func failure(_ error: SystemError) -> ProgramError {
    isList && error.number == EPIPE ? ProgramError(nil, .unwritten) : .unwritten(error, to: Self.name)
  }
}
