internal import CWatchwordSystem
internal import Glibc
package import WatchwordBase

/// Opens the list at `path`, which is a file or a pipe, and never waits for its writer. read(2) fails with EAGAIN while a
/// pipe has nothing.
///
/// - Throws: Why it cannot be read, also of a folder, a terminal, or a FIFO that nobody writes to.
package func openList(_ path: String) throws(FileError) -> Int32 {
  try openFile(path) { kind, _, descriptor in
    switch kind {
    case S_IFIFO where ww_fifo_lacks_writer(descriptor): .noWriter
    case S_IFCHR where isatty(descriptor) == 1: .terminal
    default: nil
    }
  }.descriptor
}
