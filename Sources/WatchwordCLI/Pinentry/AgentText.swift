internal import WatchwordMessages

/// A text as gpg-agent sends it: UTF-8 in which `%` and two hexadecimal digits stand for a byte.
///
/// The agent passes on what others wrote, such as the name in a key, so nothing of it is trusted: what is broken, and each
/// control character but a line feed, becomes U+FFFD.
enum AgentText {
  /// The text that `escaped` stands for.
  static func decode(_ escaped: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = Array(escaped)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      if digits.count == 2 {
        rest = rest.dropFirst(2)
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
      } else {
        bytes += replacement.utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self).replacingControls
  }

  private static let replacement = "\u{FFFD}"
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
