/// A control sequence (CSI) or a sequence after SS3, taken apart by the grammar of ECMA-48, 5.4.
struct ControlSequence {
  /// What the held bytes from the introducer on are.
  enum Reading {
    case unfinished
    /// Broken off by a byte outside the grammar, at this index.
    case broken(at: Int)
    /// Whole, up to before this index.
    case whole(ControlSequence, end: Int)
  }

  /// `[` or `O`.
  let introducer: UInt8
  /// One of `<`, `=`, `>`, `?`, which mark private sequences, or 0.
  private(set) var prefix: UInt8 = 0
  /// The last intermediate byte, or 0.
  private(set) var intermediate: UInt8 = 0
  /// The byte that says what the sequence is.
  private(set) var final: UInt8 = 0
  /// How many parameters there are; more than are kept is possible.
  private(set) var count = 0
  private var parameters = [4 of Int](repeating: 0)
  /// Greater numbers, which no key has, count as this one.
  private static let greatestParameter = 0xFFFF
  /// Whether private mark, parameters and intermediate bytes stand in their order, and no parameter has parts, which
  /// are set off by colons: a terminal sends these only where it is asked for them.
  private(set) var isWellFormed = true

  /// Whether the sequence is one that a plain key may send: no private mark, no intermediate bytes.
  var isPlain: Bool { isWellFormed && prefix == 0 && intermediate == 0 }

  /// The parameter number `index`, 0 where it was not given.
  subscript(index: Int) -> Int { index < min(count, parameters.count) ? parameters[index] : 0 }

  private init(introducer: UInt8) { self.introducer = introducer }

  /// Reads the sequence whose introducer is held at `index`.
  static func read(_ held: HeldBytes, introducedAt index: Int) -> Reading {
    var sequence = ControlSequence(introducer: held[index])
    for position in index + 1..<held.count {
      let byte = held[position]
      switch byte {
      case 0x30...0x3F where sequence.intermediate == 0:
        sequence.add(byte, isFirst: position == index + 1)
      case 0x20 where sequence.introducer == 0x4F && position == index + 1:
        return sequence.ended(byte, at: position)
      case 0x20...0x3F:
        if sequence.endsInDollar(byte) { return sequence.ended(byte, at: position) }
        sequence.isWellFormed = sequence.isWellFormed && byte < 0x30
        sequence.intermediate = byte
      case 0x40...0x7E: return sequence.ended(byte, at: position)
      default: return .broken(at: position)
      }
    }
    return .unfinished
  }

  private func ended(_ byte: UInt8, at position: Int) -> Reading {
    var sequence = self
    sequence.final = byte
    return .whole(sequence, end: position + 1)
  }

  /// rxvt ends the sequence of a key with Shift in `$`, against the grammar: `CSI 3 $`. Device replies that have
  /// this byte in their midst have a private mark or two parameters.
  private func endsInDollar(_ byte: UInt8) -> Bool {
    byte == 0x24 && introducer == 0x5B && isPlain && count == 1
  }

  private mutating func add(_ byte: UInt8, isFirst: Bool) {
    if byte >= 0x3C {
      prefix = byte
      isWellFormed = isWellFormed && isFirst
      return
    }
    if count == 0 { count = 1 }
    if byte == 0x3B {
      count += 1
      return
    }
    if byte == 0x3A {
      isWellFormed = false
      return
    }
    guard count <= parameters.count else { return }
    parameters[count - 1] = min(parameters[count - 1] * 10 + Int(byte & 0x0F), Self.greatestParameter)
  }
}
