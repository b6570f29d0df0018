extension KeyDecoder {
  /// What to do about the sequence whose introducer, `[` or `O`, is held at `index`.
  func sequenceStep(introducedAt index: Int, _ modifiers: Key.Modifiers, isFinal: Bool) -> Step {
    switch ControlSequence.read(held, introducedAt: index) {
    case .unfinished:
      if held.isFull { return .done(length: held.count, input: nil, mode: .parameters) }
      return isFinal ? .done(length: held.count, input: nil) : .unfinished
    case .broken(let position):
      return .done(length: Byte.aborts(held[position]) ? position + 1 : position, input: nil)
    case .whole(let sequence, let end):
      let end = end + sequence.bytesBehind
      guard held.count >= end else { return isFinal ? .done(length: held.count, input: nil) : .unfinished }
      if sequence.isConsoleIntroducer, !(0x20..<0x7F).contains(held[end - 1]) {
        return .done(length: end - 1, input: nil)
      }
      switch sequence.isConsoleIntroducer ? consoleKey(held[end - 1]) : sequence.input {
      case .key(var key)?:
        key.modifiers.formUnion(modifiers)
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
