/// How a text compares with the text that it has to match.
package enum TextMatch: Equatable, Sendable {
  case equal
  /// The text is empty or a proper prefix of the other text in whole grapheme clusters, so typing on can make them
  /// equal.
  case start
  case different

  /// Compares `text` with `other`. The time it takes does not reveal where they differ.
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
