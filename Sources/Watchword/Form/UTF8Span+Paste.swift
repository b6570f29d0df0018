import WatchwordMessages

extension UTF8Span {
  /// Calls `body` with what a paste inserts: the text without the one line end that a selected line has at its end,
  /// and, if `trimmed`, without the blanks at both ends.
  func withPasteContent<R>(trimmed: Bool, _ body: (UTF8Span) -> R) -> R {
    var end = count
    if end > 0, span[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > 0, end == count || span[end] == UInt8(ascii: "\n"), span[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    let range = trimmed ? rangeWithoutBlanks(before: end) : 0..<end
    return unsafe body(UTF8Span(unchecked: span.extracting(range)))
  }

  /// The range of the bytes before `end`, without the white space at both ends. Tabs and line ends are not blanks: they
  /// are control characters, and are refused.
  private func rangeWithoutBlanks(before end: Int) -> Range<Int> {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isWhiteSpace && !scalar.isControl
    }
    var scalars = makeUnicodeScalarIterator()
    var start = 0
    while start < end, let scalar = scalars.next(), isBlank(scalar) { start = scalars.currentCodeUnitOffset }
    scalars.reset(roundingBackwardsFrom: end)
    var end = end
    while start < end, let scalar = scalars.previous(), isBlank(scalar) {
      end = scalars.currentCodeUnitOffset
    }
    return start..<end
  }
}
