extension OldPassword {
  /// Whether libpwquality refuses `text` beside the old password `old`, where `difok` is so many `changes`.
  ///
  /// It refuses the old password itself. Unless `changes` is 0 it also refuses, whatever the case of the letters, the old
  /// password, a part of the old password written twice, and a text of less than twice its length that needs fewer
  /// changes. The texts are compared byte by byte. An empty text is close to nothing. Neither text is copied.
  package static func resembles(_ text: UTF8Span, _ old: UTF8Span, changes: Int) -> Bool {
    let (new, old) = (text.span, old.span)
    guard !new.isEmpty, !old.isEmpty else { return false }
    if new.count == old.count, new.indices.allSatisfy({ new[$0] == old[$0] }) { return true }
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
