import Glibc

/// A file that shows each line as soon as it is written: in the pane beside the form, or wherever `tail -f` follows it.
final class Log {
  private let descriptor: Int32
  private var latest: ContinuousClock.Instant?

  /// Opens the file at `path`, to write behind what is in it.
  init?(path: String) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0 { return nil }
  }

  /// A file in a new pane of tmux, to the right. The pane goes when this process ends; `nil` where there is none.
  static func inPane() -> Log? {
    let path = "/tmp/sandbox-\(getpid())"
    let follow = "tail -f --pid=\(getpid()) \(path); rm \(path)"
    guard let log = Log(path: path), system("tmux split-window -d -h '\(follow)'") == 0 else { return nil }
    return log
  }

  /// Writes a line. The calls of one key come at once, so that a pause before a line makes a gap: another key was pressed.
  func write(_ field: String, _ call: String) {
    let now = ContinuousClock.now
    let isNext = latest.map { now - $0 > .milliseconds(20) } ?? false
    latest = now
    let line = Array("\(isNext ? "\n" : "")\(field): \(call)\n".utf8)
    _ = Glibc.write(descriptor, line, line.count)
  }
}
