import Glibc

/// A file that shows each line as soon as it is written: in the pane beside the form, or wherever `tail -f` follows it.
final class Log {
  /// Where people find the log, as part of a sentence, and whether there is room for more than the form.
  let place: String
  let hasRoom: Bool
  private let descriptor: Int32
  private var latest: ContinuousClock.Instant?

  /// Opens the file at `path`, to write behind what is in it.
  convenience init?(path: String) { self.init(path, 0, in: "in \(path)", hasRoom: true) }

  private init?(_ path: String, _ flag: Int32, in place: String, hasRoom: Bool) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flag, 0o600)
    (self.place, self.hasRoom) = (place, hasRoom)
    if descriptor < 0 { return nil }
    write("One key, one group: what was asked (yes or NO), and what was told.")
  }

  /// A file in a new pane of tmux: to the right, or below the form in a window of fewer than 120 columns. The pane
  /// removes the file as soon as it has opened it, and goes when this process ends. `nil` where there is no tmux.
  static func inPane() -> Log? {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    let isWide = size.ws_col >= 120
    let path = "/tmp/sandbox-\(getpid())"
    let log = Log(
      path, O_EXCL, in: isWide ? "on the right" : "below", hasRoom: isWide || size.ws_row >= 34)
    let split = isWide ? "-h -l \(size.ws_col - 70)" : "-v -l 8"
    // tmux may leave this process a zombie for as long as the pane is there. For tail's --pid a zombie lives.
    let alive = "test -e /proc/\(getpid())/exe"
    let tail = "tail -n +1 -s 0.05 -f <&3 & while \(alive); do sleep 0.05; done; kill $!"
    let follow = "exec 3<\(path); rm \(path); \(tail)"
    guard let log, system("tmux split-window -d \(split) '\(follow)'") == 0 else { return nil }
    return log
  }

  /// Writes a call. The calls of one key come at once, so that a pause before a call makes a gap: another key was
  /// pressed.
  func write(_ field: String, _ call: String) {
    let now = ContinuousClock.now
    let isNext = latest.map { now - $0 > .milliseconds(20) } ?? true
    latest = now
    write("\(isNext ? "\n" : "")\(field): \(call)")
  }

  private func write(_ line: String) {
    let line = Array("\(line)\n".utf8)
    _ = Glibc.write(descriptor, line, line.count)
  }
}
