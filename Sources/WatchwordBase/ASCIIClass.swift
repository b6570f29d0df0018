package struct ASCIIClass: Equatable, Sendable {
  /// Bit `n` for the character with code `n`.
  package private(set) var bits: UInt128 = 0

  package init() {}

  private init(bits: UInt128) { self.bits = bits }

  package func contains(_ byte: UInt8) -> Bool { bits & 1 << UInt128(byte) != 0 }

  package func union(_ other: ASCIIClass) -> ASCIIClass { ASCIIClass(bits: bits | other.bits) }

  package func intersection(_ other: ASCIIClass) -> ASCIIClass { ASCIIClass(bits: bits & other.bits) }

  package func isDisjoint(with other: ASCIIClass) -> Bool { bits & other.bits == 0 }

  package mutating func insert(_ byte: UInt8) {
    precondition(byte < 0x80, "a class holds ASCII characters only")
    bits |= 1 &<< UInt128(byte)
  }

  package static let upper = ASCIIClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  package static let lower = ASCIIClass("abcdefghijklmnopqrstuvwxyz")
  package static let digits = ASCIIClass("0123456789")
  /// The 32 printable characters that are neither letter, digit nor space.
  package static let punctuation = ASCIIClass(##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##)
  /// The 95 characters from space to tilde.
  package static let printable = upper.union(lower).union(digits).union(punctuation).union(ASCIIClass(" "))
}

extension ASCIIClass {
  /// Traps unless all `members` are ASCII.
  package init(_ members: String) {
    self.init()
    for byte in members.utf8 { insert(byte) }
  }
}
