/// A terminal's answer to the question for its background: `OSC 11 ; rgb:RRRR/GGGG/BBBB` and ST, also in 8 bits, or BEL
/// (XTerm Control Sequences). Shares have one to four digits (XParseColor(3)); `rgba:` has a fourth share, which is left
/// out.
enum BackgroundAnswer {
  /// What the held bytes from ESC on are.
  enum Reading {
    case unfinished
    /// Another device string.
    case other
    /// Whole, up to before this index. An answer of which nothing can be made is no input.
    case whole(KeyDecoder.Input?, end: Int)
  }

  private static let start: [5 of UInt8] = [Byte.escape, 0x5D, 0x31, 0x31, 0x3B]  // ESC ] 1 1 ;

  /// Reads the device string that begins with the first held byte.
  static func read(_ held: HeldBytes) -> Reading {
    guard held.agree(with: start.span) else { return .other }
    for index in min(start.count, held.count)..<held.count {
      switch held[index] {
      case Byte.bell, Byte.terminator: return .whole(input(held, end: index), end: index + 1)
      case Byte.escape, Byte.lead:
        guard index + 1 < held.count else { return .unfinished }
        let end = held[index] == Byte.escape ? 0x5C : Byte.terminator
        return held[index + 1] == end ? .whole(input(held, end: index), end: index + 2) : .other
      case 0x20..<Byte.delete: continue
      default: return .other
      }
    }
    return .unfinished
  }

  private static func input(_ held: HeldBytes, end: Int) -> KeyDecoder.Input? {
    var shares: [UInt8] = []
    guard var index = (start.count..<end).first(where: { held[$0] == 0x3A }) else { return nil }  // :
    while index < end {
      let first = index + 1
      let last = (first..<end).first { held[$0] == 0x2F } ?? end  // /
      guard (1...4).contains(last - first), let share = share(held, first..<last) else { return nil }
      shares.append(share)
      index = last
    }
    guard (3...4).contains(shares.count) else { return nil }
    return .background(red: shares[0], green: shares[1], blue: shares[2])
  }

  /// The share whose hexadecimal digits stand in `range`, from 0 to 255.
  private static func share(_ held: HeldBytes, _ range: Range<Int>) -> UInt8? {
    var (value, greatest) = (0, 0)
    for index in range {
      guard let digit = Character(Unicode.Scalar(held[index])).hexDigitValue else { return nil }
      value = value * 16 + digit
      greatest = greatest * 16 + 15
    }
    return UInt8((value * 255 + greatest / 2) / greatest)
  }
}
