internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages
internal import WatchwordSystem

/// How far a list has been judged: a line at the end of standard error that is written over and taken away again.
final class CheckProgress {
  private var words: Words
  /// Whether the answers may go to the same terminal, directly or through a pipe.
  private let meetsAnswers: Bool
  /// How many columns of the terminal are written on.
  private var columns = 0

  /// Begins a list on standard input; `nil` where nobody would see how far it is, or its size is not known.
  init?() {
    var status = stat()
    guard StandardError.isTerminal, unsafe fstat(STDIN_FILENO, &status) == 0,
      status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return nil }
    words = Words(size: Int64(status.st_size))
    let isPipe = unsafe fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    meetsAnswers = isPipe || isatty(STDOUT_FILENO) == 1
  }

  /// Shows how far the list has been read. What is read is judged within a moment.
  func show() {
    let position = Int64(lseek(STDIN_FILENO, 0, SEEK_CUR))
    guard let line = words.next(at: position, now: .nanoseconds(ww_now())) else { return }
    StandardError.put("\r\(line)")
    columns = max(columns, line.columns)
  }

  /// Takes the line away where answers that are written now could stand beside it.
  func makeRoomForAnswers() { if meetsAnswers { hide() } }

  /// Takes the line away, so that something else can be written.
  func hide() {
    guard columns > 0 else { return }
    StandardError.put("\r\(String(repeating: " ", count: columns))\r")
    columns = 0
  }
}

extension CheckProgress {
  /// The words of the line, at most four times a second.
  struct Words: Equatable {
    /// The bytes of the list.
    private let size: Int64
    private var nextTime = Duration.zero

    /// Begins a list of `size` bytes, more than none.
    init(size: Int64) { self.size = size }

    /// What to show when the list has been read up to the byte `position`; `nil` where the line stays as it is.
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
