internal import CWatchwordSystem
internal import Glibc
package import WatchwordBase

/// Opens the list at `path`, which is a file or a pipe, and never waits for its writer. read(2) fails with EAGAIN while a
/// pipe has nothing.
///
/// - Throws: Why it cannot be read, also of a folder, a terminal, or a FIFO that nobody writes to.
package func openList(_ path: String) throws(FileError) -> Int32 {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard descriptor >= 0 else { throw .last }
  var status = stat()
  let isKnown = unsafe fstat(descriptor, &status) == 0
  let obstacle: FileError? =
    switch status.st_mode & S_IFMT {
    case _ where !isKnown: .last
    case S_IFDIR: .isDirectory
    case S_IFIFO where ww_fifo_lacks_writer(descriptor): .noWriter
    case S_IFCHR where isatty(descriptor) == 1: .terminal
    default: nil
    }
  guard let obstacle else { return descriptor }
  close(descriptor)
  throw obstacle
}
