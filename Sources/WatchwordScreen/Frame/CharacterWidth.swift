internal import WatchwordBase

/// How many columns text takes.
///
/// The width of one scalar is passed in (wcwidth(3) in the program), so that layout stays pure. The width of a grapheme
/// cluster is decided here for layout and painter alike: the sum of its scalars' widths, as in ncurses and most
/// terminals. An invisible scalar counts as the glyph that replaces it, see ``ClusterVisibility``.
package struct CharacterWidth: Sendable {
  private let width: @Sendable (Unicode.Scalar) -> Int

  /// Measures with `width`, which is like wcwidth(3): 0, 1 or 2 columns, negative if a scalar cannot be drawn.
  package init(_ width: @escaping @Sendable (Unicode.Scalar) -> Int) { self.width = width }

  /// For a locale whose only characters are ASCII: no other character can be drawn.
  package static let ascii = CharacterWidth { $0.isPrintableASCII ? 1 : -1 }

  /// Whether `scalar` can be drawn. If not, the painter draws a one-column question mark.
  package func isDrawable(_ scalar: Unicode.Scalar) -> Bool { columns(orNegativeFor: scalar) >= 0 }

  /// Whether `character` can be a mask: it is visible and takes one column.
  package func canMask(with character: Character) -> Bool {
    !character.isWhitespace && character.unicodeScalars.allSatisfy(isDrawable)
      && character.unicodeScalars.reduce(0) { $0 + columns(of: $1) } == 1
  }

  /// The columns `scalar` takes: 0 if it is combining, 1 if it cannot be drawn.
  package func columns(of scalar: Unicode.Scalar) -> Int {
    let columns = columns(orNegativeFor: scalar)
    return columns < 0 ? 1 : columns
  }

  /// The columns a grapheme cluster with these scalars takes, at least 1.
  package func columns(of cluster: some Sequence<Unicode.Scalar>) -> Int {
    var visibility = ClusterVisibility()
    return max(1, cluster.reduce(0) { $0 + columns(of: $1, in: &visibility) })
  }

  package func columns(of cluster: UTF8Span) -> Int {
    var scalars = cluster.makeUnicodeScalarIterator()
    var visibility = ClusterVisibility()
    var columns = 0
    while let scalar = scalars.next() { columns += self.columns(of: scalar, in: &visibility) }
    return max(1, columns)
  }

  package func columns(of text: String) -> Int {
    if text.isPrintableASCII { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1.unicodeScalars) }
  }

  func columns(of scalar: Unicode.Scalar, in cluster: inout ClusterVisibility) -> Int {
    cluster.needsSign(for: scalar) ? 1 : columns(of: scalar)
  }

  /// Lays out the scalars of a grapheme cluster, supplied by `next`, in exactly `columns` columns, cut or padded with
  /// blanks. `put` gets each character and its columns, 0 for a character that combines with the one before.
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
