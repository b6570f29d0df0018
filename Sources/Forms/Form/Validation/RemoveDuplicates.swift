/// Lets a value through unless it equals the one before it: the second step of a ``Validation``.
public struct RemoveDuplicates<Value: Equatable & Sendable>: Equatable, Sendable {
  private var last: Value?

  /// Makes a step that has let nothing through yet.
  public init() {}

  /// Answers `value`, or `nil` where it equals the one let through last.
  public mutating func value(_ value: Value) -> Value? {
    guard value != last else { return nil }
    last = value
    return value
  }
}
