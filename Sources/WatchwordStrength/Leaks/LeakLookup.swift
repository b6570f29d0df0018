internal import WatchwordBase
internal import WatchwordSecrets

/// A search for one hash. It fails if the lines that it reads are not in order, or not between the lines read before.
///
/// Hashes are evenly spread, so the place of a hash can be estimated from the places of two others. In a list of 10^9
/// lines the first estimate is off by some ten thousand lines, the second by a hundred, and the third by ten. Ten lines
/// are less than one read.
struct LeakLookup: ~Copyable {
  private struct Place {
    let offset: Int
    let start: UInt64
  }

  private let lines: LeakLines
  private let target: LeakKey
  /// The bytes where the hash can still be. The range begins and ends between lines.
  private var range: Range<Int> { low.offset..<high.offset }
  private var (low, high): (Place, Place)
  /// The hashes of the lines before and after that range.
  private var (before, behind) = (LeakKey.first, LeakKey.last)
  /// The two places that the next estimate is made from, the later one last.
  private var (older, newer): (Place, Place)
  private(set) var readCount = 0

  init(for target: LeakKey, in lines: LeakLines) {
    (self.target, self.lines) = (target, lines)
    low = Place(offset: 0, start: lines.range.lowerBound)
    high = Place(offset: lines.size, start: lines.range.upperBound)
    (older, newer) = (low, high)
  }

  /// Searches the list, reading into `page`, which is wiped.
  mutating func finding(_ page: inout SecretBuffer) -> LeakFinding {
    defer { page.removeAll() }
    do throws(FileError) {
      if lines.usualSize != nil, try lacksEnd(&page) { return .unreadable }
      while !range.isEmpty {
        page.removeAll()
        let start = nextStart(pageSize: page.capacity)
        try read(start..<min(start + page.capacity, range.upperBound), into: &page)
        // The service pads its answers with hashes that have a count of 0: those passwords have not leaked.
        if let count = try scan(page.bytes, from: start) { return count > 0 ? .leaked(count: count) : .clear }
      }
      if before == .first, lines.lackLines(and: behind) { return .unreadable }
      return try isInHole(&page) ? .unreadable : .clear
    } catch {
      return .unreadable
    }
  }

  private mutating func lacksEnd(_ page: inout SecretBuffer) throws(FileError) -> Bool {
    var last: LeakKey?
    try forEachLine(in: max(0, lines.size - page.capacity)..<lines.size, reading: &page) { last = $0.key }
    return last.map { lines.lackLines(between: $0) } ?? true
  }

  /// Whether the list has no line with the target's first five digits, but many lines with the nearest digits before
  /// and after. Then lines must be missing.
  private mutating func isInHole(_ page: inout SecretBuffer) throws(FileError) -> Bool {
    let (first, last) = (before.prefix, behind.prefix)
    guard lines.usualSize == nil, before != .first, behind != .last, first < target.prefix,
      target.prefix < last, last - first <= Self.longestHole
    else { return false }
    let (place, length) = (low.offset, page.capacity)
    for (prefix, part) in [
      (first, max(0, place - length)..<place), (last, place..<min(place + length, lines.size)),
    ] {
      var count = 0
      try forEachLine(in: part, reading: &page) { if $0.key.prefix == prefix { count += 1 } }
      if count < Self.many { return false }
    }
    return true
  }

  /// The least number of lines on either side of a hole. By chance, only one evenly spread list in 20,000 has a prefix
  /// without lines beside a prefix with this many.
  private static let many = 24
  /// The most that the prefixes before and after a hole may differ. If they differ by more, 256 or more prefixes are
  /// missing, perhaps on purpose.
  private static let longestHole: UInt64 = 256

  /// Calls `body` with the lines that begin and end in `range`. One end of `range` must be the offset of ``low``, or an
  /// end of the list.
  private mutating func forEachLine(
    in range: Range<Int>, reading page: inout SecretBuffer, _ body: (LeakLine) -> Void
  ) throws(FileError) {
    page.removeAll()
    try read(range, into: &page)
    let start = range.lowerBound
    try lines.forEach(
      in: page.bytes, at: start, startsLine: start == 0 || start == low.offset,
      mayEndWithinLine: range.upperBound < lines.size, body)
  }

  private mutating func read(_ range: Range<Int>, into page: inout SecretBuffer) throws(FileError) {
    readCount += 1
    let source = lines.source
    unsafe page.withFreeCapacity { free in
      let part = unsafe UnsafeMutableRawBufferPointer(rebasing: free.prefix(range.count))
      return unsafe source.fill(part, at: range.lowerBound) ? range.count : 0
    }
    guard page.count == range.count else { throw .cut }
  }

  /// Reads the lines in `bytes`, which is the part of the list from the offset `start` on, and narrows the range where
  /// the hash can be. Returns the count of the hash if its line is there.
  private mutating func scan(_ bytes: Span<UInt8>, from start: Int) throws(FileError) -> Int? {
    var (found, lineBefore, lineBehind): (Int?, LeakLine?, LeakLine?)
    var last: LeakKey?
    try lines.forEach(
      in: bytes, at: start, startsLine: start == range.lowerBound,
      mayEndWithinLine: start + bytes.count < range.upperBound, from: before
    ) { line in
      last = line.key
      if line.key == target {
        found = line.count
      } else if line.key < target {
        lineBefore = line
      } else if lineBehind == nil {
        lineBehind = line
      }
    }
    guard let last, last <= behind else { throw .notSorted }
    older = newer
    if let line = lineBehind {
      behind = line.key
      high = Place(offset: start + line.range.lowerBound, start: line.key.start)
      newer = high
    }
    if let line = lineBefore {
      before = line.key
      low = Place(offset: start + line.range.upperBound, start: line.key.start)
      newer = low
    }
    return found
  }

  private func nextStart(pageSize: Int) -> Int {
    guard range.count > pageSize else { return range.lowerBound }
    return min(max(nextPlace() - pageSize / 2, range.lowerBound), range.upperBound - pageSize)
  }

  private func nextPlace() -> Int {
    let middle = range.lowerBound + range.count / 2
    // If hashes are not evenly spread, halving the range limits the search to a few dozen reads.
    if readCount >= Self.patience, readCount.isMultiple(of: 2) { return middle }
    let ends = (Double(range.lowerBound), Double(range.upperBound))
    let place = place(between: older, newer)
    if place >= ends.0, place < ends.1 { return Int(place) }
    let other = self.place(between: low, high)
    return other.isFinite ? Int(min(max(other, ends.0), ends.1)) : middle
  }

  /// The estimated offset of the hash, on a straight line through two places. Not finite if both have the same hash.
  private func place(between first: Place, _ second: Place) -> Double {
    func distance(_ from: UInt64, _ to: UInt64) -> Double {
      to >= from ? Double(to - from) : -Double(from - to)
    }
    let share = distance(second.start, target.start) / distance(second.start, first.start)
    return Double(second.offset) + share * Double(first.offset - second.offset)
  }

  /// The number of reads after which every second one halves the range.
  private static let patience = 8
}
