extension Span<UInt8> {
  /// Whether `other` has the same bytes. The time that this takes does not show where they differ.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for offset in indices { difference |= self[offset] ^ other[offset] }
    return difference == 0
  }
}
