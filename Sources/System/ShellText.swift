internal import Secrets

/// Words of the POSIX shell in secret memory.
///
/// Between apostrophes every byte stands for itself but the apostrophe (POSIX.1-2017, Shell Command Language, 2.2.2),
/// which therefore stands outside of them, behind a reverse solidus. No character set of a locale has a character of
/// several bytes with that of the apostrophe among them, so a shell finds the same apostrophes whichever character
/// set it reads by.
enum ShellText {
  /// The number of free bytes that ``appendQuoted(_:in:to:)`` needs for `text`.
  static func room(forQuoted text: UTF8Span, in characterSet: CharacterSet) -> Int {
    var room = 2 + characterSet.room(for: text)
    let bytes = text.span
    for offset in bytes.indices where bytes[offset] == apostrophe { room += escapedApostrophe.utf8.count }
    return room
  }

  /// Puts `text` as one word, the apostrophes included, behind the bytes of `buffer`.
  ///
  /// - Throws: As ``CharacterSet/append(_:to:)`` does. Part of the word may have been written by then.
  static func appendQuoted(
    _ text: UTF8Span, in characterSet: CharacterSet, to buffer: inout SecretBuffer
  ) throws(CharacterSet.Failure) {
    try buffer.append(ascii: "'")
    let bytes = text.span
    var start = 0
    for offset in bytes.indices where bytes[offset] == apostrophe {
      let part = unsafe UTF8Span(unchecked: bytes.extracting(start..<offset))
      try characterSet.append(part, to: &buffer)
      try buffer.append(ascii: escapedApostrophe)
      start = offset + 1
    }
    let rest = unsafe UTF8Span(unchecked: bytes.extracting(start...))
    try characterSet.append(rest, to: &buffer)
    try buffer.append(ascii: "'")
  }

  private static let apostrophe = UInt8(ascii: "'")
  /// Ends the part between apostrophes, gives the apostrophe, and begins another part.
  private static let escapedApostrophe = #"'\''"#
}
