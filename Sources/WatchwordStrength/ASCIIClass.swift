/// A set of ASCII characters.
package struct ASCIIClass: Equatable, Sendable {
  /// Bit `n` for the character with the code `n`.
  private var bits: UInt128 = 0

  /// Makes the empty set.
  init() {}

  /// Makes the set of the characters of `members`. Traps at a character that is not ASCII.
  package init(_ members: String) {
    for byte in members.utf8 { insert(byte) }
  }

  /// Whether `byte` is a member; false for every byte that is not ASCII.
  package func contains(_ byte: UInt8) -> Bool { bits & 1 << UInt128(byte) != 0 }

  /// The characters of either set.
  package func union(_ other: ASCIIClass) -> ASCIIClass {
    var result = self
    result.bits |= other.bits
    return result
  }

  /// The characters of both sets.
  func intersection(_ other: ASCIIClass) -> ASCIIClass {
    var result = self
    result.bits &= other.bits
    return result
  }

  /// Whether the two sets have no character in common.
  func isDisjoint(with other: ASCIIClass) -> Bool { bits & other.bits == 0 }

  /// Adds the character of `byte`, which is ASCII.
  mutating func insert(_ byte: UInt8) {
    precondition(byte < 0x80, "a class holds ASCII characters only")
    bits |= 1 &<< UInt128(byte)
  }

  /// The letters A to Z.
  package static let upper = ASCIIClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  /// The letters a to z.
  package static let lower = ASCIIClass("abcdefghijklmnopqrstuvwxyz")
  /// The digits 0 to 9.
  package static let digits = ASCIIClass("0123456789")
  /// The 32 characters that are neither letter, digit, space nor control.
  static let punctuation = ASCIIClass(##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##)
  /// The 95 characters from space to tilde.
  static let printable = upper.union(lower).union(digits).union(punctuation).union(ASCIIClass(" "))
}

extension UInt8 {
  /// A letter of ASCII in lower case; any other byte as it is.
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
