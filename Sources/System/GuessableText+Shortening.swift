/// What bounds the time that the library takes. A repetition is shortened by whole periods, which leaves the same
/// text with fewer of them.
extension GuessableText {
  /// The code points of a repetition that are kept, or two periods where these are more, and up to a period more.
  static let longestRepetition = 24

  /// The most keys of a walk that are kept.
  private static func longestWalk(on keyboard: Keyboard) -> Int { keyboard.shape == .square ? 10 : 24 }

  /// Shortens walks and repetitions until there is none that is too long; what is joined may be a new one.
  mutating func shorten() {
    while shortenRepetition() || shortenWalk() {}
  }

  /// Leaves one period of a text that is nothing but a repetition, twice or more, the last one perhaps cut off.
  ///
  /// - Returns: How many texts somebody tries who repeats the period until it is this one: one a period, or one a code
  ///   point where the last period is cut off; `nil` for another text, of which all is left.
  mutating func keepPeriod() -> Int? {
    let whole = 0..<count
    guard isWhole, count > 1,
      let period = (1...count / 2).first(where: { repetition(of: $0, in: whole, least: count) != nil })
    else { return nil }
    remove(period..<count)
    unsafe bytes[count] = 0
    return whole.count.isMultiple(of: period) ? whole.count / period : whole.count
  }

  /// Shortens the first repetition that is too long. Answers false where there is none.
  private mutating func shortenRepetition() -> Bool {
    for period in 1..<max(count / 2, 1) {
      let limit = max(Self.longestRepetition, 2 * period)
      if let found = repetition(of: period, in: 0..<count, least: limit + period) {
        remove(found.upperBound - (found.count - limit) / period * period..<found.upperBound)
        return true
      }
    }
    return false
  }

  /// Shortens the first walk that is too long: a repetition in it, or else its middle, so that a word stays whole that
  /// begins or ends in it. Answers false where there is none.
  private mutating func shortenWalk() -> Bool {
    for keyboard in Keyboard.all {
      let limit = Self.longestWalk(on: keyboard)
      var start = 0
      for end in 1...max(count, 1) {
        if end < count, unsafe keyboard.areNeighbours(bytes[end - 1], bytes[end]) { continue }
        if end - start > limit {
          remove(
            periods(in: start..<end, atLeast: end - start - limit) ?? start + limit / 2..<end - limit / 2)
          isWhole = false
          return true
        }
        start = end
      }
    }
    return false
  }

  /// At least `excess` code points that are whole periods of a repetition in `range`; `nil` where two would not be
  /// left.
  private func periods(in range: Range<Int>, atLeast excess: Int) -> Range<Int>? {
    for period in 2...8 {
      let whole = (excess + period - 1) / period * period
      if let found = repetition(of: period, in: range, least: whole + 2 * period) {
        return found.upperBound - whole..<found.upperBound
      }
    }
    return nil
  }

  /// The first part of `range` that repeats itself after `period` code points and is at least so long.
  private func repetition(of period: Int, in range: Range<Int>, least: Int) -> Range<Int>? {
    guard range.count >= least else { return nil }
    var start = range.lowerBound
    for end in start + period...range.upperBound {
      if end < range.upperBound, unsafe bytes[end] == bytes[end - period] { continue }
      if end - start >= least { return start..<end }
      start = end - period + 1
    }
    return nil
  }

  private mutating func remove(_ range: Range<Int>) {
    for index in range.upperBound..<max(count, range.upperBound) {
      unsafe bytes[index - range.count] = bytes[index]
    }
    count -= range.count
  }
}
