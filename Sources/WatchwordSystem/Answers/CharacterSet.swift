import Glibc

/// The character set that text leaves the program in.
package enum CharacterSet: Equatable, Sendable {
  /// UTF-8: that of a UTF-8 locale, and that of the C locale too, whose input is taken as UTF-8.
  case utf8
  /// Another one, which the C library knows by the locale.
  case locale

  /// The character set of the locale that setlocale(3) has set, see nl_langinfo(3).
  package static var current: CharacterSet {
    guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return .utf8 }
    return switch unsafe String(cString: name) {
    case "UTF-8", "ANSI_X3.4-1968": .utf8
    default: .locale
    }
  }

  /// Writes `text` in this character set. What the terminal sent in it comes out as the same bytes.
  ///
  /// Between apostrophes in the POSIX shell every byte stands for itself but the apostrophe (POSIX.1-2017, Shell
  /// Command Language, 2.2.2). No character set of a locale has the byte of the apostrophe within another character, so
  /// a shell finds the same apostrophes whichever character set it reads by.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - escapingApostrophes: Whether `'` becomes `'\''`, for a text between apostrophes in the shell.
  ///   - sink: Where the bytes go.
  /// - Returns: Whether the character set has all of the characters.
  func write(_ text: UTF8Span, escapingApostrophes: Bool = false, to sink: inout ByteSink) -> Bool {
    var hasAll = true
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if scalar == "'", escapingApostrophes {
        sink.put(#"'\''"#)
      } else {
        hasAll = write(scalar, to: &sink) && hasAll
      }
    }
    return hasAll
  }

  private func write(_ scalar: Unicode.Scalar, to sink: inout ByteSink) -> Bool {
    guard self == .locale else {
      UTF8.encode(scalar, into: { sink.put($0) })
      return true
    }
    // The shift state that wctomb keeps for all callers does not matter: no locale of the C library has a
    // character set with shifts.
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestCharacter) { bytes in
      let count = unsafe wctomb(bytes.baseAddress, wchar_t(bitPattern: scalar.value))
      for index in 0..<max(0, Int(count)) { sink.put(UInt8(bitPattern: unsafe bytes[index])) }
      return count > 0
    }
  }

  /// The bytes that wctomb(3) may write at once (MB_LEN_MAX of the C library).
  private static let longestCharacter = 16
}
