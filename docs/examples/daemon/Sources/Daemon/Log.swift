import Glibc

/// A file to which lines are added.
final class Log: Sendable {
  private let descriptor: Int32

  /// Opens the file at `path`, to write behind what is in it.
  init?(path: String) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
  }

  /// Writes a line at once.
  func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}
