internal import WatchwordMessages

/// How many columns text takes, as the painter lays it out.
///
/// The answer for one scalar is handed in (wcwidth(3) of the C library in the program), so that layout stays
/// pure. What makes up a grapheme cluster's width is decided here once, for layout and painter alike: the sum of
/// its scalars' widths, since that is how ncurses and most terminals lay a cluster out. What cannot be seen counts as
/// the sign that stands for it, see ``ClusterVisibility``.
package struct CharacterWidth: Sendable {
  private let width: @Sendable (Unicode.Scalar) -> Int

  /// Makes a measure from `width`, which answers like wcwidth(3): 0, 1 or 2 columns, or a negative number for
  /// a scalar that cannot be drawn.
  package init(_ width: @escaping @Sendable (Unicode.Scalar) -> Int) { self.width = width }

  /// ASCII alone can be drawn; used where the locale has no other characters.
  package static let ascii = CharacterWidth { $0.isPrintableASCII ? 1 : -1 }

  /// Whether `scalar` can be drawn; where not, the painter puts a question mark of one column in its place.
  package func isDrawable(_ scalar: Unicode.Scalar) -> Bool { columns(orNegativeFor: scalar) >= 0 }

  /// Whether `character` can stand for a masked one: it can be seen, and takes one column.
  package func canMask(with character: Character) -> Bool {
    !character.isWhitespace && character.unicodeScalars.allSatisfy(isDrawable)
      && character.unicodeScalars.reduce(0) { $0 + columns(of: $1) } == 1
  }

  /// The columns that `scalar` takes: 0 for a combining one, 1 for one that cannot be drawn.
  package func columns(of scalar: Unicode.Scalar) -> Int {
    let columns = columns(orNegativeFor: scalar)
    return columns < 0 ? 1 : columns
  }

  /// The columns that a grapheme cluster with these scalars takes, at least 1.
  package func columns(of cluster: some Sequence<Unicode.Scalar>) -> Int {
    var visibility = ClusterVisibility()
    return max(1, cluster.reduce(0) { $0 + columns(of: $1, in: &visibility) })
  }

  /// The columns that a grapheme cluster with these scalars takes, at least 1.
  package func columns(of cluster: UTF8Span) -> Int {
    var scalars = cluster.makeUnicodeScalarIterator()
    var visibility = ClusterVisibility()
    var columns = 0
    while let scalar = scalars.next() { columns += self.columns(of: scalar, in: &visibility) }
    return max(1, columns)
  }

  /// The columns that `text` takes.
  package func columns(of text: String) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1.unicodeScalars) }
  }

  /// The columns that the next `scalar` of a grapheme cluster takes.
  func columns(of scalar: Unicode.Scalar, in cluster: inout ClusterVisibility) -> Int {
    cluster.needsSign(for: scalar) ? 1 : columns(of: scalar)
  }

  /// Lays the scalars of a grapheme cluster, which `next` hands out, in exactly `columns` columns, cut or filled with
  /// blanks. `put` gets each character with the columns that it takes, none for one that goes onto the one before.
  package func lay(
    in columns: Int, _ next: () -> Unicode.Scalar?, put: (_ scalar: Unicode.Scalar, _ columns: Int) -> Void
  ) {
    var left = columns
    while let scalar = next() {
      let taken = self.columns(of: scalar)
      if taken == 0, left == columns {
        put(" ", 1)
        left -= 1
      }
      guard taken <= left, taken > 0 || scalar.value != 0 else { continue }
      put(isDrawable(scalar) ? scalar : "?", taken)
      left -= taken
    }
    for _ in 0..<left { put(" ", 1) }
  }

  private func columns(orNegativeFor scalar: Unicode.Scalar) -> Int {
    scalar.isPrintableASCII ? 1 : width(scalar)
  }
}
