/// A control sequence (CSI) or a sequence after SS3, parsed by the grammar of ECMA-48, 5.4.
struct ControlSequence {
  /// What has been read from the held bytes after an introducer.
  enum Reading {
    case unfinished(ControlSequence)
    /// Broken off at this index by a byte outside the grammar.
    case broken(at: Int)
    /// A complete sequence. Its last byte is before `end`.
    case whole(ControlSequence, end: Int)
  }

  let introducer: UInt8
  /// The mark of a private sequence, one of `<`, `=`, `>` and `?`, or 0.
  private(set) var prefix: UInt8 = 0
  private(set) var intermediate: UInt8 = 0
  private(set) var final: UInt8 = 0
  /// The number of parameters, including those after the sixth, whose values are not kept.
  private(set) var count = 0
  /// The six kept parameters, then the three kept numbers after colons: `shifted`, `base` and `event`.
  private var numbers = [9 of Int](repeating: 0)
  private static let keptParameters = 6
  /// Larger numbers, which no key has, are clamped to this.
  private static let greatestNumber = 0x1F_FFFF
  /// Whether private mark, parameters and intermediate bytes are in order.
  private var isOrdered = true
  /// The number of colons in the last parameter so far.
  private var part = 0
  /// Whether any parameter has a colon.
  private var hasParts = false
  /// Where the second character begins in the third parameter, as an index into the held bytes; `nil` if that parameter
  /// has no second one.
  private(set) var moreText: Int?

  /// Whether a key may send the sequence: no private mark, no intermediate bytes.
  var isKey: Bool { isOrdered && prefix == 0 && intermediate == 0 }
  var isWellFormed: Bool { isOrdered && !hasParts }
  /// Whether a key may send the sequence in the usual encoding, which has no colons.
  var isPlain: Bool { isKey && !hasParts }

  /// Parameter number `index`, 0 if missing.
  subscript(index: Int) -> Int { index < min(count, Self.keptParameters) ? numbers[index] : 0 }

  /// What the key types with Shift: 65 in `CSI 97:65:113;2:1u` (kitty's protocol); 0 if missing.
  var shifted: Int { numbers[6] }
  /// The key in the same position on a US keyboard: 113 there; 0 if missing.
  var base: Int { numbers[7] }
  /// Whether the key was pressed (1), repeats (2) or was released (3); 0 if missing.
  var event: Int { numbers[8] }

  private init(introducer: UInt8) { self.introducer = introducer }

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
        sequence.add(byte, at: position, isFirst: position == index + 1)
      case 0x20...0x3F:
        sequence.isOrdered = sequence.isOrdered && byte < 0x30
        sequence.intermediate = byte
      default: return .broken(at: position)
      }
    }
    return .unfinished(sequence)
  }

  private func ends(in byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    // Directly after SS3, a space is the keypad's space key.
    case 0x20: introducer == 0x4F && isFirst
    // For Shift, rxvt ends a sequence in `$`, against the grammar: `CSI 3 $`. Replies that contain `$` have a private
    // mark or two parameters.
    case 0x24: introducer == 0x5B && isPlain && count == 1
    default: (0x40...0x7E).contains(byte)
    }
  }

  private mutating func add(_ byte: UInt8, at position: Int, isFirst: Bool) {
    if byte >= 0x3C {
      prefix = byte
      isOrdered = isOrdered && isFirst
      return
    }
    if count == 0 { count = 1 }
    switch byte {
    case 0x3B: (count, part) = (count + 1, 0)
    case 0x3A:
      (part, hasParts) = (part + 1, true)
      if count == 3, moreText == nil { moreText = position + 1 }
    default:
      guard let slot else { return }
      numbers[slot] = min(numbers[slot] * 10 + Int(byte & 0x0F), Self.greatestNumber)
    }
  }

  /// The index in ``numbers`` of the number being read; `nil` if it is not kept.
  private var slot: Int? {
    switch (count, part) {
    case (1...Self.keptParameters, 0): count - 1
    case (1, 1...2): Self.keptParameters + part - 1
    case (2, 1): Self.keptParameters + 2
    default: nil
    }
  }
}

extension ControlSequence {
  /// Whether the sequence is the Linux console's second introducer, `CSI [`. One more byte identifies the key.
  var isConsoleIntroducer: Bool { introducer == 0x5B && final == 0x5B && isPlain && count == 0 }

  /// How many bytes follow the sequence that ends before `end`: one for the Linux console, and three in a mouse report of
  /// X10, each of which takes two bytes from 0x80 on if the terminal writes them in UTF-8 (mode 1005).
  func bytesBehind(_ end: Int, in held: HeldBytes) -> Int {
    if isConsoleIntroducer { return 1 }
    guard introducer == 0x5B, final == 0x4D, isPlain, count == 0 else { return 0 }
    var place = end
    for _ in 0..<3 {
      let isLead = place < held.count && (0xC2...0xDF).contains(held[place])
      // Without the next byte, wait for it.
      let isPair = isLead && (place + 1 == held.count || (0x80...0xBF).contains(held[place + 1]))
      place += isPair ? 2 : 1
    }
    return place - end
  }

  /// What the sequence may be if it gets too long to hold.
  var whenLong: KeyDecoder.LongSequence {
    guard introducer == 0x5B else { return .other }
    if isKey { return .key }
    return prefix == 0x3F && isWellFormed && intermediate == 0 ? .attributes : .other
  }

  /// The input this sequence stands for.
  ///
  /// Sources: XTerm Control Sequences (function keys, SGR mouse mode 1006, bracketed paste), the rxvt reference and
  /// console_codes(4).
  ///
  /// - Parameter isAtThirdLevel: Whether AltGr is held down.
  /// - Returns: `nil` if the sequence is swallowed.
  func input(atThirdLevel isAtThirdLevel: Bool) -> KeyDecoder.Input? {
    if introducer == 0x4F { return applicationKey.map { .key($0) } }
    if prefix == 0x3C { return press }
    if prefix == 0x3F { return answer }
    if final == 0x7E, isPlain, count == 1, self[0] == 200 { return .pasteBegan }
    if let place, place.row > 0 || place.column == 0 { return .cursor(place, isPrivate: false) }
    if isEncodedKey { return encodedKey(atThirdLevel: isAtThirdLevel) }
    return key.map { .key($0) }
  }

  /// A press of button 1 or its release, from an SGR mouse report: `CSI < button ; x ; y M`, or `m`.
  ///
  /// Swallows presses with Shift, Alt or Control, which terminals and window managers use. A release may be reported as
  /// button 3, which means an unknown button.
  private var press: KeyDecoder.Input? {
    let cells = 1...0x7FFF
    guard isWellFormed, intermediate == 0, count == 3, cells.contains(self[1]), cells.contains(self[2]) else {
      return nil
    }
    let position = Position(row: self[2] - 1, column: self[1] - 1)
    return switch final {
    case 0x4D where self[0] == 0: .press(position)
    case 0x6D where [0, 3].contains(self[0] & ~0x1C): .release(position)
    default: nil
    }
  }

  private var key: Key? {
    guard isKey, !isRelease else { return nil }
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

  private var applicationKey: Key? {
    guard isPlain else { return nil }
    if let code = Key.Code(final: final) { return lettered(code) }
    guard count == 0 else { return nil }
    if (0x61...0x64).contains(final) { return smallArrow(.control) }  // a b c d
    return Key.Code(keypadFinal: final).map { Key($0) }
  }

  /// rxvt's arrow key with a lower-case final byte.
  private func smallArrow(_ modifiers: Key.Modifiers) -> Key? {
    count == 0 ? Key.Code(final: final - 0x20).map { Key($0, modifiers) } : nil
  }

  private func numbered(_ modifiers: Key.Modifiers) -> Key? {
    Key.Code(number: self[0]).map { Key($0, modifiers) }
  }

  /// The key `code` with the modifiers in the last parameter: `CSI 1 ; 5 C`, or `CSI 5 C` on older terminals.
  ///
  /// `CSI 1 ; 2 R` can be Shift-F3 or a cursor in the first row. It is the key, because the form asks for a position in
  /// that row only while ``KeyDecoder/expectsPlace``. But `CSI 1 ; 1 R` is always taken for a position, because F3 alone
  /// does more than beep.
  private func lettered(_ code: Key.Code) -> Key? {
    guard count < 2 || count == 2 && self[0] <= 1 else { return nil }
    return modifiers(self[count == 2 ? 1 : 0]).map { Key(code, $0) }
  }

  /// The modifiers in `parameter`, which is xterm's modifier bits plus 1; `nil` if it is out of range.
  func modifiers(_ parameter: Int) -> Key.Modifiers? {
    let bits = max(1, parameter) - 1
    guard bits < 256 else { return nil }
    let meta: Key.Modifiers = bits & 8 == 0 ? [] : .alt
    return Key.Modifiers(rawValue: UInt8(bits & 7)).union(meta)
  }
}
