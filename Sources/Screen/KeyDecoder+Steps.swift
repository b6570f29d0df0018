extension KeyDecoder {
  /// What to do about the bytes that are held, of which there is at least one.
  ///
  /// With `isFinal` no more will come, and the answer is never `unfinished`.
  func step(isFinal: Bool) -> Step {
    switch mode {
    case .keys: keyStep(isFinal: isFinal)
    case .paste: pasteStep()
    case .string: stringStep(isFinal: isFinal)
    case .parameters: parameterStep()
    }
  }

  private func keyStep(isFinal: Bool) -> Step {
    if held[0] < 0x20 || held[0] > 0x7F {
      let match = table.match(held)
      if match.isUnfinished, !isFinal { return .unfinished }
      if let (length, key) = match.longest { return .done(length: length, input: .key(key)) }
    }
    return held[0] == Byte.escape ? escapeStep(isFinal: isFinal) : characterStep(at: 0, [], isFinal: isFinal)
  }

  /// What follows ESC: a sequence's introducer, or a key that was pressed together with Alt.
  private func escapeStep(isFinal: Bool) -> Step {
    guard held.count > 1 else { return isFinal ? .done(length: 1, input: .key(Key(.escape))) : .unfinished }
    switch held[1] {
    case Byte.escape:
      guard held.count > 2 || isFinal else { return .unfinished }
      // rxvt puts a second ESC before the sequence of a key for Alt; any other first ESC is the key Escape.
      guard held.count > 2, held[2] == 0x5B || held[2] == 0x4F else {
        return .done(length: 1, input: .key(Key(.escape)))
      }
      return sequenceStep(introducedAt: 2, .alt, isFinal: isFinal)
    case 0x5B, 0x4F:  // [ O
      return sequenceStep(introducedAt: 1, [], isFinal: isFinal)
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F:  // P X ] ^ _: DCS, SOS, OSC, PM, APC
      return .done(length: 2, input: nil, mode: .string)
    default:
      return characterStep(at: 1, .alt, isFinal: isFinal)
    }
  }

  /// The key that the character from `index` on stands for.
  private func characterStep(at index: Int, _ modifiers: Key.Modifiers, isFinal: Bool) -> Step {
    guard held[index] > Byte.delete else {
      var key = Key(byte: held[index])
      key.modifiers.formUnion(modifiers)
      return .done(length: index + 1, input: .key(key))
    }
    switch text(from: index, isFinal: isFinal) {
    case .unfinished: return .unfinished
    case .invalid(let count): return .done(length: index + count, input: .notText)
    case .scalar(let scalar, let count):
      let isControl = scalar.value < 0xA0
      return .done(length: index + count, input: isControl ? .notText : .key(Key(.scalar(scalar), modifiers)))
    }
  }

  private func pasteStep() -> Step {
    guard held.agree(with: Byte.pasteEnd.span) else {
      return .done(length: 1, input: .pastedByte(held[0]), mode: .paste)
    }
    return held.count < Byte.pasteEnd.count
      ? .unfinished : .done(length: Byte.pasteEnd.count, input: .pasteEnded)
  }

  private func stringStep(isFinal: Bool) -> Step {
    switch held[0] {
    case Byte.escape:
      guard held.count > 1 else { return isFinal ? .done(length: 1, input: nil) : .unfinished }
      return .done(length: held[1] == 0x5C ? 2 : 0, input: nil)
    case Byte.endOfText: return .done(length: 0, input: nil)
    case Byte.bell, Byte.cancel, Byte.substitute: return .done(length: 1, input: nil)
    default: return .done(length: 1, input: nil, mode: .string)
    }
  }

  private func parameterStep() -> Step {
    switch held[0] {
    case 0x20..<0x40: .done(length: 1, input: nil, mode: .parameters)
    case 0x40..<0x7F, Byte.cancel, Byte.substitute: .done(length: 1, input: nil)
    default: .done(length: 0, input: nil)
    }
  }
}
