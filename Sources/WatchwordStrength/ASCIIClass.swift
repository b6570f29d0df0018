/// A set of ASCII characters.
package struct ASCIIClass: Equatable, Sendable {
  /// Bit `n` for the character with the code `n`.
  private var bits: UInt128 = 0

  init() {}

  /// Makes the set of the characters of `members`. Traps at a character that is not ASCII.
  package init(_ members: String) {
    for byte in members.utf8 { insert(byte) }
  }

  /// Whether `byte` is a member; false for every byte that is not ASCII.
  package func contains(_ byte: UInt8) -> Bool { bits & 1 << UInt128(byte) != 0 }

  package func union(_ other: ASCIIClass) -> ASCIIClass {
    var result = self
    result.bits |= other.bits
    return result
  }

  func intersection(_ other: ASCIIClass) -> ASCIIClass {
    var result = self
    result.bits &= other.bits
    return result
  }

  func isDisjoint(with other: ASCIIClass) -> Bool { bits & other.bits == 0 }

  /// Adds the character of `byte`, which is ASCII.
  mutating func insert(_ byte: UInt8) {
    precondition(byte < 0x80, "a class holds ASCII characters only")
    bits |= 1 &<< UInt128(byte)
  }

  package static let upper = ASCIIClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  package static let lower = ASCIIClass("abcdefghijklmnopqrstuvwxyz")
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
