internal import CWatchwordSystem
import Glibc
package import WatchwordBase

/// A descriptor that an answer is written to, without a buffer that could keep a copy. The caller must ignore SIGPIPE,
/// so that a pipe without a reader is an error and does not end the program.
package struct Output: Equatable, Sendable {
  private let descriptor: Int32

  package static let standard = Output(descriptor: STDOUT_FILENO)

  /// Makes an output of an open descriptor, which the caller still has to close.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of `bytes`, waiting as long as the reader takes, even if the descriptor does not block.
  ///
  /// - Throws: The error of write(2) or poll(2), such as EPIPE for a pipe without a reader or ENOSPC for a full disk.
  ///   Some of the bytes may have been written.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    let error = unsafe bytes.withUnsafeBytes {
      unsafe ww_write_all(descriptor, $0.baseAddress, $0.count, nil, nil)
    }
    guard error == 0 else { throw SystemError(number: error) }
  }

  /// Writes all of `bytes`, and makes the system report the errors of close(2), but leaves the descriptor open.
  package func deliver(_ bytes: Span<UInt8>) throws(SystemError) {
    try write(bytes)
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    if copy >= 0 { try Output(descriptor: copy).close() }
  }

  /// Closes the descriptor, which makes this output and its copies useless. Throws the error of close(2): some file
  /// systems report only now that they could not keep the bytes.
  package func close() throws(SystemError) {
    // After EINTR Linux has closed the descriptor anyway; closing again could close another file's.
    guard Glibc.close(descriptor) == 0 || errno == EINTR else { throw .last }
  }
}
