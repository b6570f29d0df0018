/// A span of time as the command line gives it.
enum Seconds {
  /// The longest span, in milliseconds: a day.
  static let longest: Int64 = 86_400_000

  /// Reads a decimal number of seconds, such as 0.2, as milliseconds, rounded to the nearest.
  ///
  /// - Returns: `nil` for what is no such number, negative or longer than ``longest``. The locale does not matter.
  static func milliseconds(parsing text: String) -> Int64? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.contains(where: { !$0.isEmpty }), let whole = parts.first else { return nil }
    let fraction = parts.dropFirst().first ?? ""[...].utf8
    guard (Array(whole) + fraction).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    // Four digits behind the point, the last of which rounds.
    let digits = Array(whole) + Array((Array(fraction) + Array("0000".utf8)).prefix(4))
    let tenths = digits.reduce(Int64(0)) { value, digit in
      min(value * 10 + Int64(digit - UInt8(ascii: "0")), 10 * longest + 10)
    }
    let milliseconds = (tenths + 5) / 10
    return milliseconds <= longest ? milliseconds : nil
  }
}
