import WatchwordSecrets

/// The caret, as the program reads and sets it.
extension Form {
  /// Puts the caret of field `index` after the first `cluster` characters, or as near to that as the text allows. The
  /// delegate is neither asked nor told.
  mutating func setCaret(_ cluster: Int, in index: Int) {
    secrets[index].moveCaret(toCluster: min(max(0, cluster), secrets[index].count))
    reshape(index)
  }

  /// The caret position after the program replaces the text: the end if it was there, otherwise next to the same
  /// characters as before, ignoring inserted ones.
  static func caret(for new: String, after old: String, at caret: Int) -> Int {
    let (old, new) = (Array(old), Array(new))
    if caret == old.count { return new.count }
    if let before = length(of: new, holding: old[..<caret]) { return before }
    if let behind = length(of: new.reversed(), holding: old[caret...].reversed()) {
      return new.count - behind
    }
    return min(caret, new.count)
  }

  /// The length of the shortest start of `text` with the characters of `part` in order, gaps allowed; `nil` for none.
  private static func length(
    of text: some Collection<Character>, holding part: some Collection<Character>
  ) -> Int? {
    var rest = part[...]
    for (index, character) in text.enumerated() {
      guard let next = rest.first else { return index }
      if character == next { rest.removeFirst() }
    }
    return rest.isEmpty ? text.count : nil
  }
}
