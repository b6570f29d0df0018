internal import Glibc

/// A file in the folder for temporary files that is removed at the end of its life.
package final class TemporaryFile {
  package let path: String

  /// Makes a file with `text` in it, readable by everyone. Throws ``SystemFailure``.
  package init(_ text: String = "") throws {
    path = "/tmp/watchword-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    try writeText(text, to: path)
    _ = unsafe chmod(path, 0o644)
  }

  deinit { _ = unsafe unlink(path) }

  package var text: String { readText(path) ?? "" }
}
