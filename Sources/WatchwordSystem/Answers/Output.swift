import Glibc

/// A descriptor that an answer is written to, without a buffer of its own that could keep a copy.
///
/// The caller ignores SIGPIPE, so that a pipe without a reader is an error here and not the end of the program.
package struct Output: Equatable, Sendable {
  private let descriptor: Int32

  /// Standard output.
  package static let standard = Output(descriptor: STDOUT_FILENO)

  /// Makes an output of an open file descriptor, which stays the caller's to close.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all of `bytes`, waiting as long as the reader takes, also where the descriptor does not block.
  ///
  /// - Throws: The error of write(2) or poll(2), for instance EPIPE for a pipe without a reader and ENOSPC for a
  ///   full disk. Some of the bytes may have been written by then.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let answer = unsafe bytes.extracting(written...).withUnsafeBufferPointer { rest in
        unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if answer > 0 {
        written += answer
      } else {
        try recover(from: answer == 0 ? EIO : errno)
      }
    }
  }

  /// Has the system say what it would say at the end, and leaves the descriptor open: see ``close()``.
  ///
  /// - Throws: The error of close(2).
  package func flush() throws(SystemError) {
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

  /// Waits until it is worth trying again.
  private func recover(from number: Int32) throws(SystemError) {
    switch number {
    case EINTR: return
    case EAGAIN:
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard unsafe poll(&request, 1, -1) >= 0 || errno == EINTR else { throw .last }
    default: throw SystemError(number: number)
    }
  }
}
