public import WatchwordScreen

/// The way of one field's text to its result (reference behaviour, C2 and C6):
///
///     debounce ─► remove duplicates ─► map ─► result
///
/// A value is held back until none has come for a while, and is dropped where it equals the one validated last. It has
/// no timer and reads no clock: its owner asks for a value at the ``deadline``, maps it, and sets the ``result``.
/// `Value` stands for the text: for a secret its ``Fingerprint``, since the text itself is never kept.
public struct Validation<Value: Equatable & Sendable>: Equatable, Sendable {
  private let delay: Duration
  /// The value that is held back.
  private var waiting: Value?
  /// The value that was validated last.
  private var last: Value?
  /// When the value that is held back is due; `nil` when none is.
  public private(set) var deadline: Instant?
  /// What came of the value validated last.
  public internal(set) var result: ValidationResult

  /// Makes a validation.
  ///
  /// - Parameters:
  ///   - delay: How long no value may have come before the last one is validated.
  ///   - result: What is true as long as none was.
  public init(debounce delay: Duration, startingWith result: ValidationResult) {
    self.delay = delay
    self.result = result
  }

  /// Takes in what the text became at `now`.
  public mutating func send(_ value: Value, at now: Instant) {
    waiting = value
    deadline = now.advanced(by: delay)
  }

  /// The value that is to be validated at `now`, where one is due and is not the one validated last.
  public mutating func value(at now: Instant) -> Value? {
    if let deadline, deadline <= now { flush() } else { nil }
  }

  /// The value that is to be validated at once, due or not (C10).
  public mutating func flush() -> Value? {
    guard let value = waiting else { return nil }
    cancel()
    guard value != last else { return nil }
    last = value
    return value
  }

  /// Ends it: what waits is never validated (C9).
  public mutating func cancel() { (waiting, deadline) = (nil, nil) }
}
