internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions

/// The progress through a list: a line at the end of standard error that is overwritten and removed again.
final class CheckProgress {
  private let list: Int32
  private var words: Words
  /// Whether the answers may go to the terminal of the progress line, directly or through a pipe.
  private let meetsAnswers: Bool
  /// How many columns of the terminal are in use.
  private var columns = 0

  /// Begins the list at the descriptor `list`; `nil` if nobody would see the progress, or the size is unknown.
  init?(of list: Int32) {
    var status = stat()
    guard StandardError.isTerminal, unsafe fstat(list, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    self.list = list
    words = Words(size: Int64(status.st_size))
    let isPipe = unsafe fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    meetsAnswers = isPipe || isatty(STDOUT_FILENO) == 1
  }

  /// Shows how far the list has been read, which is at most a moment ahead of what was judged.
  func show() {
    let position = Int64(lseek(list, 0, SEEK_CUR))
    guard let line = words.next(at: position, now: .nanoseconds(ww_now())) else { return }
    StandardError.put("\r\(line)")
    columns = max(columns, line.columns)
  }

  /// Removes the line if answers could appear beside it.
  func makeRoomForAnswers() { if meetsAnswers { hide() } }

  /// Removes the line, so that something else can be written.
  func hide() {
    guard columns > 0 else { return }
    StandardError.put("\r\(String(repeating: " ", count: columns))\r")
    columns = 0
  }
}

extension CheckProgress {
  /// The words of the line, at most four times a second.
  struct Words: Equatable {
    private let size: Int64
    private var nextTime = Duration.zero

    /// `size` is in bytes and not zero.
    init(size: Int64) { self.size = size }

    /// What to show when the list has been read up to the byte `position`; `nil` to leave the line unchanged.
    mutating func next(at position: Int64, now: Duration) -> String? {
      guard now >= nextTime, (0..<size).contains(position) else { return nil }
      nextTime = now + Self.interval
      let percent = Int(Double(position) / Double(size) * 100)
      // translators: How much of a list of passwords has been judged.
      return text("{number} % judged", ["number": String(percent)])
    }

    private static let interval = Duration.milliseconds(250)
  }
}
