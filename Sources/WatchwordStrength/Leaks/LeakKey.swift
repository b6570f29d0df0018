/// The hash of a line, as a number that sorts as the lines do; in a file of a folder, without its first five digits.
struct LeakKey: Comparable {
  /// The first sixteen digits, from which places are estimated.
  private(set) var start: UInt64 = 0
  private var rest: UInt128 = 0

  /// The first five digits.
  var prefix: UInt64 { start >> 44 }

  static let first = LeakKey(start: 0, rest: 0)
  static let last = LeakKey(start: .max, rest: .max)
}

extension LeakKey {
  /// Reads at most 48 hexadecimal digits in upper or lower case; `nil` if any other character is among them.
  init?(digits: Span<UInt8>) {
    // A search reads thousands of digits. A branch for each would be mispredicted every third time.
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
