/// The hash of a line, or as much of it as the line has, as a number that is ordered as the lines are.
struct LeakKey: Comparable {
  /// The first sixteen digits, by which the place of a line is estimated.
  private(set) var start: UInt64 = 0
  private var rest: UInt128 = 0

  /// The key of a hash before all others.
  static let first = LeakKey(start: 0, rest: 0)
  /// A key behind those of all hashes.
  static let last = LeakKey(start: .max, rest: .max)
}

extension LeakKey {
  /// Reads hexadecimal digits in either case, of which there are at most 48; `nil` where something else is among them.
  init?(digits: Span<UInt8>) {
    self = .first
    for offset in digits.indices {
      var digit = digits[offset] &- UInt8(ascii: "0")
      if digit > 9 {
        digit = (digits[offset] | 0x20) &- UInt8(ascii: "a")
        guard digit < 6 else { return nil }
        digit += 10
      }
      if offset < 16 {
        start = start << 4 | UInt64(digit)
      } else {
        rest = rest << 4 | UInt128(digit)
      }
    }
  }

  static func < (lhs: LeakKey, rhs: LeakKey) -> Bool {
    (lhs.start, lhs.rest) < (rhs.start, rhs.rest)
  }
}

/// One line of a list: a hash, a colon and how often the password was found.
struct LeakLine {
  let key: LeakKey
  let count: Int
  /// The offsets of the line and behind its end.
  let range: Range<Int>

  enum Failure: Error {
    /// The bytes end before the line does.
    case incomplete
    case malformed
    /// Its hash comes before that of the line above.
    case disordered
  }

  /// Reads the line that begins at the offset `start`. It ends with LF or CR LF, and where `endsFile` is true, also with
  /// the bytes.
  init(_ bytes: Span<UInt8>, at start: Int, digitCount: Int, endsFile: Bool) throws(Failure) {
    let colon = start + digitCount
    guard colon < bytes.count else {
      throw LeakKey(digits: bytes.extracting(start...)) == nil ? .malformed : .incomplete
    }
    guard bytes[colon] == UInt8(ascii: ":"), let key = LeakKey(digits: bytes.extracting(start..<colon)) else {
      throw .malformed
    }
    var position = colon + 1
    var count = 0
    while position < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[position] {
      guard position - colon <= Self.mostCountDigits else { throw .malformed }
      count = 10 * count + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    let hasCount = position > colon + 1
    if !(endsFile && hasCount && position == bytes.count) {
      if hasCount, position < bytes.count, bytes[position] == UInt8(ascii: "\r") { position += 1 }
      guard position < bytes.count else { throw .incomplete }
      guard hasCount, bytes[position] == UInt8(ascii: "\n") else { throw .malformed }
      position += 1
    }
    (self.key, self.count, range) = (key, count, start..<position)
  }

  /// Calls `body` with each line in `bytes`, none of which may come before `key`. Unless `startsLine` is true, the bytes
  /// begin within a line, which is left out; where `endsFile` is true, the file ends with them.
  ///
  /// - Throws: Why the line behind those is none.
  static func forEach(
    in bytes: Span<UInt8>, digitCount: Int, startsLine: Bool, endsFile: Bool, from key: LeakKey = .first,
    _ body: (LeakLine) -> Void
  ) throws(Failure) {
    var position = 0
    if !startsLine {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
      position += 1
    }
    var last = key
    while position < bytes.count {
      let line = try LeakLine(bytes, at: position, digitCount: digitCount, endsFile: endsFile)
      guard last <= line.key else { throw .disordered }
      body(line)
      last = line.key
      position = line.range.upperBound
    }
  }

  private static let mostCountDigits = 18
}
