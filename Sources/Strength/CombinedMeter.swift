/// The lower of two levels: of the length, and of the number of guesses. So no text is strong because it is long alone,
/// and none because it is hard to guess and short.
public struct CombinedMeter<Guesses: Meter>: Meter {
  /// The meter by length.
  public let length: LengthMeter
  /// The meter by guesses.
  public let guesses: Guesses

  /// Makes a meter of two.
  public init(length: LengthMeter, guesses: Guesses) {
    self.length = length
    self.guesses = guesses
  }

  /// Whether the meter by guesses needs it.
  public var needsWarmUp: Bool { guesses.needsWarmUp }

  /// Warms the meter by guesses up.
  public func warmUp() { guesses.warmUp() }

  /// The lower level of the two, with what either has to say and with the number of guesses.
  public func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    var estimate = guesses.estimate(of: text, count: count, context: context)
    let other = length.estimate(of: text, count: count, context: context)
    estimate.level = min(estimate.level, other.level)
    estimate.reasons = estimate.reasons.union(other.reasons)
    // A text that is long enough for the scale is not told to become as long as it is.
    if other.reasons.contains(.short) { estimate.recommendedCount = other.recommendedCount }
    return estimate
  }
}
