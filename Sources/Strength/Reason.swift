/// Why a text is no stronger than it is, the most useful reason first.
public enum Reason: Int, CaseIterable, Sendable {
  /// The text is one of the most common passwords.
  case common
  /// A word from a dictionary.
  case word
  /// A word from a dictionary with letters swapped for signs that look like them.
  case substitution
  /// Keys that stand side by side.
  case neighbours
  /// Characters in their order, up or down.
  case sequence
  /// A part that is repeated.
  case repetition
  /// A date or a year.
  case date
  /// A word of the person or the place, see ``ContextWords``.
  case personal
  /// The text could be longer.
  case short
}

/// A set of reasons, in the order of their usefulness. It holds nothing of the text, neither where nor how often a
/// reason was found.
public struct Reasons: Equatable, Sendable, ExpressibleByArrayLiteral {
  private var bits: UInt16 = 0

  /// Makes a set of `reasons`.
  public init(arrayLiteral reasons: Reason...) {
    for reason in reasons { insert(reason) }
  }

  /// The most useful one.
  public var first: Reason? { bits == 0 ? nil : Reason(rawValue: bits.trailingZeroBitCount) }
  /// All of them, the most useful one first.
  public var all: [Reason] { Reason.allCases.filter(contains) }

  /// Whether `reason` is one of them.
  public func contains(_ reason: Reason) -> Bool { bits & 1 << UInt16(reason.rawValue) != 0 }

  /// Adds `reason`.
  public mutating func insert(_ reason: Reason) { bits |= 1 << UInt16(reason.rawValue) }

  /// Takes `reason` out.
  public mutating func remove(_ reason: Reason) { bits &= ~(1 << UInt16(reason.rawValue)) }

  /// The reasons of either set.
  public func union(_ other: Reasons) -> Reasons {
    var result = self
    result.bits |= other.bits
    return result
  }
}
