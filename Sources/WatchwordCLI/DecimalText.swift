internal import Glibc

/// Numbers as JSON has them (RFC 8259, section 6), rounded to what is worth reading.
enum DecimalText {
  /// `value` with four significant digits, without zeros at its end, and with an exponent where it is below 10^-4 or
  /// not below 10^15.
  ///
  /// - Precondition: `value` is finite and not negative.
  static func rounded(_ value: Double) -> String {
    precondition(value.isFinite && value >= 0, "there is no text for such a number")
    guard value > 0 else { return "0" }
    var exponent = Int(log10(value).rounded(.down))
    // 10^-exponent may be beyond the greatest number, half of it is not.
    let half = pow(10, Double(digitCount - 1 - exponent) / 2)
    var digits = Int((value * half * half).rounded())
    if digits >= 10_000 {
      digits /= 10
      exponent += 1
    }
    return text(of: String(digits), exponent: exponent)
  }

  /// The text of a number whose first digit stands for 10^`exponent`.
  private static func text(of digits: String, exponent: Int) -> String {
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    let digits = String(digits.dropLast(zeros))
    switch exponent {
    case 0..<15:
      let whole = exponent + 1
      guard digits.count > whole else {
        return digits + String(repeating: "0", count: whole - digits.count)
      }
      return "\(digits.prefix(whole)).\(digits.dropFirst(whole))"
    case -4..<0:
      return "0." + String(repeating: "0", count: -1 - exponent) + digits
    default:
      let sign = exponent < 0 ? "-" : "+"
      let fraction = digits.count > 1 ? ".\(digits.dropFirst())" : ""
      return "\(digits.prefix(1))\(fraction)e\(sign)\(abs(exponent))"
    }
  }

  private static let digitCount = 4
}
