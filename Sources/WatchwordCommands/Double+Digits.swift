internal import Glibc

extension Double {
  /// The number with four significant digits, as a JSON number (RFC 8259, section 6), such as 12.35 for 12.345678. It
  /// has an exponent from 10^15 on and below 10^-4.
  ///
  /// - Precondition: It is finite and not negative.
  var inFourDigits: String {
    precondition(isFinite && self >= 0, "there is no text for such a number")
    guard self > 0 else { return "0" }
    var exponent = Int(log10(self).rounded(.down))
    var digits = Int((self / pow(10, Double(exponent - 3))).rounded())
    if digits == 10_000 { (digits, exponent) = (1_000, exponent + 1) }
    if (-4..<15).contains(exponent) { return Self.decimal(digits, exponent: exponent - 3) }
    return "\(Self.decimal(digits, exponent: -3))e\(exponent < 0 ? "" : "+")\(exponent)"
  }

  /// `digits` times 10^`exponent`: 1235 and -2 are 12.35.
  static func decimal(_ digits: Int, exponent: Int) -> String {
    if digits < 0 { return "-" + decimal(-digits, exponent: exponent) }
    var (rest, places) = (digits, -exponent)
    while places > 0, rest.isMultiple(of: 10) { (rest, places) = (rest / 10, places - 1) }
    let whole = String(rest)
    guard places > 0 else { return whole + String(repeating: "0", count: -places) }
    let size = max(whole.utf8.count, places + 1) + 1
    return unsafe String(unsafeUninitializedCapacity: size) { bytes in
      for index in (0..<size).reversed() {
        let isPoint = index == size - 1 - places
        unsafe bytes[index] = isPoint ? UInt8(ascii: ".") : UInt8(ascii: "0") + UInt8(rest % 10)
        if !isPoint { rest /= 10 }
      }
      return size
    }
  }
}
