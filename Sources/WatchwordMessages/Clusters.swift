extension UTF8Span {
  package var clusterCount: Int {
    var clusters = makeCharacterIterator()
    return clusters.skipForward(by: .max)
  }

  package var codePointCount: Int {
    var scalars = makeUnicodeScalarIterator()
    return scalars.skipForward(by: .max)
  }

  /// Calls `body` with each grapheme cluster at the indices `range` and its index. It ends early where the text does.
  ///
  /// No `Character` is made, whose storage would outlive the text.
  ///
  /// - Precondition: The lower bound is not negative.
  package func forEachCluster(
    in range: some RangeExpression<Int>, _ body: (_ index: Int, _ cluster: UTF8Span) -> Void
  ) {
    let range = range.relative(to: 0..<Int.max)
    var clusters = makeCharacterIterator()
    guard clusters.skipForward(by: range.lowerBound) == range.lowerBound else { return }
    for index in range {
      let start = clusters.currentCodeUnitOffset
      guard clusters.skipForward() == 1 else { return }
      let bytes = span.extracting(start..<clusters.currentCodeUnitOffset)
      body(index, unsafe UTF8Span(unchecked: bytes))
    }
  }
}

/// Tells, scalar by scalar, what of a grapheme cluster is drawn as a sign, since it could not be seen.
///
/// What a person typed or a command wrote can hold characters that show nothing, or that change how their neighbours
/// are shown, such as those that turn the direction of writing. This is the one place that decides about them, for
/// widths and for all that is drawn. Joiners and selectors that belong to a visible character are drawn with it.
package struct ClusterVisibility {
  /// What was drawn last as it is.
  private enum Last: Int { case nothing, character, selector, joiner }

  private var last = Last.nothing
  private var tagsLeft = 0

  package init() {}

  /// Whether `scalar`, the next one of the cluster, is drawn as a sign of one column.
  package mutating func needsSign(for scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x7E: last = .character
    // A selector says how the character before it looks, a joiner whether it joins the next one: one of each is
    // enough, and a row of them would be a text that nobody sees.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: return !follows(as: .selector)
    case 0x200C...0x200D: return !follows(as: .joiner)
    // The tags of a flag, of which the black one is the only base (UTS #51, emoji tag sequences).
    case 0xE0020...0xE007F where tagsLeft > 0: tagsLeft -= 1
    default:
      if scalar.isInvisible { return true }
      if !scalar.isWhiteSpace { last = .character }
      if scalar == "\u{1F3F4}" { tagsLeft = Self.tagsOfFlag }
    }
    return false
  }

  /// A code of a region has six letters at most (ISO 3166-2), and one tag ends them.
  private static let tagsOfFlag = 7

  private mutating func follows(as part: Last) -> Bool {
    guard last != .nothing, last.rawValue < part.rawValue else { return false }
    last = part
    return true
  }
}
