/// A set of ASCII characters.
public struct ASCIIClass: Equatable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Makes the empty set.
  init() {}

  /// Makes the set of the characters of `members`. Traps at a character that is not ASCII.
  public init(_ members: String) {
    for scalar in members.unicodeScalars {
      precondition(scalar.isASCII, "a class holds ASCII characters only")
      insert(UInt8(truncatingIfNeeded: scalar.value))
    }
  }

  /// Whether `byte` is a member; false for every byte that is not ASCII.
  public func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<64: low & (1 << UInt64(byte)) != 0
    case ..<128: high & (1 << UInt64(byte - 64)) != 0
    default: false
    }
  }

  /// The characters of either set.
  public func union(_ other: ASCIIClass) -> ASCIIClass {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }

  /// Whether the two sets have no character in common.
  func isDisjoint(with other: ASCIIClass) -> Bool { low & other.low == 0 && high & other.high == 0 }

  /// Whether each character of this set is in `other` as well.
  func isSubset(of other: ASCIIClass) -> Bool { low & ~other.low == 0 && high & ~other.high == 0 }

  /// Adds the character of `byte`, which is ASCII.
  mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte &- 64) }
  }
}

extension ASCIIClass {
  /// The letters A to Z.
  public static let upper = ASCIIClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  /// The letters a to z.
  public static let lower = ASCIIClass("abcdefghijklmnopqrstuvwxyz")
  /// The digits 0 to 9.
  public static let digits = ASCIIClass("0123456789")
}
