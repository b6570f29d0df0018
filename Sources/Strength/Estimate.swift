/// How strong a meter finds a text: safe to keep, print and compare, since it holds nothing of the text.
public struct Estimate: Equatable, Sendable {
  /// How strong the text is.
  public var level: Level
  /// The binary logarithm of the number of guesses after which the text is expected to be found, in bits; `nil` where
  /// the meter does not count guesses.
  public var bits: Double?
  /// Why the level is no higher; none where it is strong.
  public var reasons: Reasons
  /// The number of grapheme clusters that ``Reason/short`` advises.
  public var recommendedCount: Int

  /// Makes an estimate from its parts.
  public init(
    level: Level, bits: Double? = nil, reasons: Reasons = [],
    recommendedCount: Int = LengthScale.standard.strong
  ) {
    self.level = level
    self.bits = bits
    self.reasons = reasons
    self.recommendedCount = recommendedCount
  }

  /// The level of a text by the number of guesses: weak below 10^8 and strong from 10^10 on (Wheeler, "zxcvbn",
  /// USENIX Security 2016: the steps to the scores 3 and 4).
  ///
  /// - Parameter bits: The binary logarithm of the number of guesses.
  /// - Returns: The level.
  public static func level(forBits bits: Double) -> Level {
    bits >= strongBits ? .strong : bits >= mediumBits ? .medium : .weak
  }

  /// log2(10^8)
  private static let mediumBits = 26.575_424_759_098_9
  /// log2(10^10)
  private static let strongBits = 33.219_280_948_873_62
}
