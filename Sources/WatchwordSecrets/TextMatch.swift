/// How a text compares with the one that it has to become equal to.
package enum TextMatch: Equatable, Sendable {
  case equal
  /// The text is empty, or it is the first grapheme clusters of the other one: typing on can make both equal.
  case start
  case different

  /// Compares `text` with `other`. The time that this takes does not show where they differ.
  package init(_ text: UTF8Span, with other: UTF8Span) {
    let length = text.count
    if text.span.isEqual(to: other.span) {
      self = .equal
    } else if length < other.count, text.span.isEqual(to: other.span.extracting(0..<length)),
      other.hasClusterBoundary(at: length)
    {
      self = .start
    } else {
      self = .different
    }
  }
}

extension UTF8Span {
  /// Whether a grapheme cluster begins at the byte `offset`, or the text ends there.
  fileprivate func hasClusterBoundary(at offset: Int) -> Bool {
    var clusters = makeCharacterIterator()
    while clusters.currentCodeUnitOffset < offset { _ = clusters.skipForward() }
    return clusters.currentCodeUnitOffset == offset
  }
}
