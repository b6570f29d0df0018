internal import WatchwordMessages
internal import WatchwordSecrets

package enum OldPassword {
  /// Whether `text` is too close to `old`: it is the old password, the old one backwards, or the old one with one
  /// character added, removed or replaced. Case is ignored in each of these, and a character is a grapheme cluster.
  ///
  /// An empty text is close to nothing. Neither text is copied.
  package static func resembles(_ text: UTF8Span, _ old: UTF8Span) -> Bool {
    guard !text.isEmpty, !old.isEmpty else { return false }
    // In other case a text may have more clusters: the capital of ß is SS.
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
  /// Where the grapheme clusters begin, and where the last one ends, in bytes.
  fileprivate var clusterBounds: [Int] {
    var bounds = [0]
    var clusters = makeCharacterIterator()
    while clusters.skipForward() == 1 { bounds.append(clusters.currentCodeUnitOffset) }
    return bounds
  }

  /// Whether the bytes `range`, whole scalars, are those of `other` at `otherRange` when case is ignored.
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
  /// The scalar as it counts where case is ignored: in lower case, and before that in upper case, which makes one letter
  /// of those that have the same capital, such as the two small sigmas.
  ///
  /// The mappings of one scalar take at most 15 bytes, which a String holds without going to the heap.
  fileprivate var folded: String.UnicodeScalarView {
    var folded = String.UnicodeScalarView()
    for upper in properties.uppercaseMapping.unicodeScalars {
      folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
    }
    return folded
  }
}

extension OldPassword {
  /// Whether libpwquality refuses `text` beside the old password `old`, where `difok` is so many `changes`.
  ///
  /// It refuses the old password itself. Unless `changes` is 0 it also refuses, whatever the case of the letters, the old
  /// password, a part of the old password written twice, and a text of less than twice its length that needs fewer
  /// changes. The texts are compared byte by byte. An empty text is close to nothing. Neither text is copied.
  package static func resembles(_ text: UTF8Span, _ old: UTF8Span, changes: Int) -> Bool {
    let (new, old) = (text.span, old.span)
    guard !new.isEmpty, !old.isEmpty else { return false }
    if new.isEqual(to: old) { return true }
    if changes == 0 { return false }
    return isRotated(new, old) || new.count < 2 * old.count && needsFewer(than: changes, from: old, to: new)
  }

  /// Whether `new` is a part of `old` written twice, which the whole of it is too.
  private static func isRotated(_ new: Span<UInt8>, _ old: Span<UInt8>) -> Bool {
    guard new.count <= 2 * old.count else { return false }
    return (0...2 * old.count - new.count).contains { start in
      new.indices.allSatisfy { new[$0].lowercased == old[(start + $0) % old.count].lowercased }
    }
  }

  /// Whether fewer than `limit` changes make `new` of `old`.
  ///
  /// It is not quite Levenshtein's distance: to write a byte several times, or to leave out all but one of those, is no
  /// change, as long as something of it stays. What is kept of the texts is the number of changes for the starts of one
  /// of them.
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
      // No later number is lower than all of these.
      if least >= limit { return false }
    }
    return changes[new.count] < limit
  }
}
