internal import Glibc

/// A file in the folder for temporary files, removed with its owner.
package final class TemporaryFile {
  package let path: String

  /// Makes a file that holds `text` and that everyone can read. Throws ``SystemFailure``.
  package init(_ text: String = "") throws {
    path = "/tmp/watchword-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    try writeText(text, to: path)
    _ = unsafe chmod(path, 0o644)
  }

  deinit { _ = unsafe unlink(path) }

  package var text: String { readText(path) ?? "" }
}
