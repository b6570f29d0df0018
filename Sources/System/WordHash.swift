/// The fingerprint of a word, whatever its case, taken one character at a time.
///
/// Case is ignored by the full mappings of Unicode: a character counts as the lower case of its upper case, so that
/// ς and σ are one, and ß and SS. Texts are not normalised: é as one code point and as two are different words.
///
/// Two words have the same fingerprint with a probability of one in 2^64. It is kept in place of the words: a list
/// of words is then small whatever their length, and holds no copy of a password that is one of them.
struct WordHash {
  /// The number of code points, after mapping.
  private(set) var count = 0
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The fingerprint of the characters so far.
  ///
  /// The sum so far is FNV-1a's, which is weak in its high bits for short words; the steps here are the finish of
  /// MurmurHash3.
  var value: UInt64 {
    var value = state
    value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    value = (value ^ value >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return value ^ value >> 33
  }

  /// Adds an ASCII character.
  @inline(__always)
  mutating func add(ascii byte: UInt8) {
    add(mapped: UInt32(byte | ((0x41...0x5A).contains(byte) ? 0x20 : 0)))
  }

  /// Adds a character.
  mutating func add(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { return add(ascii: UInt8(truncatingIfNeeded: scalar.value)) }
    // The mappings of one scalar take at most 15 bytes, which a String holds without going to the heap.
    for upper in scalar.properties.uppercaseMapping.unicodeScalars {
      for lower in upper.properties.lowercaseMapping.unicodeScalars { add(mapped: lower.value) }
    }
  }

  @inline(__always)
  private mutating func add(mapped value: UInt32) {
    state = (state ^ UInt64(value)) &* 0x100_0000_01B3
    count &+= 1
  }
}

extension WordHash {
  /// Takes the fingerprint of a whole text.
  init(of text: UTF8Span) {
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() { add(scalar) }
  }
}
