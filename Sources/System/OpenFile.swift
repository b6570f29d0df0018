import Glibc

/// An open file, closed at the end of its life.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Opens the file at `path`, see open(2); children do not inherit it.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - flags: The flags of open(2).
  ///   - mode: The permissions of a file that is made, before umask(2).
  /// - Throws: The error of open(2).
  init(path: String, flags: Int32, mode: mode_t = 0) throws(SystemError) {
    descriptor = unsafe open(path, flags | O_CLOEXEC | O_NOCTTY, mode)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { close(descriptor) }

  /// What the file is, see fstat(2).
  var status: stat {
    get throws(SystemError) {
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
      return status
    }
  }

  /// Reads from where the file stands to its end, at most `limit` bytes.
  ///
  /// - Throws: The error of read(2).
  func read(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let answer = unsafe bytes.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(descriptor, bytes.baseAddress?.advanced(by: count), limit - count)
      }
      if answer == 0 { break }
      if answer > 0 {
        count += answer
      } else if errno != EINTR {
        throw .last
      }
    }
    return Array(bytes.prefix(count))
  }

  /// Waits until the disk has what was written, see fsync(2).
  ///
  /// - Throws: The error of fsync(2).
  func synchronize() throws(SystemError) {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw .last }
    }
  }
}
