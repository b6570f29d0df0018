internal import Glibc

/// How far a list has been judged: a line at the end of standard error that is written over and taken away again.
final class CheckProgress {
  /// The bytes of the list.
  private let size: Int64
  /// How many columns of the terminal are written on.
  private var columns = 0
  /// The time before which the line stays as it is, in milliseconds.
  private var nextTime = Int64.min

  /// Begins a list on standard input; `nil` where nobody would see how far it is, or its size is not known.
  init?() {
    var status = stat()
    guard StandardError.isTerminal, unsafe fstat(STDIN_FILENO, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    size = Int64(status.st_size)
  }

  deinit { hide() }

  /// Shows how far the list has been read, at most four times a second. What is read is judged within a moment.
  func show() {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    let position = Int64(lseek(STDIN_FILENO, 0, SEEK_CUR))
    guard now >= nextTime, (0..<size).contains(position) else { return }
    nextTime = now + Self.interval
    // Never shorter than the last one, which it is written over.
    let text = "\(position * 100 / size) % judged"
    StandardError.put("\r\(text)")
    columns = max(columns, text.utf8.count)
  }

  /// Takes the line away, so that something else can be written.
  func hide() {
    guard columns > 0 else { return }
    StandardError.put("\r\(String(repeating: " ", count: columns))\r")
    columns = 0
  }

  /// How long a line stands at least, in milliseconds.
  private static let interval: Int64 = 250
}
