internal import CWatchwordSystem
import Glibc
package import WatchwordMessages

/// A descriptor that an answer is written to, without a buffer of its own that could keep a copy.
///
/// The caller ignores SIGPIPE, so that a pipe without a reader is an error here and not the end of the program.
package struct Output: Equatable, Sendable {
  private let descriptor: Int32

  package static let standard = Output(descriptor: STDOUT_FILENO)

  /// Makes an output of an open file descriptor, which stays the caller's to close.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of `bytes`, waiting as long as the reader takes, also where the descriptor does not block.
  ///
  /// - Throws: The error of write(2) or poll(2), for instance EPIPE for a pipe without a reader and ENOSPC for a
  ///   full disk. Some of the bytes may have been written by then.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    let error = unsafe bytes.withUnsafeBytes {
      unsafe ww_write_all(descriptor, $0.baseAddress, $0.count, nil, nil)
    }
    guard error == 0 else { throw SystemError(number: error) }
  }

  /// Writes all of `bytes`, has the system say what it would say at the end, and leaves the descriptor open.
  ///
  /// - Throws: What ``write(_:)`` and ``close()`` throw.
  package func deliver(_ bytes: Span<UInt8>) throws(SystemError) {
    try write(bytes)
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    if copy >= 0 { try Output(descriptor: copy).close() }
  }

  /// Closes the descriptor, after which this output and its copies are of no use.
  ///
  /// Some file systems say only now that the bytes could not be kept, see close(2).
  ///
  /// - Throws: The error of close(2).
  package func close() throws(SystemError) {
    // After EINTR Linux has closed the descriptor all the same; asking again could close another's.
    guard Glibc.close(descriptor) == 0 || errno == EINTR else { throw .last }
  }
}
