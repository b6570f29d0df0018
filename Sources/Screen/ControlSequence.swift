/// A control sequence (CSI) or a sequence after SS3, taken apart by the grammar of ECMA-48, 5.4.
struct ControlSequence {
  /// One parameter, which may have parts that are set off by colons.
  struct Parameter {
    /// The number, 0 where none was given. Larger ones than ``limit``, which no key has, are that.
    var value = 0
    /// The number behind the first colon, 0 where there is none.
    var part = 0
    fileprivate var colons = 0

    /// More than the greatest code point, U+10FFFF.
    static let limit = 0x1F_FFFF
  }

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
  private var parameters = [4 of Parameter](repeating: Parameter())
  /// Whether private mark, parameters and intermediate bytes stand in their order.
  private(set) var isWellFormed = true

  /// Whether the sequence is one that a plain key may send: no private mark, no intermediate bytes.
  var isPlain: Bool { isWellFormed && prefix == 0 && intermediate == 0 }

  /// The parameter number `index`, empty where it was not given.
  subscript(index: Int) -> Parameter {
    index < min(count, parameters.count) ? parameters[index] : Parameter()
  }

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
    byte == 0x24 && introducer == 0x5B && isPlain && count == 1 && parameters[0].colons == 0
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
    guard count <= parameters.count else { return }
    if byte == 0x3A {
      parameters[count - 1].colons += 1
      return
    }
    let digit = Int(byte & 0x0F)
    switch parameters[count - 1].colons {
    case 0: parameters[count - 1].value = min(parameters[count - 1].value * 10 + digit, Parameter.limit)
    case 1: parameters[count - 1].part = min(parameters[count - 1].part * 10 + digit, Parameter.limit)
    default: break
    }
  }
}
