/// The reply with a terminal's background: `OSC 11 ; rgb:RRRR/GGGG/BBBB`, ended by ST (7-bit or 8-bit) or BEL (XTerm
/// Control Sequences). Components have one to four digits (XParseColor(3)). The fourth of `rgba:` is ignored.
enum BackgroundAnswer {
  private static let start: [5 of UInt8] = [Byte.escape, 0x5D, 0x31, 0x31, 0x3B]  // ESC ] 1 1 ;

  /// Handles the held device string; `nil` if it cannot become the reply. A malformed reply gives no input.
  static func step(_ held: HeldBytes) -> KeyDecoder.Step? {
    guard held.agree(with: start.span) else { return nil }
    for index in min(start.count, held.count)..<held.count {
      switch held[index] {
      case Byte.bell, Byte.terminator: return .done(length: index + 1, input: input(held, end: index))
      case Byte.escape, Byte.lead:
        guard index + 1 < held.count else { return .unfinished }
        let end = held[index] == Byte.escape ? 0x5C : Byte.terminator
        return held[index + 1] == end ? .done(length: index + 2, input: input(held, end: index)) : nil
      // `/`, the decimal digits, `:`, the hexadecimal letters, and the letters of `rgba`
      case 0x2F...0x3A, 0x41...0x46, 0x61...0x67, 0x72: continue
      default: return nil
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

  /// The component whose hexadecimal digits are in `range`, scaled to 0...255.
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
