extension ControlSequence {
  /// The input of a sequence with private mark `?`; `nil` if it is no known reply or the terminal does not know the
  /// mode. `CSI ? … c` tells the kind of terminal (DA1), `CSI ? mode ; state $ y` a mode (DECRQM), set for state 1 or 3
  /// and reset for 2 or 4.
  var answer: KeyDecoder.Input? {
    switch (isWellFormed, intermediate, final) {
    case (true, 0, 0x63): .attributes
    case (true, 0x24, 0x79) where count == 2 && (1...4).contains(self[1]):
      .mode(self[0], isSet: !self[1].isMultiple(of: 2))
    default: nil
    }
  }
}
