import WatchwordBase

/// The character set of the program's output.
package enum CharacterSet: Equatable, Sendable {
  /// UTF-8: of a UTF-8 locale, and also of the C locale, whose input is read as UTF-8.
  case utf8
  /// Another character set, which the C library knows from the locale.
  case locale

  /// The character set of the locale that setlocale(3) has set, see nl_langinfo(3).
  package static var current: CharacterSet {
    switch LocaleCharacter.setName {
    case "UTF-8", "ANSI_X3.4-1968", "": .utf8
    default: .locale
    }
  }

  /// Writes `text` in this character set. Text that the terminal sent in this set comes out as the same bytes. Returns
  /// false if the set lacks a character.
  ///
  /// Between apostrophes the POSIX shell takes every byte except the apostrophe literally (POSIX.1-2017, Shell Command
  /// Language, 2.2.2), so `escapingApostrophes` turns `'` into `'\''`. No locale's character set uses the byte of the
  /// apostrophe within another character.
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

  /// Writes a character. Writes the byte `doubled` twice, wherever it occurs in another character set than UTF-8.
  func write(_ scalar: Unicode.Scalar, doubling doubled: UInt8? = nil, to sink: inout ByteSink) -> Bool {
    guard self == .locale else {
      UTF8.encode(scalar, into: { sink.put($0) })
      return true
    }
    return LocaleCharacter.withBytes(of: scalar) { bytes in
      for index in bytes.indices {
        if bytes[index] == doubled { sink.put(bytes[index]) }
        sink.put(bytes[index])
      }
    }
  }
}
