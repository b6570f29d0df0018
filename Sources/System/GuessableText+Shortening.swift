extension GuessableText {
  /// The most keys of a walk that are kept: half of them from its start, half from its end, so that a word stays
  /// whole that begins or ends in it.
  static let longestWalk = 12
  /// The greatest period of what counts as a repetition.
  static let longestPeriod = 8
  /// The code points of a repetition that are kept, and up to a period more.
  static let longestRepetition = 24

  /// Shortens walks and repetitions until there is none that is too long; what is joined may be a new one.
  mutating func shorten() {
    while shortenRepetition() || shortenWalk() {}
  }

  /// Takes whole periods from the end of the first repetition that is too long, which leaves the same text with fewer
  /// of them. Answers false where there is none.
  private mutating func shortenRepetition() -> Bool {
    for period in 1...Self.longestPeriod where period < count {
      var start = 0
      for end in period...count {
        if end < count, unsafe bytes[end] == bytes[end - period] { continue }
        let excess = (end - start - Self.longestRepetition) / period * period
        if excess > 0 {
          remove(end - excess..<end)
          return true
        }
        start = end - period + 1
      }
    }
    return false
  }

  /// Takes out the middle of the first walk that is too long. Answers false where there is none.
  private mutating func shortenWalk() -> Bool {
    for keyboard in Keyboard.all {
      var start = 0
      for end in 1...max(count, 1) {
        if end < count, unsafe keyboard.areNeighbours(bytes[end - 1], bytes[end]) { continue }
        if end - start > Self.longestWalk {
          remove(start + Self.longestWalk / 2..<end - Self.longestWalk / 2)
          isWhole = false
          return true
        }
        start = end
      }
    }
    return false
  }

  private mutating func remove(_ range: Range<Int>) {
    for index in range.upperBound..<max(count, range.upperBound) {
      unsafe bytes[index - range.count] = bytes[index]
    }
    count -= range.count
  }
}
