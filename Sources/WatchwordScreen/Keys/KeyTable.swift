/// The strings that terminfo says the terminal's keys send.
///
/// Left out are those that would take away what the program rests on: strings that begin like text, like Return,
/// Tab, Backspace or ^C, and those that are merely the beginning of other sequences.
struct KeyTable: Sendable {
  /// What the table makes of some bytes.
  struct Match {
    /// The length of the longest string that the bytes begin with, and its key.
    var longest: (length: Int, key: Key)?
    /// Whether the bytes are the beginning of a longer string.
    var isUnfinished = false
  }

  private let strings: [(sequence: [UInt8], key: Key)]

  init(_ strings: [(sequence: [UInt8], key: Key)], textMode: KeyDecoder.TextMode) {
    self.strings = strings.filter { Self.admits($0.sequence, textMode: textMode) }
  }

  /// Compares what is held, at least one byte, with the strings. Of equal strings the first handed in counts.
  func match(_ held: HeldBytes) -> Match {
    var match = Match()
    for (sequence, key) in strings where held.agree(with: sequence.span) {
      if sequence.count > held.count {
        match.isUnfinished = true
      } else if sequence.count > match.longest?.length ?? 0 {
        match.longest = (sequence.count, key)
      }
    }
    return match
  }

  /// The marks of a paste, SS3, and Alt with another sequence.
  private static let introducers: [[UInt8]] = [
    Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), [0x1B, 0x4F], [0x1B, 0x1B],
  ]

  private static func admits(_ sequence: [UInt8], textMode: KeyDecoder.TextMode) -> Bool {
    guard let first = sequence.first, sequence.count <= HeldBytes.capacity else { return false }
    switch first {
    case Byte.escape:
      return !introducers.contains { $0.starts(with: sequence) }
    case Byte.endOfText, 0x08...0x0A, 0x0D, 0x20...0x7F: return false
    case 0..<0x20: return true
    default:
      switch textMode {
      case .utf8: return !(0xC2...0xF4).contains(first)
      case .ascii: return true
      case .other: return false
      }
    }
  }
}
