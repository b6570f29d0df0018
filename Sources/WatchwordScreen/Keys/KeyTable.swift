/// The strings that terminfo says the terminal's keys send.
///
/// Left out are those that would take away what the program rests on: strings that begin like text, like Return,
/// Tab, Backspace or ^C, and those that are merely the beginning of other sequences.
struct KeyTable: Sendable {
  private let strings: [(sequence: [UInt8], key: Key)]

  init(_ strings: [(sequence: [UInt8], key: Key)], textMode: KeyDecoder.TextMode) {
    self.strings = strings.filter { Self.admits($0.sequence, textMode: textMode) }
  }

  /// Compares what is held, at least one byte, with the strings: the length of the longest that it begins with, and its key,
  /// and whether it is the beginning of a longer one. Of equal strings the first handed in counts.
  func match(_ held: HeldBytes) -> (longest: (length: Int, key: Key)?, isUnfinished: Bool) {
    var longest: (length: Int, key: Key)?
    var isUnfinished = false
    for (sequence, key) in strings where held.agree(with: sequence.span) {
      if sequence.count > held.count {
        isUnfinished = true
      } else if sequence.count > longest?.length ?? 0 {
        longest = (sequence.count, key)
      }
    }
    return (longest, isUnfinished)
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
