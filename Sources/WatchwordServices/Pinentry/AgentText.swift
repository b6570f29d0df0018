internal import WatchwordBase

/// Text from gpg-agent: UTF-8 in which `%` and two hexadecimal digits stand for a byte.
///
/// The text may come from others, such as a key's name, so broken escapes and control characters except LF become
/// U+FFFD.
enum AgentText {
  static func decode(_ escaped: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    forEachByte(of: Array(escaped).span) { byte in
      if let byte { bytes.append(byte) } else { bytes += "\u{FFFD}".utf8 }
    }
    return String(decoding: bytes, as: UTF8.self).replacingControls
  }

  /// Calls `body` with each byte of `escaped` from `start` on, unescaped; with `nil` for a `%` without two digits.
  static func forEachByte<E: Error>(
    of escaped: Span<UInt8>, from start: Int = 0, _ body: (UInt8?) throws(E) -> Void
  ) throws(E) {
    var offset = start
    while offset < escaped.count {
      if escaped[offset] != UInt8(ascii: "%") {
        try body(escaped[offset])
      } else if let high = digit(escaped, offset + 1), let low = digit(escaped, offset + 2) {
        try body(high << 4 | low)
        offset += 2
      } else {
        try body(nil)
      }
      offset += 1
    }
  }

  private static func digit(_ bytes: Span<UInt8>, _ offset: Int) -> UInt8? {
    guard offset < bytes.count else { return nil }
    return Character(Unicode.Scalar(bytes[offset])).hexDigitValue.map { UInt8($0) }
  }
}
