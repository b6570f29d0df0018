internal import WatchwordBase

extension KeyDecoder {
  /// What to do with the held bytes. There has to be at least one. `isFinal` means that no more bytes will come; the
  /// result is then never `unfinished`.
  func step(isFinal: Bool) -> Step {
    switch mode {
    case .keys: keyStep(isFinal: isFinal)
    case .paste: pasteStep()
    case .string: stringStep(isFinal: isFinal)
    case .parameters(let sequence): parameterStep(of: sequence)
    case .wrappedPaste: wrappedPasteStep
    }
  }

  private func keyStep(isFinal: Bool) -> Step {
    if held[0] < 0x20 || held[0] > 0x7F {
      // The longest match wins, and the first of several equally long. Wait while a longer match is possible.
      var longest: (length: Int, key: Key)?
      for (sequence, key) in strings where held.agree(with: sequence.span) {
        if sequence.count > held.count {
          if !isFinal { return .unfinished }
        } else if sequence.count > longest?.length ?? 0 {
          longest = (sequence.count, key)
        }
      }
      if let (length, key) = longest { return .done(length: length, input: .key(key)) }
    }
    return held[0] == Byte.escape ? escapeStep(isFinal: isFinal) : characterStep(at: 0, [], isFinal: isFinal)
  }

  /// What follows ESC: a sequence's introducer, or a key pressed with Alt.
  private func escapeStep(isFinal: Bool) -> Step {
    guard held.count > 1 else { return isFinal ? .done(length: 1, input: .key(Key(.escape))) : .unfinished }
    switch held[1] {
    case Byte.escape:
      guard held.count > 2 || isFinal else { return .unfinished }
      // For Alt, rxvt sends a second ESC before the key's sequence. Before anything else, the first ESC is the Esc key.
      guard held.count > 2, held[2] == 0x5B || held[2] == 0x4F else {
        return .done(length: 1, input: .key(Key(.escape)))
      }
      return sequenceStep(introducedAt: 2, .alt, isFinal: isFinal)
    case 0x5B, 0x4F:  // [ O
      return sequenceStep(introducedAt: 1, [], isFinal: isFinal)
    case 0x5D:  // ]: OSC
      return answerStep
    case 0x50, 0x58, 0x5E, 0x5F:  // P X ^ _: DCS, SOS, PM, APC
      return .done(length: 2, input: nil, mode: .string)
    default:
      return characterStep(at: 1, .alt, isFinal: isFinal)
    }
  }

  /// Handles a device string after OSC, which is held as long as it may be the background reply.
  private var answerStep: Step {
    switch BackgroundAnswer.step(held) {
    case .unfinished? where held.isFull, nil: .done(length: 2, input: nil, mode: .string)
    case let step?: step
    }
  }

  private func characterStep(at index: Int, _ modifiers: Key.Modifiers, isFinal: Bool) -> Step {
    guard held[index] > Byte.delete else {
      var key = Key(byte: held[index])
      key.modifiers.formUnion(modifiers)
      return .done(length: index + 1, input: .key(key))
    }
    if expectsAnswer, let step = introducerStep(at: index, isFinal: isFinal) { return step }
    switch text(from: index, isFinal: isFinal) {
    case .unfinished: return .unfinished
    case .invalid(let count): return .done(length: index + count, input: .notText)
    case .scalar(let scalar, let count):
      return .done(
        length: index + count, input: scalar.isControl ? .notText : .key(Key(.scalar(scalar), modifiers)))
    }
  }

  /// Handles an 8-bit introducer at `index`; `nil` if there is none.
  private func introducerStep(at index: Int, isFinal: Bool) -> Step? {
    var length = 1
    if case .other = textMode {
      // In other character sets the byte may begin a multi-byte character.
      switch text(from: index, isFinal: isFinal) {
      case .unfinished: return .unfinished
      case .scalar(_, 2...): return nil
      case .scalar, .invalid: break
      }
    } else if held[index] == Byte.lead {
      guard held.count > index + 1 else { return isFinal ? nil : .unfinished }
      length = 2
    }
    let byte = held[index + length - 1]
    guard byte == Byte.controlSequence || byte == Byte.command else { return nil }
    // An ESC before an 8-bit introducer is the Esc key.
    if index > 0 { return .done(length: 1, input: .key(Key(.escape))) }
    return .introduced(length: length, byte: byte - 0x40)
  }

  private func pasteStep() -> Step {
    if held.agree(with: Byte.pasteEnd.span) {
      return held.count < Byte.pasteEnd.count
        ? .unfinished : .done(length: Byte.pasteEnd.count, input: .pasteEnded)
    }
    return switch text(from: 0, isFinal: false) {
    case .unfinished: .unfinished
    case .invalid(let count): .done(length: count, input: .pasted(nil), mode: .paste)
    case .scalar(let scalar, let count): .done(length: count, input: .pasted(scalar), mode: .paste)
    }
  }

  /// Reads key events only. Anything else ends the paste, and then counts as usual.
  private var wrappedPasteStep: Step {
    guard held[0] == Byte.escape, held.count == 1 || held[1] == 0x5B else { return .abandoned }
    guard held.count > 1 else { return .unfinished }
    switch ControlSequence.read(held, introducedAt: 1) {
    case .unfinished where !held.isFull: return .unfinished
    case .whole(let event, let end) where event.isWindowsKey:
      guard let character = event.wrapped(inPaste: true) else {
        return .done(length: end, input: nil, mode: .wrappedPaste)
      }
      return .wrapped(length: end, character: character)
    default: return .abandoned
    }
  }

  private func stringStep(isFinal: Bool) -> Step {
    switch held[0] {
    case Byte.escape:
      guard held.count > 1 else { return isFinal ? .done(length: 1, input: nil) : .unfinished }
      return .done(length: held[1] == 0x5C ? 2 : 0, input: nil)
    case Byte.endOfText: return .done(length: 0, input: nil)
    case Byte.bell, Byte.cancel, Byte.substitute: return .done(length: 1, input: nil)
    case 0x80...:
      switch text(from: 0, isFinal: isFinal) {
      case .unfinished: return .unfinished
      case .scalar("\u{9C}", let count): return .done(length: count, input: nil)
      case .invalid where held[0] == Byte.terminator: return .done(length: 1, input: nil)
      case .scalar(_, let count), .invalid(let count): return .done(length: count, input: nil, mode: .string)
      }
    default: return .done(length: 1, input: nil, mode: .string)
    }
  }

  private func parameterStep(of sequence: LongSequence) -> Step {
    switch (held[0], sequence) {
    case (0x30...0x39, _), (0x3B, _), (0x3A, .key):
      .done(length: 1, input: nil, mode: .parameters(of: sequence))
    case (0x20..<0x40, _): .done(length: 1, input: nil, mode: .parameters(of: .other))
    case (0x63, .attributes): .done(length: 1, input: .attributes)
    // The end of a key whose text was too long to hold.
    case (0x75, .key), (0x5F, .key): .done(length: 1, input: .notText)
    case (0x40..<0x7F, _), (Byte.cancel, _), (Byte.substitute, _): .done(length: 1, input: nil)
    default: .done(length: 0, input: nil)
    }
  }

  /// Handles the sequence whose introducer, `[` or `O`, is held at `index`.
  func sequenceStep(introducedAt index: Int, _ modifiers: Key.Modifiers, isFinal: Bool) -> Step {
    switch ControlSequence.read(held, introducedAt: index) {
    case .unfinished(let sequence):
      if held.isFull {
        // No key sends this reply either, see below.
        if sequence.whenLong == .attributes, index == 2 { return .done(length: 1, input: .key(Key(.escape))) }
        return .done(length: held.count, input: nil, mode: .parameters(of: sequence.whenLong))
      }
      return isFinal ? .done(length: held.count, input: nil) : .unfinished
    case .broken(let position):
      return .done(length: Byte.aborts(held[position]) ? position + 1 : position, input: nil)
    case .whole(let sequence, let end):
      let end = end + sequence.bytesBehind(end, in: held)
      guard held.count >= end else { return isFinal ? .done(length: held.count, input: nil) : .unfinished }
      if sequence.isConsoleIntroducer, !(0x20..<0x7F).contains(held[end - 1]) {
        return .done(length: end - 1, input: nil)
      }
      if let isHeld = sequence.thirdLevel { return .thirdLevel(length: end, isHeld: isHeld) }
      if let character = sequence.wrapped(inPaste: false) {
        return .wrapped(length: end, character: character)
      }
      let place = expectsPlace && sequence.introducer == 0x5B ? sequence.place : nil
      let input =
        sequence.isConsoleIntroducer
        ? consoleKey(held[end - 1])
        : place.map { .cursor($0, isPrivate: false) } ?? sequence.input(atThirdLevel: isAtThirdLevel)
      switch input {
      // No key sends these replies, so the extra ESC before them is the Esc key.
      case .attributes? where index == 2, .mode? where index == 2, .cursor? where index == 2:
        return .done(length: 1, input: .key(Key(.escape)))
      case .key?, .notText?:
        if sequence.isEncodedKey, let rest = sequence.moreText { return .spelled(upTo: rest, input: input) }
        guard case .key(var key)? = input else { return .done(length: end, input: input) }
        key.modifiers.formUnion(modifiers)
        if sequence.times > 1 { return .repeated(length: end, input: .key(key), times: sequence.times) }
        return .done(length: end, input: .key(key))
      case .pasteBegan?: return .done(length: end, input: .pasteBegan, mode: .paste)
      case let input: return .done(length: end, input: input)
      }
    }
  }

  /// The Linux console's function keys, `CSI [ A` to `CSI [ E` (console_codes(4)).
  private func consoleKey(_ byte: UInt8) -> Input? {
    (0x41...0x45).contains(byte) ? .key(Key(.function(byte - 0x40))) : nil
  }
}

extension KeyDecoder {
  /// The character, or the bytes that are none, with which the held bytes from `index` on begin.
  private func text(from index: Int, isFinal: Bool) -> Text {
    let text = held.with(index..<held.count) { textMode.text(in: $0) }
    if case .unfinished = text, isFinal { return .invalid(held.count - index) }
    return text
  }
}

extension KeyDecoder.TextMode {
  package func text(in bytes: Span<UInt8>) -> KeyDecoder.Text {
    if bytes[0] < 0x80 { return .scalar(Unicode.Scalar(bytes[0]), 1) }
    let longest = 8
    var partial = PartialScalar()
    for length in 1...longest {
      guard length <= bytes.count else { return .unfinished }
      let answer =
        switch self {
        case .utf8: partial.take(bytes[length - 1])
        case .ascii: PartialScalar.Step.invalid
        case .other(let convert): convert(bytes.extracting(first: length))
        }
      switch answer {
      case .scalar(let scalar): return .scalar(scalar, length)
      case .unfinished: continue
      // The byte that does not fit may be a key on its own. The bytes before it are a maximal invalid part.
      case .invalid: return .invalid(max(1, length - 1))
      }
    }
    return .invalid(longest)
  }

  /// Whether a terminfo string is usable: it can be held, does not begin like text, Return, Tab, Backspace or ^C, and
  /// is not the start of another sequence.
  func admits(_ sequence: [UInt8]) -> Bool {
    guard let first = sequence.first, sequence.count <= HeldBytes.capacity else { return false }
    switch first {
    case Byte.escape: return !Byte.introducers.contains { $0.starts(with: sequence) }
    case Byte.endOfText, 0x08...0x0A, 0x0D, 0x20...0x7F: return false
    case 0..<0x20: return true
    default:
      switch self {
      case .utf8: return !(0xC2...0xF4).contains(first)
      case .ascii: return true
      case .other: return false
      }
    }
  }
}
