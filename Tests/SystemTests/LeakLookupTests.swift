import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@Suite struct `Search in a list of leaked passwords` {
  static let lists = [
    VirtualList(), VirtualList(end: "\r\n"),
    // The counts of one half have a digit more on average than those of the other.
    VirtualList(countDigits: [[1, 1, 2, 1, 3], [2, 2, 3, 2, 4]]),
    VirtualList(countDigits: [[1], [9]]),
    VirtualList(shares: [0.5, 0.51, 0.49, 0.52]),
  ]

  @Test(arguments: lists)
  func `H4 a list of a thousand million lines is read at most twelve times`(list: VirtualList) throws {
    #expect(try mostReads(list) <= 12)
  }

  @Test func `H4 a list without its last half, as where a download was broken off, is refused`() {
    #expect(throws: FileError.endMissing) { try LeakedFile(VirtualList(shares: [1])) }
  }

  @Test func `H4 a list without its first half is refused`() {
    #expect(throws: FileError.startMissing) { try LeakedFile(VirtualList(shares: [0])) }
  }

  @Test func `H4 a list whose hashes are spread as those of nobody is searched to the end, too`() throws {
    let list = VirtualList(shares: (0..<30).map { $0.isMultiple(of: 2) ? 0.3 : 0.7 })
    #expect(try mostReads(list) <= 70)
  }

  /// Searches for hashes in the list and for others. Returns the most reads of one search.
  private func mostReads(_ list: VirtualList) throws -> Int {
    let file = try LeakedFile(list)
    var random = SeededGenerator()
    var most = 0
    func expect(_ finding: LeakFinding, on digits: String) throws {
      let (found, readCount) = try file.look(forHash: digits)
      #expect(found == finding, "\(digits)")
      most = max(most, readCount)
    }
    for _ in 0..<25 * soak {
      try expect(.clear, on: list.digits(random.next(), random.next(), random.next()))
      let line = Int.random(in: 0..<list.lineCount, using: &random)
      try expect(.leaked(count: list.count(ofLine: line)), on: list.hash(ofLine: line))
    }
    for line in [0, 1, 90, list.lineCount / 2, list.lineCount - 2, list.lineCount - 1] {
      try expect(.leaked(count: list.count(ofLine: line)), on: list.hash(ofLine: line))
    }
    for start in [0, 1, .max / 2, .max - 1, .max] as [UInt64] {
      try expect(.clear, on: list.digits(start, start, start))
    }
    return most
  }

  /// A list of 4,000 lines; `change` changes those between the pages that are read at the opening.
  private func findings(_ change: (inout [String]) -> Void) throws -> Set<String> {
    let texts = (0..<4_000).map { "text \($0)" }
    var lines = try LeakHasher.list(texts.map { ($0, 1) }).split(separator: "\n").map(String.init)
    change(&lines)
    let folder = TemporaryFolder()
    let file = try LeakedFile(path: folder.write(lines.map { $0 + "\n" }.joined()))
    return Set(try texts.map { "\(try file.finding(on: $0))" })
  }

  @Test func `H4 a line that contradicts the order, or is none, makes the list unreadable where it is met`()
    throws
  {
    let (leaked, unreadable) = ("\(LeakFinding.leaked(count: 1))", "\(LeakFinding.unreadable)")
    #expect(try findings { _ in } == [leaked])
    // No answer is given if the line for it may be anywhere.
    #expect(try findings { $0.swapAt(2_000, 2_001) } == [leaked, unreadable])
    #expect(try findings { $0.swapAt(1_000, 3_000) } == [leaked, unreadable])
    #expect(try findings { $0[500...3_500].reverse() } == [leaked, unreadable])
    #expect(try findings { $0[2_000] = "" } == [leaked, unreadable])
    #expect(try findings { $0[2_000].removeLast(3) } == [leaked, unreadable])
    #expect(try findings { $0[2_000].removeFirst() } == [leaked, unreadable])
    #expect(try findings { $0[2_000] = String(repeating: "A", count: 9_000) } == [leaked, unreadable])
    #expect(try findings { $0[2_000] += "\r" } == [leaked])
  }

  @Test func `H4 an error of the disk, or an end that comes too soon, makes the list unreadable`() throws {
    let content = try LeakHasher.list((0..<4_000).map { ("text \($0)", 1) })
    for answer in [-1, 0] {
      let file = try LeakedFile(FailingList(content: Array(content.utf8), answer: answer))
      // The middle cannot be read, the ends can.
      #expect(try file.look(forHash: String(repeating: "7", count: 40)).finding == .unreadable)
      #expect(try file.look(forHash: String(repeating: "0", count: 40)).finding == .clear)
      #expect(try file.look(forHash: String(repeating: "F", count: 40)).finding == .clear)
    }
  }

  @Test func `H4 a read that brings less than was asked for is taken up again`() throws {
    let content = try LeakHasher.list((0..<4_000).map { ("text \($0)", 1) })
    let file = try LeakedFile(FailingList(content: Array(content.utf8), answer: nil))
    for number in 0..<100 { #expect(try file.finding(on: "text \(number)") == .leaked(count: 1)) }
  }
}

/// A list that gives `answer` for its middle half, or without one is read a few bytes at a time.
private struct FailingList: ByteSource {
  let content: [UInt8]
  let answer: Int?

  func size() -> Int? { content.count }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    if let answer, content.count / 4..<content.count * 3 / 4 ~= offset { return answer }
    let part = content[offset...].prefix(answer == nil ? min(buffer.count, 100) : buffer.count)
    unsafe buffer.copyBytes(from: part)
    return part.count
  }
}

/// A list of a thousand million lines, whose bytes are made when they are read. The hashes are spread like real ones:
/// chance alone decides how many fall into which part, each time by halves.
struct VirtualList: ByteSource, CustomStringConvertible {
  let end: String
  let lineCount = 1_000_000_000
  /// How many digits the counts have, in turn, in the first half of the lines and in the second.
  let countDigits: [[Int]]
  /// The share of lines in the first half, in the first half of each half, and so on.
  let shares: [Double]

  init(
    end: String = "\n", countDigits: [[Int]] = [[1, 1, 2, 1, 3], [1, 1, 2, 1, 3]], shares: [Double] = []
  ) { (self.end, self.countDigits, self.shares) = (end, countDigits, shares) }

  var description: String { "\(end.utf8.count) \(countDigits) \(shares)" }
  func size() -> Int? { offset(ofLine: lineCount) }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    var line = self.line(at: offset)
    var filled = 0
    var skipped = offset - self.offset(ofLine: line)
    while filled < buffer.count, line < lineCount {
      let text = "\(hash(ofLine: line)):\(count(ofLine: line))\(end)"
      for byte in text.utf8.dropFirst(skipped).prefix(buffer.count - filled) {
        unsafe buffer[filled] = byte
        filled += 1
      }
      skipped = 0
      line += 1
    }
    return filled
  }

  func count(ofLine line: Int) -> Int {
    let half = line * 2 / lineCount
    let digits = countDigits[half][line % countDigits[half].count]
    return (1..<digits).reduce(1 + line % 9) { count, _ in count * 10 + line % 7 }
  }

  private func offset(ofLine line: Int) -> Int {
    let middle = lineCount / 2
    if line <= middle { return length(ofLines: line, in: 0) }
    return length(ofLines: middle, in: 0) + length(ofLines: line - middle, in: 1)
  }

  /// The bytes of `count` lines from the start of a half.
  private func length(ofLines count: Int, in half: Int) -> Int {
    let turn = countDigits[half]
    let (whole, rest) = count.quotientAndRemainder(dividingBy: turn.count)
    let digits = whole * turn.reduce(0, +) + turn.prefix(rest).reduce(0, +)
    return count * (LeakHasher.digitCount + 1 + end.utf8.count) + digits
  }

  private func line(at offset: Int) -> Int {
    var (low, high) = (0, lineCount)
    while low < high {
      let middle = (low + high + 1) / 2
      if self.offset(ofLine: middle) <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  func hash(ofLine line: Int) -> String {
    var (line, count) = (line, lineCount)
    var prefix: UInt64 = 0
    var bit: UInt64 = 1 << 63
    while bit != 0, count > 1 {
      let share = 64 - 1 - bit.trailingZeroBitCount
      let lows = lows(
        of: count, at: prefix | bit >> 1 | bit, share: share < shares.count ? shares[share] : 0.5)
      if line < lows {
        count = lows
      } else {
        (line, count) = (line - lows, count - lows)
        prefix |= bit
      }
      bit >>= 1
    }
    // A single line may be anywhere in its part.
    if bit != 0 { prefix |= mixed(prefix) & (bit << 1 &- 1) }
    return digits(prefix, mixed(prefix), mixed(~prefix))
  }

  /// How many of `count` lines are in the first half, by chance.
  private func lows(of count: Int, at seed: UInt64, share: Double) -> Int {
    guard count > 0 else { return 0 }
    let bits = mixed(seed)
    let chances = (0..<4).map { Double(bits >> (16 * UInt64($0)) & 0xFFFF) / 65_536 }
    let deviation = (chances.reduce(0, +) - 2) * 1.732
    let size = Double(count)
    let spread = (size * share * (1 - share)).squareRoot()
    // The half of a single line is left to chance, too.
    let rest = Double(mixed(bits) >> 48) / 65_536 - 0.5
    let expected = (size * share + deviation * spread + (share * (1 - share) > 0 ? rest : 0)).rounded()
    return min(max(Int(expected), 0), count)
  }

  func digits(_ start: UInt64, _ middle: UInt64, _ end: UInt64) -> String {
    let digits = [start, middle, end].map { value in
      let digits = String(value, radix: 16, uppercase: true)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
    return String(digits.joined().prefix(LeakHasher.digitCount))
  }

  private func mixed(_ value: UInt64) -> UInt64 {
    var generator = SeededGenerator(seed: value)
    return generator.next()
  }
}
