internal import CWatchwordUtf8proc
internal import WatchwordBase

/// Reads the letters of a text as those that they look like: wide and mathematical letters as the letters themselves,
/// and, among Latin letters, those of Cyrillic and Greek as Latin ones.
struct Lookalikes {
  /// Whether a code point looks like another one.
  private(set) var areThere = false
  private var wasLetter = false
  /// Whether the letters around have a Latin one among them.
  private var isLatin = false

  /// What `scalar` looks like. Behind it come `ahead` and what `scalars` has.
  mutating func reading(
    _ scalar: Unicode.Scalar, before ahead: Unicode.Scalar?, _ scalars: UTF8Span.UnicodeScalarIterator
  ) -> Unicode.Scalar {
    let plain = scalar.compatible
    let isLetter = plain.isLatinLetter || !plain.isASCII && plain.properties.isAlphabetic
    if isLetter, !wasLetter {
      isLatin = plain.isLatinLetter
      var (next, rest) = (ahead?.compatible, scalars)
      while !isLatin, let letter = next, letter.properties.isAlphabetic {
        isLatin = letter.isLatinLetter
        next = rest.next()?.compatible
      }
    }
    wasLetter = isLetter
    let reading = isLatin && isLetter ? plain.latinLookalike : plain
    areThere = areThere || reading != scalar
    return reading
  }
}

extension Unicode.Scalar {
  fileprivate var isLatinLetter: Bool { 0x61...0x7A ~= value | 0x20 }

  /// What Normalization Form KC makes of the scalar, if that is one.
  fileprivate var compatible: Unicode.Scalar {
    if value < 0xA0 { return self }
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 18) { points in
      let form = utf8proc_option_t(
        UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue | UTF8PROC_STABLE.rawValue)
      let found = unsafe utf8proc_decompose_char(
        Int32(truncatingIfNeeded: value), points.baseAddress, points.count, form, nil)
      return found == 1 ? unsafe Unicode.Scalar(UInt32(bitPattern: points[0])) ?? self : self
    }
  }

  /// The Latin letter that Unicode's confusables.txt has for a letter of Cyrillic or Greek.
  fileprivate var latinLookalike: Unicode.Scalar {
    guard 0x370...0x52F ~= value else { return self }
    return zip(Self.confusable.unicodeScalars, Self.latin.unicodeScalars).first { $0.0 == self }?.1 ?? self
  }

  private static let confusable = "АВЕЅІЈКМНОРСТУХаеѕіјорсухһԁԛԝΒΕΖΗΙΚΜΝΟΡΤΥΧΑαγινορυϲϳЬӏүѵгσ"
  private static let latin = "ABESIJKMHOPCTYXaesijopcyxhdqwBEZHIKMNOPTYXAayivopucjblyvro"
}
