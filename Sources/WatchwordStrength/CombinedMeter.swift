/// The lower of two levels, by length and by guesses: no text is strong only because it is long, and none only because
/// it is hard to guess and short.
package struct CombinedMeter: Meter {
  /// The meter by length.
  package let length: LengthMeter
  /// The meter by guesses.
  package let guesses: any Meter

  /// Makes a meter of two.
  package init(length: LengthMeter, guesses: any Meter) {
    self.length = length
    self.guesses = guesses
  }

  /// Whether the meter by guesses needs it.
  package var needsWarmUp: Bool { guesses.needsWarmUp }

  /// Warms the meter by guesses up.
  package func warmUp() { guesses.warmUp() }

  /// The lower level of the two, with the reasons of both and with the number of guesses.
  package func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    var estimate = guesses.estimate(of: text, count: count, context: context)
    let other = length.estimate(of: text, count: count, context: context)
    estimate.level = min(estimate.level, other.level)
    estimate.reasons.formUnion(other.reasons)
    // Nobody is advised a length that the text has already.
    if other.reasons.contains(.short) { estimate.recommendedCount = other.recommendedCount }
    return estimate
  }
}
