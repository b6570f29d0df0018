internal import WatchwordSecrets

package enum OldPassword {
  /// Whether `text` is too close to `old`: the same, reversed, or with one grapheme cluster added, removed or replaced.
  /// Ignores case. An empty text is close to nothing. Neither text is copied.
  package static func resembles(_ text: UTF8Span, _ old: UTF8Span) -> Bool {
    guard !text.isEmpty, !old.isEmpty else { return false }
    // Folding may change the number of clusters: the capital of ß is SS. So the whole texts are compared first.
    if text.isSame(0..<text.count, as: 0..<old.count, of: old) { return true }
    let (bounds, oldBounds) = (text.clusterBounds, old.clusterBounds)
    let (count, oldCount) = (bounds.count - 1, oldBounds.count - 1)
    guard abs(count - oldCount) <= 1 else { return false }
    func isSame(_ index: Int, _ oldIndex: Int) -> Bool {
      text.isSame(
        bounds[index]..<bounds[index + 1], as: oldBounds[oldIndex]..<oldBounds[oldIndex + 1], of: old)
    }
    if count == oldCount, (0..<count).allSatisfy({ isSame($0, count - 1 - $0) }) { return true }
    let shorter = min(count, oldCount)
    let start = (0..<shorter).prefix { isSame($0, $0) }.count
    let end = (0..<shorter - start).prefix { isSame(count - 1 - $0, oldCount - 1 - $0) }.count
    return start + end >= max(count, oldCount) - 1
  }
}

extension UTF8Span {
  /// The byte offsets where grapheme clusters begin, and where the last one ends.
  fileprivate var clusterBounds: [Int] {
    var bounds = [0]
    var clusters = makeCharacterIterator()
    while clusters.skipForward() == 1 { bounds.append(clusters.currentCodeUnitOffset) }
    return bounds
  }

  /// Whether the bytes at `range` are those of `other` at `otherRange`, ignoring case. Neither range may cut a scalar.
  fileprivate func isSame(_ range: Range<Int>, as otherRange: Range<Int>, of other: UTF8Span) -> Bool {
    if range.count == 1, otherRange.count == 1 {
      return span[range.lowerBound].lowercased == other.span[otherRange.lowerBound].lowercased
    }
    let mine = unsafe UTF8Span(unchecked: span.extracting(range))
    let theirs = unsafe UTF8Span(unchecked: other.span.extracting(otherRange))
    var scalars = mine.makeUnicodeScalarIterator()
    var otherScalars = theirs.makeUnicodeScalarIterator()
    var folded = "".unicodeScalars.makeIterator()
    var otherFolded = folded
    while true {
      let next = folded.next()
      if next == nil, let scalar = scalars.next() {
        folded = scalar.folded.makeIterator()
        continue
      }
      var otherNext = otherFolded.next()
      while otherNext == nil, let scalar = otherScalars.next() {
        otherFolded = scalar.folded.makeIterator()
        otherNext = otherFolded.next()
      }
      guard next == otherNext else { return false }
      if next == nil { return true }
    }
  }
}

extension Unicode.Scalar {
  /// The scalar folded for case-insensitive comparison: upper case, then lower case, so that σ and ς match. A mapping
  /// takes at most 15 bytes, which a String holds without going to the heap.
  fileprivate var folded: String.UnicodeScalarView {
    var folded = String.UnicodeScalarView()
    for upper in properties.uppercaseMapping.unicodeScalars {
      folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
    }
    return folded
  }
}

extension OldPassword {
  /// Whether libpwquality refuses `text` as the successor of the old password `old`, with `difok` set to `changes`.
  ///
  /// It refuses the old password itself. Unless `changes` is 0, it also refuses two kinds of text, ignoring case: one
  /// that occurs in the old password written twice in a row, as a rotation does, and one that is shorter than twice the
  /// old password and takes fewer than `changes` changes. Lengths and changes are in bytes. If either text is empty,
  /// the result is false. Neither text is copied.
  package static func resembles(_ text: UTF8Span, _ old: UTF8Span, changes: Int) -> Bool {
    let (new, old) = (text.span, old.span)
    guard !new.isEmpty, !old.isEmpty else { return false }
    if new.isEqual(to: old) { return true }
    if changes == 0 { return false }
    return isRotated(new, old) || new.count < 2 * old.count && needsFewer(than: changes, from: old, to: new)
  }

  /// Whether `new` occurs in `old` written twice in a row, ignoring case.
  private static func isRotated(_ new: Span<UInt8>, _ old: Span<UInt8>) -> Bool {
    guard new.count <= 2 * old.count else { return false }
    return (0...2 * old.count - new.count).contains { start in
      new.indices.allSatisfy { new[$0].lowercased == old[(start + $0) % old.count].lowercased }
    }
  }

  /// Whether fewer than `limit` changes turn `old` into `new`.
  ///
  /// This is not quite Levenshtein's distance: repeating a byte, or dropping all but one of its repetitions, is no
  /// change. Nothing of the texts is kept, only numbers of changes, one for each prefix of `new`.
  private static func needsFewer(than limit: Int, from old: Span<UInt8>, to new: Span<UInt8>) -> Bool {
    var changes = Array(0...new.count)
    for index in old.indices {
      var before = changes[0]
      changes[0] = index + 1
      var least = changes[0]
      for position in new.indices {
        let best = min(before, changes[position], changes[position + 1])
        before = changes[position + 1]
        changes[position + 1] = best + (old[index].lowercased == new[position].lowercased ? 0 : 1)
        least = min(least, changes[position + 1])
      }
      // Later rows have no number below the least of this row.
      if least >= limit { return false }
    }
    return changes[new.count] < limit
  }
}
