/// A point on a monotonic clock. Time comes with each event; nothing in the core reads a clock.
package struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since an arbitrary start.
  package var nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

  /// The instant that is `duration` later; where the clock ends, its last one.
  package func advanced(by duration: Duration) -> Instant {
    let (sum, overflows) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: overflows ? duration < .zero ? .min : .max : sum)
  }

  /// The time from this instant to `later`; negative when that is earlier.
  package func duration(to later: Instant) -> Duration {
    .nanoseconds(later.nanoseconds) - .nanoseconds(nanoseconds)
  }

  package static func - (later: Instant, earlier: Instant) -> Duration { earlier.duration(to: later) }
}

extension Duration {
  /// The nanoseconds, rounded towards zero; of a longer time than an `Int64` can say, the longest that it can.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, exceeds) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || exceeds ? seconds < 0 ? .min : .max : sum
  }

  /// How many times `period` has passed in this time; none where it is negative.
  package func count(of period: Duration) -> Int { max(0, Int(wholeNanoseconds / period.wholeNanoseconds)) }
}
