extension UTF8Span {
  /// The number of grapheme clusters.
  public var clusterCount: Int {
    var clusters = makeCharacterIterator()
    return clusters.skipForward(by: .max)
  }

  /// Lends the grapheme clusters at the indices `range` to `body`, one after the other, each with its index. It
  /// ends early where the text does.
  ///
  /// No `Character` is made, whose storage would outlive the text.
  ///
  /// - Precondition: The lower bound is not negative.
  public func forEachCluster(
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

extension CharacterWidth {
  /// The columns that a grapheme cluster with these scalars takes, at least 1.
  public func columns(of cluster: UTF8Span) -> Int {
    var scalars = cluster.makeUnicodeScalarIterator()
    var visibility = ClusterVisibility()
    var columns = 0
    while let scalar = scalars.next() { columns += self.columns(of: scalar, in: &visibility) }
    return max(1, columns)
  }
}
