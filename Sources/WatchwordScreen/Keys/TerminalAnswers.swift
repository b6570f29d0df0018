/// A terminal's answer to the question for its background: `OSC 11 ; rgb:RRRR/GGGG/BBBB` and ST, also in 8 bits, or BEL
/// (XTerm Control Sequences). Shares have one to four digits (XParseColor(3)); `rgba:` has a fourth share, which is left
/// out.
enum BackgroundAnswer {
  private static let start: [5 of UInt8] = [Byte.escape, 0x5D, 0x31, 0x31, 0x3B]  // ESC ] 1 1 ;

  /// What to do about the device string that begins with the first held byte, as long as it is the answer or may become
  /// it; `nil` where it is another one. An answer of which nothing can be made is no input.
  static func step(_ held: HeldBytes) -> KeyDecoder.Step? {
    guard held.agree(with: start.span) else { return nil }
    for index in min(start.count, held.count)..<held.count {
      switch held[index] {
      case Byte.bell, Byte.terminator: return .done(length: index + 1, input: input(held, end: index))
      case Byte.escape, Byte.lead:
        guard index + 1 < held.count else { return .unfinished }
        let end = held[index] == Byte.escape ? 0x5C : Byte.terminator
        return held[index + 1] == end ? .done(length: index + 2, input: input(held, end: index)) : nil
      case 0x20..<Byte.delete: continue
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

/// The other answers of a terminal.
extension ControlSequence {
  /// What a sequence with the private mark `?` answers: `CSI ? … c` to the question for the terminal's kind (DA1), and
  /// `CSI ? mode ; state $ y` to that for a mode (DECRQM), with the state 1 or 3 where it is set, 2 or 4 where it is
  /// reset; `nil` where it is none of these, or nothing is known of the mode.
  var answer: KeyDecoder.Input? {
    switch (isWellFormed, intermediate, final) {
    case (true, 0, 0x63): .attributes
    case (true, 0x24, 0x79) where count == 2 && (1...4).contains(self[1]):
      .mode(self[0], isSet: !self[1].isMultiple(of: 2))
    default: nil
    }
  }
}
