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
      if sequence.ends(in: byte, isFirst: position == index + 1) {
        sequence.final = byte
        return .whole(sequence, end: position + 1)
      }
      switch byte {
      case 0x30...0x3F where sequence.intermediate == 0:
        sequence.add(byte, isFirst: position == index + 1)
      case 0x20...0x3F:
        sequence.isWellFormed = sequence.isWellFormed && byte < 0x30
        sequence.intermediate = byte
      default: return .broken(at: position)
      }
    }
    return .unfinished
  }

  private func ends(in byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    // Space of the keypad, after SS3.
    case 0x20: introducer == 0x4F && isFirst
    // rxvt ends the sequence of a key with Shift in `$`, against the grammar: `CSI 3 $`. Device replies that have this
    // byte in their midst have a private mark or two parameters.
    case 0x24: introducer == 0x5B && isPlain && count == 1
    default: (0x40...0x7E).contains(byte)
    }
  }

  private mutating func add(_ byte: UInt8, isFirst: Bool) {
    if byte >= 0x3C {
      prefix = byte
      isWellFormed = isWellFormed && isFirst
      return
    }
    if count == 0 { count = 1 }
    switch byte {
    case 0x3B: count += 1
    case 0x3A: isWellFormed = false
    case _ where count <= parameters.count:
      parameters[count - 1] = min(parameters[count - 1] * 10 + Int(byte & 0x0F), Self.greatestParameter)
    default: break
    }
  }
}

extension ControlSequence {
  /// Whether the Linux console's second introducer ends the sequence: one byte more says which key it was.
  var isConsoleIntroducer: Bool { introducer == 0x5B && final == 0x5B && isPlain && count == 0 }

  /// How many bytes of any value belong to the sequence beyond its final byte: three in a mouse report of X10,
  /// whose coordinates may look like anything.
  var bytesBehind: Int {
    if isConsoleIntroducer { return 1 }
    return introducer == 0x5B && final == 0x4D && isPlain && count == 0 ? 3 : 0
  }

  /// What the sequence means here; `nil` for all that is swallowed.
  ///
  /// Sources: XTerm Control Sequences (function keys, SGR mouse mode 1006, bracketed paste), the rxvt reference and
  /// console_codes(4).
  var input: KeyDecoder.Input? {
    if introducer == 0x4F { return applicationKey.map { .key($0) } }
    if prefix == 0x3C { return press }
    if prefix == 0x3F { return answer }
    if final == 0x7E, isPlain, count == 1, self[0] == 200 { return .pasteBegan }
    return key.map { .key($0) }
  }

  /// A press of button 1 alone, from an SGR mouse report: `CSI < button ; x ; y M`.
  ///
  /// Presses with Shift, Alt or Control are swallowed: to terminals and window managers they mean other things.
  private var press: KeyDecoder.Input? {
    let cells = 1...0x7FFF
    guard isWellFormed, intermediate == 0, final == 0x4D, count == 3, self[0] == 0 else { return nil }
    guard cells.contains(self[1]), cells.contains(self[2]) else { return nil }
    return .press(Position(row: self[2] - 1, column: self[1] - 1))
  }

  /// The key of a sequence after CSI.
  private var key: Key? {
    guard isPlain else { return nil }
    switch final {
    case 0x24: return numbered(.shift)  // $
    case 0x40: return numbered([.control, .shift])  // @
    case 0x5E: return numbered(.control)  // ^
    case 0x61...0x64: return smallArrow(.shift)  // a b c d
    case 0x7E: return count <= 2 ? modifiers(self[1]).flatMap(numbered) : nil
    case 0x5A: return lettered(.tab).map { Key(.tab, $0.modifiers.union(.shift)) }  // Z
    default: return Key.Code(final: final).flatMap(lettered)
    }
  }

  /// The key of a sequence after SS3: a key in application mode.
  private var applicationKey: Key? {
    guard isPlain else { return nil }
    if let code = Key.Code(final: final) { return lettered(code) }
    guard count == 0 else { return nil }
    if (0x61...0x64).contains(final) { return smallArrow(.control) }  // a b c d
    return Key.Code(keypadFinal: final).map { Key($0) }
  }

  /// The arrow key of rxvt's whose final byte is a small letter instead of the usual one.
  private func smallArrow(_ modifiers: Key.Modifiers) -> Key? {
    count == 0 ? Key.Code(final: final - 0x20).map { Key($0, modifiers) } : nil
  }

  /// The key whose number is the first parameter.
  private func numbered(_ modifiers: Key.Modifiers) -> Key? {
    Key.Code(number: self[0]).map { Key($0, modifiers) }
  }

  /// The key `code` of a final byte, with the modifiers in the last parameter: `CSI 1 ; 5 C`, or `CSI 5 C` as
  /// older terminals have it.
  ///
  /// `CSI 1 ; 2 R` is F3 with Shift and may also tell that the cursor is in the first row: nobody here asks for
  /// that, so it is the key; a report of any other row is none.
  private func lettered(_ code: Key.Code) -> Key? {
    guard count < 2 || count == 2 && self[0] <= 1 else { return nil }
    return modifiers(self[count == 2 ? 1 : 0]).map { Key(code, $0) }
  }

  /// The modifiers in `parameter`, 1 more than xterm's bits; `nil` when it is out of range.
  private func modifiers(_ parameter: Int) -> Key.Modifiers? {
    let bits = max(1, parameter) - 1
    guard bits < 256 else { return nil }
    let meta: Key.Modifiers = bits & 8 == 0 ? [] : .alt
    return Key.Modifiers(rawValue: UInt8(bits & 7)).union(meta)
  }
}
