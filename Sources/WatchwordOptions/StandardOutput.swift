internal import Glibc
internal import WatchwordBase
internal import WatchwordSecrets
package import WatchwordSystem

/// Where the answer goes by default.
package struct StandardOutput {
  /// Whether the output is a list. Its reader may leave early, as head(1) does; only the status tells of that.
  private let isList: Bool

  /// - Throws: Why standard output can take nothing, if something `isWritten` to it.
  package init(
    _ descriptors: StandardDescriptors, isList: Bool = false, isWritten: Bool = true
  ) throws(ProgramError) {
    self.isList = isList
    guard isWritten else { return }
    if descriptors.closed.contains(STDOUT_FILENO) {
      throw .text("standard output is closed", status: .unwritten)
    }
    if fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY {
      throw .text("standard output cannot be written to", status: .unwritten)
    }
  }

  package static var name: String {
    // translators: It stands for {place} in "cannot write to {place}: {reason}".
    text("standard output")
  }

  package func write(_ bytes: Span<UInt8>) throws(ProgramError) {
    try rethrow(try Output.standard.write(bytes), as: failure)
  }

  package func close() throws(ProgramError) { try rethrow(try Output.standard.close(), as: failure) }

  package func deliver(_ bytes: Span<UInt8>) throws(ProgramError) {
    try write(bytes)
    try close()
  }

  package func deliver(_ text: String) throws(ProgramError) { try deliver(text.utf8Span.span) }

  private func failure(_ error: SystemError) -> ProgramError {
    isList && error.number == EPIPE ? ProgramError(nil, .unwritten) : .unwritten(error, to: Self.name)
  }
}
