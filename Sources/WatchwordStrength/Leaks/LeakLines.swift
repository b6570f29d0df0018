internal import WatchwordMessages
internal import WatchwordSecrets

/// What the bytes of a list are read from. Any thread may call it.
package protocol ByteSource: Sendable {
  /// The number of bytes that there are now; `nil` where that cannot be known.
  func size() -> Int?

  /// Reads bytes from `offset` on, as pread(2) does, and answers how many; 0 at the end, and -1 for an error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
}

extension ByteSource {
  /// Fills `buffer` with the bytes from `offset` on. Answers false where there are not enough of them.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = unsafe read(into: rest, at: offset + filled)
      guard count > 0 else { return false }
      filled += count
    }
    return true
  }
}

struct LeakLines {
  let source: any ByteSource
  /// The bytes that there were when the source was opened.
  let size: Int
  /// The hexadecimal digits of a line.
  let digitCount: Int
  /// Where hashes begin and end, roughly: that is what places are estimated by, and nothing else.
  var range: ClosedRange<UInt64> = 0 ... .max

  /// The room that a search needs. What is read once fills it.
  static let pageSize = 4032

  /// Calls `body` with each line in `bytes`, which stand at the offset `start`; none of them may come before `key`. Unless
  /// `startsLine` is true, the bytes begin within a line, which is left out; where `mayEndWithinLine` is, they may end so.
  ///
  /// - Throws: Why the line behind those is none, ``FileError/notSorted`` where its hash comes before that of the line
  ///   above.
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

/// A search for one hash. Wherever it reads, the lines have to be in order, and between those that were read before.
///
/// Hashes are spread evenly, so that the place of one can be estimated from two others and where they stand: the first
/// estimate is off by some ten thousand lines in a list of a thousand million, the second by a hundred, the third by
/// ten, which is less than is read at once.
struct LeakLookup: ~Copyable {
  /// A place in the list, and the start of the hash there.
  private struct Place {
    let offset: Int
    let start: UInt64
  }

  private let lines: LeakLines
  private let target: LeakKey
  /// The bytes where a line for the hash can still be: from the start of a line to the end of one.
  private var range: Range<Int> { low.offset..<high.offset }
  /// Where that range begins and ends, and the lines around it.
  private var (low, high): (Place, Place)
  /// The hash of the line before that range, and of the one behind it.
  private var (before, behind) = (LeakKey.first, LeakKey.last)
  /// The two places by which the next is estimated, the later one last.
  private var (older, newer): (Place, Place)
  private(set) var readCount = 0

  init(for target: LeakKey, in lines: LeakLines) {
    (self.target, self.lines) = (target, lines)
    low = Place(offset: 0, start: lines.range.lowerBound)
    high = Place(offset: lines.size, start: lines.range.upperBound)
    (older, newer) = (low, high)
  }

  /// Searches the list, with `page` to read into, which is wiped.
  mutating func finding(_ page: inout SecretBuffer) -> LeakFinding {
    defer { page.removeAll() }
    do throws(FileError) {
      while !range.isEmpty {
        page.removeAll()
        let start = nextStart(pageSize: page.capacity)
        try read(start..<min(start + page.capacity, range.upperBound), into: &page)
        // What pads an answer of the service is counted 0 times.
        if let count = try scan(page.bytes, from: start) { return count > 0 ? .leaked(count: count) : .clear }
      }
      return .clear
    } catch {
      return .unreadable
    }
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

  /// Reads the lines in `bytes`, which stand at the offset `start`, and leaves the range where the hash can still be.
  ///
  /// - Returns: The count of the hash, if its line is there.
  private mutating func scan(_ bytes: Span<UInt8>, from start: Int) throws(FileError) -> Int? {
    var (found, lineBefore, lineBehind): (Int?, LeakLine?, LeakLine?)
    var last: LeakKey?
    // What is read mostly ends within a line.
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
    // A list whose hashes are not spread evenly, such as nobody has, takes a few dozen reads so.
    if readCount >= Self.patience, readCount.isMultiple(of: 2) { return middle }
    let ends = (Double(range.lowerBound), Double(range.upperBound))
    let place = place(between: older, newer)
    if place >= ends.0, place < ends.1 { return Int(place) }
    let other = self.place(between: low, high)
    return other.isFinite ? Int(min(max(other, ends.0), ends.1)) : middle
  }

  /// Where the hash is on the line through two places; no finite number where they have the same hash.
  private func place(between first: Place, _ second: Place) -> Double {
    func distance(_ from: UInt64, _ to: UInt64) -> Double {
      to >= from ? Double(to - from) : -Double(from - to)
    }
    let share = distance(second.start, target.start) / distance(second.start, first.start)
    return Double(second.offset) + share * Double(first.offset - second.offset)
  }

  /// The reads after which the estimates are no longer trusted alone.
  private static let patience = 8
}

/// The hash of a line, or as much of it as the line has, as a number that is ordered as the lines are.
struct LeakKey: Comparable {
  /// The first sixteen digits, by which the place of a line is estimated.
  private(set) var start: UInt64 = 0
  private var rest: UInt128 = 0

  static let first = LeakKey(start: 0, rest: 0)
  static let last = LeakKey(start: .max, rest: .max)
}

extension LeakKey {
  /// Reads hexadecimal digits in either case, of which there are at most 48; `nil` where something else is among them.
  init?(digits: Span<UInt8>) {
    // A search reads thousands of digits, and a branch for each would be guessed wrong every third time.
    var highest: UInt8 = 0
    func number(_ part: Range<Int>) -> UInt64 {
      var number: UInt64 = 0
      for offset in part.clamped(to: digits.indices) {
        let digit = digits[offset] &- UInt8(ascii: "0")
        let letter = min((digits[offset] | 0x20) &- UInt8(ascii: "a"), 6) + 10
        let value = digit < 10 ? digit : letter
        highest = max(highest, value)
        number = number << 4 | UInt64(value)
      }
      return number
    }
    start = number(0..<16)
    rest = UInt128(number(16..<32)) << 64 | UInt128(number(32..<48))
    guard highest < 16 else { return nil }
  }

  static func < (lhs: LeakKey, rhs: LeakKey) -> Bool {
    (lhs.start, lhs.rest) < (rhs.start, rhs.rest)
  }
}

/// One line of a list: a hash, a colon and how often the password was found.
struct LeakLine {
  let key: LeakKey
  let count: Int
  let range: Range<Int>

  /// Reads the line that begins at the offset `start`. It ends with LF or CR LF, and where `endsFile` is true, also with
  /// the bytes.
  ///
  /// - Throws: ``FileError/cut`` where the bytes end before the line does, or ``FileError/noHashes``.
  init(_ bytes: Span<UInt8>, at start: Int, digitCount: Int, endsFile: Bool) throws(FileError) {
    let colon = start + digitCount
    guard colon < bytes.count else {
      throw LeakKey(digits: bytes.extracting(start...)) == nil ? .noHashes : .cut
    }
    guard bytes[colon] == UInt8(ascii: ":"), let key = LeakKey(digits: bytes.extracting(start..<colon)) else {
      throw .noHashes
    }
    var position = colon + 1
    var count = 0
    while position < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position] {
      guard position - colon <= Self.mostCountDigits else { throw .noHashes }
      count = 10 * count + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    let hasCount = position > colon + 1
    if !(endsFile && hasCount && position == bytes.count) {
      if hasCount, position < bytes.count, bytes[position] == UInt8(ascii: "\r") { position += 1 }
      guard position < bytes.count else { throw .cut }
      guard hasCount, bytes[position] == UInt8(ascii: "\n") else { throw .noHashes }
      position += 1
    }
    (self.key, self.count, range) = (key, count, start..<position)
  }

  private static let mostCountDigits = 18
}
