/// A point on a monotonic clock. This module reads no clock: the caller passes the time in.
package struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since an arbitrary start.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

  /// The instant `duration` later, clamped to the range of the clock.
  package func advanced(by duration: Duration) -> Instant {
    let (sum, overflows) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: overflows ? duration < .zero ? .min : .max : sum)
  }

  package func duration(to later: Instant) -> Duration {
    .nanoseconds(later.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// The earlier of the two. `nil` counts as never.
  package static func first(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  package static func - (later: Instant, earlier: Instant) -> Duration { earlier.duration(to: later) }
}

extension Duration {
  /// The nanoseconds, rounded towards zero and clamped to the range of `Int64`.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || exceeds ? seconds < 0 ? .min : .max : sum
  }

  /// How many times `period` fits into this time; 0 if it is negative.
  package func count(of period: Duration) -> Int { max(0, Int(wholeNanoseconds / period.wholeNanoseconds)) }
}
