public import Screen

/// The way of one field's text to its result: debounce, remove duplicates, map (reference behaviour, C2 and C6).
///
///     debounce ─► removeDuplicates ─► map ─► result
///
/// It is a value. What it asks of its owner is to be told the time at its ``deadline``, and to map what comes out.
/// `Value` stands for the text: for a secret its ``Fingerprint``, since the text itself is never kept.
public struct Validation<Value: Equatable & Sendable>: Equatable, Sendable {
  private var debounce: Debounce<Value>
  private var removeDuplicates = RemoveDuplicates<Value>()
  /// What came of the value validated last.
  public internal(set) var result: ValidationResult

  /// Makes a validation.
  ///
  /// - Parameters:
  ///   - delay: How long no value may have come before the last one is validated.
  ///   - result: What is true as long as none was.
  public init(debounce delay: Duration, startingWith result: ValidationResult) {
    debounce = Debounce(for: delay)
    self.result = result
  }

  /// When it wants to be asked for a value; `nil` when nothing waits.
  public var deadline: Instant? { debounce.deadline }

  /// Takes in what the text became at `now`.
  public mutating func send(_ value: Value, at now: Instant) { debounce.send(value, at: now) }

  /// The value that is to be validated at `now`, where one is due and is not the one validated last.
  public mutating func value(at now: Instant) -> Value? {
    debounce.value(at: now).flatMap { removeDuplicates.value($0) }
  }

  /// The value that is to be validated at once, due or not (C10).
  public mutating func flush() -> Value? {
    debounce.flush().flatMap { removeDuplicates.value($0) }
  }

  /// Ends it: what waits is never validated (C9).
  public mutating func cancel() { debounce.cancel() }
}
