import WatchwordScreen
import WatchwordStrength

/// What is said about a new password: words beside the bars, and why it is no stronger (B4).
///
/// The first letter draws no criticism, and the reason does not change with every key. The words come once the text is
/// long enough. After a pause, or when the field is left, words and reason both come.
struct StrengthRemarks: Equatable, Sendable {
  /// Whether there are words beside the bars. From then on they follow every key.
  var hasWords = false
  /// The estimate from which the reason is taken.
  var reason: Estimate?

  static let pause = Duration.milliseconds(800)

  /// Follows a judgement. Words come at once if the text `isLong`, or if the estimate brings its own words. A change of
  /// level drops the reason.
  mutating func follow(_ estimate: Estimate?, isLong: Bool) {
    guard let estimate else { return self = StrengthRemarks() }
    if isLong || estimate.words != nil { hasWords = true }
    if reason?.level != estimate.level { reason = nil }
  }

  mutating func take(_ estimate: Estimate?) { (hasWords, reason) = (estimate != nil, estimate) }
}
