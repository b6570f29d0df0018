public import Screen

/// Holds a value back until none has come for a while: the first step of a ``Validation``.
///
/// It has no timer and reads no clock. Whoever owns the time asks for the ``deadline``, and for the value once that
/// has come.
public struct Debounce<Value: Equatable & Sendable>: Equatable, Sendable {
  /// How long no value may have come.
  public let delay: Duration
  /// The value that is held back, and since when.
  private var held: Held?

  private struct Held: Equatable, Sendable {
    var value: Value
    var arrival: Instant
  }

  /// Makes a debounce that holds values back for `delay`.
  public init(for delay: Duration) { self.delay = delay }

  /// When the value that is held back is due; `nil` when none is.
  public var deadline: Instant? { held.map { $0.arrival.advanced(by: delay) } }

  /// Takes in `value`, which came at `now`, in the place of the one held back.
  public mutating func send(_ value: Value, at now: Instant) { held = Held(value: value, arrival: now) }

  /// Hands out the value that is due at `now`, once; `nil` when none is.
  public mutating func value(at now: Instant) -> Value? {
    guard let deadline, deadline <= now else { return nil }
    return flush()
  }

  /// Hands out the value that is held back, due or not; `nil` when there is none.
  public mutating func flush() -> Value? {
    defer { held = nil }
    return held?.value
  }

  /// Forgets the value that is held back.
  public mutating func cancel() { held = nil }
}
