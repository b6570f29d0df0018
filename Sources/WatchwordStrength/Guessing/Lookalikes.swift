internal import CWatchwordUtf8proc

extension GuessableText {
  /// Reads the characters of the text as those that they look like: wide and mathematical ones as the letters themselves,
  /// digits of any script as those of ASCII, letters of Cyrillic and Greek among Latin ones as Latin, and Latin ones among
  /// Cyrillic as Cyrillic. Returns false if there are none.
  mutating func readAsItLooks() -> Bool {
    var (start, areThere) = (0, false)
    for index in 0..<count {
      guard let plain = unsafe scalar(of: bytes[index]).compatible, let byte = newByte(for: plain) else {
        continue
      }
      unsafe bytes[index] = byte
      areThere = true
    }
    for end in 0...count where end == count || kind(at: end) != .letter {
      let run = start..<end
      start = end + 1
      guard run.contains(where: { unsafe bytes[$0] < 0x80 }) else { continue }
      let areSmall = run.contains { unsafe 0x61...0x7A ~= bytes[$0] }
      let cyrillic = run.filter { unsafe 0x400..<0x530 ~= scalar(of: bytes[$0]).value }
      let areStrangers =
        2 * cyrillic.count > run.count
        && run.allSatisfy {
          unsafe cyrillic.contains($0) || scalar(of: bytes[$0]).lookalike(in: .cyrillic) != nil
        }
      for index in run {
        let letter = unsafe scalar(of: bytes[index])
        // The first letter may have been a capital.
        let capital = areSmall && index > run.lowerBound ? nil : letter.lookalike(in: .capital)
        let latin = areSmall ? letter.lookalike(in: .small) ?? capital : capital
        guard let other = areStrangers ? letter.lookalike(in: .cyrillic) : latin,
          let byte = newByte(for: other)
        else { continue }
        unsafe bytes[index] = byte
        areThere = true
      }
    }
    return areThere
  }
}

extension Unicode.Scalar {
  /// The only character that Normalization Form KC makes of this one, or its digit of ASCII; `nil` if that is the same.
  fileprivate var compatible: Unicode.Scalar? {
    if value < 0xA0 { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 18) { points in
      let form = utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
      let count = unsafe utf8proc_decompose_char(
        Int32(truncatingIfNeeded: value), points.baseAddress, points.count, form, nil)
      guard count == 1, let plain = unsafe Unicode.Scalar(UInt32(truncatingIfNeeded: points[0])) else {
        return nil
      }
      let isDigit = unsafe utf8proc_category(points[0]) == UTF8PROC_CATEGORY_ND
      let digit = isDigit ? plain.properties.numericValue.map { Unicode.Scalar(0x30 + UInt8($0)) } : nil
      return (digit ?? plain) == self ? nil : digit ?? plain
    }
  }

  /// The letter that Unicode's confusables.txt has for one of Cyrillic or Greek, which is in lower case here, or for a
  /// Latin one.
  fileprivate func lookalike(in rows: Lookalikes) -> Unicode.Scalar? {
    let columns = rows.rawValue.unicodeScalars
    return zip(columns, columns.dropFirst(columns.count / 2 + 1)).first { $0.0 == self }?.1
  }
}

/// Letters, and behind the equals sign what they look like.
private enum Lookalikes: String {
  /// Among small Latin letters, and among capitals.
  case small = "аеѕіјорсухһԁԛԝьӏүѵгαγινορυσϲϳ=aesijopcyxhdqwblyvrayivopuocj"
  case capital = "авеѕіјкмнорстухαβεζηικμνορτυχ=ABESIJKMHOPCTYXABEZHIKMNOPTYX"
  /// Of Latin letters among Cyrillic ones.
  case cyrillic = "aeiopcyxABEIKMHOPCTYX=аеіорсухавеікмнорстух"
}
