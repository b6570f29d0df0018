/// A point on a monotonic clock. Time is handed in with each event; nothing in the core reads a clock.
public struct Instant: Comparable, Hashable, Sendable {
  /// Nanoseconds since an arbitrary start.
  public var nanoseconds: Int64

  /// Makes the instant `nanoseconds` after the clock's start.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Orders instants by time.
  public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

  /// The instant that is `milliseconds` later.
  public func advanced(milliseconds: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds + milliseconds * 1_000_000)
  }

  /// The time that has gone by since `earlier`, in nanoseconds; negative when `earlier` is later.
  public func nanoseconds(since earlier: Instant) -> Int64 { nanoseconds - earlier.nanoseconds }
}

/// Times are counted in nanoseconds.
extension Instant: Strideable {
  /// The instant that is so many nanoseconds later; where the clock ends, its last one.
  public func advanced(by nanoseconds: Int64) -> Instant {
    let (sum, overflows) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Instant(nanoseconds: overflows ? nanoseconds < 0 ? .min : .max : sum)
  }

  /// The instant that is `duration` later; where the clock ends, its last one.
  public func advanced(by duration: Duration) -> Instant {
    let (seconds, attoseconds) = duration.components
    return advanced(by: seconds * 1_000_000_000).advanced(by: attoseconds / 1_000_000_000)
  }

  /// The nanoseconds until `later`; negative when that is earlier.
  public func distance(to later: Instant) -> Int64 { later.nanoseconds(since: self) }
}
