internal import WatchwordBase

struct LeakLines {
  let source: any ByteSource
  let size: Int
  let digitCount: Int
  /// The usual size in bytes of the files in a folder, if this list is one of them; otherwise `nil`.
  var usualSize: Int?
  /// The range of the hashes, as in ``LeakKey/start``. It may be too wide, because only estimates of places depend on
  /// it.
  var range: ClosedRange<UInt64> = 0 ... .max

  /// The size in bytes of a search's buffer. One read fills it.
  static let pageSize = 4032

  /// Whether lines must be missing between two neighbouring lines, or between a line and an end of the list. That is so
  /// if a list of this size should have 64 lines or more there: hashes are evenly spread, so such a gap is no accident.
  func lackLines(between before: LeakKey = .first, and behind: LeakKey = .last) -> Bool {
    let share = Double(behind.start - before.start) / Double(UInt64.max)
    // Lines have at most 8 bytes after the hash on average. So the list has at least as many lines as computed here.
    return share * Double(max(size, usualSize ?? 0) / (digitCount + 8)) >= 64
  }

  /// Calls `body` with each line in `bytes`, which is the part of the list from the offset `start` on. Unless
  /// `startsLine`, the bytes begin within a line, which is skipped. If `mayEndWithinLine`, a last line that is cut off
  /// is skipped too.
  ///
  /// - Throws: What is wrong with a line; ``FileError/notSorted`` if a line's hash is below `key` or below the hash
  ///   before it.
  func forEach(
    in bytes: Span<UInt8>, at start: Int, startsLine: Bool, mayEndWithinLine: Bool,
    from key: LeakKey = .first, _ body: (LeakLine) -> Void
  ) throws(FileError) {
    let endsFile = start + bytes.count == size
    var position = 0
    if !startsLine {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      position += 1
    }
    var last = key
    while position < bytes.count {
      let line: LeakLine
      do throws(FileError) {
        line = try LeakLine(bytes, at: position, digitCount: digitCount, endsFile: endsFile)
      } catch {
        if error == .cut, mayEndWithinLine { return }
        throw error
      }
      guard last <= line.key else { throw .notSorted }
      body(line)
      last = line.key
      position = line.range.upperBound
    }
  }
}
