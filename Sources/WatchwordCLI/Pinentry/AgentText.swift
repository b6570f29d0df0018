internal import WatchwordMessages

/// A text as gpg-agent sends it: UTF-8 in which `%` and two hexadecimal digits stand for a byte.
///
/// The agent passes on what others wrote, such as the name in a key, so nothing of it is trusted: what is broken, and each
/// control character but a line feed, becomes U+FFFD.
enum AgentText {
  /// The text that `escaped` stands for.
  static func decode(_ escaped: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    forEachByte(of: Array(escaped).span) { byte in
      if let byte { bytes.append(byte) } else { bytes += "\u{FFFD}".utf8 }
    }
    return String(decoding: bytes, as: UTF8.self).replacingControls
  }

  /// Calls `body` with each byte that `escaped` stands for; with `nil` for a `%` without two digits behind it.
  static func forEachByte<E: Error>(
    of escaped: Span<UInt8>, _ body: (UInt8?) throws(E) -> Void
  ) throws(E) {
    var offset = 0
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

/// The text of a button, in which `_x` marks the key that presses it and `__` is an underscore.
struct ButtonLabel: Equatable, Sendable {
  /// The text without marks.
  let text: String
  /// The letter that is marked first, in lower case; `nil` if none is.
  let accelerator: Character?

  /// Reads a label as the agent writes it.
  init(_ marked: String) {
    var text = ""
    var accelerator: Character?
    var rest = marked[...]
    while let character = rest.popFirst() {
      guard character == "_", let next = rest.first else {
        text.append(character)
        continue
      }
      rest.removeFirst()
      text.append(next)
      if next != "_", accelerator == nil { accelerator = next.lowercased().first }
    }
    (self.text, self.accelerator) = (text, accelerator)
  }
}
