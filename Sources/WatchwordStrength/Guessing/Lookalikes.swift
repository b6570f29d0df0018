internal import CWatchwordUtf8proc

extension GuessableText {
  /// Reads the letters of the text as those that they look like: wide and mathematical ones as the letters themselves,
  /// and those of Cyrillic and Greek among Latin ones as Latin. Returns false if there are none.
  mutating func readAsItLooks() -> Bool {
    var (start, areThere) = (0, false)
    for index in 0..<count {
      guard let plain = unsafe scalar(of: bytes[index]).compatible else { continue }
      unsafe bytes[index] = plain
      areThere = true
    }
    for end in 0...count where end == count || kind(at: end) != .letter {
      let run = start..<end
      start = end + 1
      let areSmall = run.contains { unsafe 0x61...0x7A ~= bytes[$0] }
      guard areSmall || run.contains(where: { unsafe bytes[$0] < 0x80 }) else { continue }
      for index in run {
        guard let latin = unsafe scalar(of: bytes[index]).lookalike(isSmall: areSmall) else { continue }
        unsafe bytes[index] = latin
        areThere = true
      }
    }
    return areThere
  }
}

extension Unicode.Scalar {
  /// The character of ASCII that Normalization Form KC makes of one beyond it.
  fileprivate var compatible: UInt8? {
    if value < 0xA0 { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 18) { points in
      let form = utf8proc_option_t(UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_COMPAT.rawValue)
      let count = unsafe utf8proc_decompose_char(
        Int32(truncatingIfNeeded: value), points.baseAddress, points.count, form, nil)
      return unsafe count == 1 && points[0] < 0x80 ? UInt8(points[0]) : nil
    }
  }

  /// The Latin letter that Unicode's confusables.txt has for a letter of Cyrillic or Greek, which is in lower case here.
  fileprivate func lookalike(isSmall: Bool) -> UInt8? {
    guard 0x370...0x52F ~= value else { return nil }
    let (letters, latin) = isSmall ? Self.small : Self.capital
    return zip(letters.unicodeScalars, latin.utf8).first { $0.0 == self }?.1
  }

  private static let small = ("аеѕіјорсухһԁԛԝьӏүѵгαγινορυσϲϳ", "aesijopcyxhdqwblyvrayivopuocj")
  private static let capital = ("авеѕіјкмнорстухαβεζηικμνορτυχ", "ABESIJKMHOPCTYXABEZHIKMNOPTYX")
}
