extension ControlSequence {
  /// The input of a sequence with private mark `?`; `nil` if it is no known reply or the terminal does not know the
  /// mode. `CSI ? … c` tells the kind of terminal (DA1), `CSI ? mode ; state $ y` a mode (DECRQM), set for state 1 or 3
  /// and reset for 2 or 4. `CSI ? row ; column R` tells where the cursor is (DECXCPR); DEC's terminals add the page.
  var answer: KeyDecoder.Input? {
    switch (isWellFormed, intermediate, final) {
    case (true, 0, 0x63): .attributes
    case (true, 0x24, 0x79) where count == 2 && (1...4).contains(self[1]):
      .mode(self[0], isSet: !self[1].isMultiple(of: 2))
    case (true, 0, 0x52) where (2...3).contains(count) && self[0] > 0 && self[1] > 0:
      .cursor(Position(row: self[0] - 1, column: self[1] - 1), isPrivate: true)
    default: nil
    }
  }

  /// The position in a usual cursor report (CPR), which can also be a key; `nil` if it is none.
  var place: Position? {
    guard final == 0x52, isPlain, count == 2, self[0] > 0, self[1] > 0 else { return nil }
    return Position(row: self[0] - 1, column: self[1] - 1)
  }
}
