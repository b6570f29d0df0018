import WatchwordMessages
package import WatchwordScreen

/// How a form is drawn: the signs, the widths of text, and what a person or script chose.
package struct Appearance: Sendable {
  /// The signs.
  package var glyphs: GlyphSet
  /// The widths of text in columns.
  package var width: CharacterWidth
  /// What stands for a character of a masked field: one grapheme cluster of one column.
  package var mask: Character
  /// Whether Control-Z suspends the program, so that it is worth listing.
  package var canSuspend = true

  /// Makes an appearance; without `mask`, or where that is none of one column, that of the glyph set.
  package init(glyphs: GlyphSet, width: CharacterWidth, mask: Character? = nil) {
    self.glyphs = glyphs
    self.width = width
    self.mask = mask.flatMap { width.canMask(with: $0) ? $0 : nil } ?? glyphs.mask
  }

  /// The lines of a text, at most `rows`; none of `nil`.
  func lines(of text: String?, columns: Int, rows: Int = .max) -> [String] {
    guard let text else { return [] }
    return LineWrap.lines(
      glyphs.spelled(text), columns: columns, rows: rows, ellipsis: glyphs.ellipsis, width: width)
  }

  /// `text` in one line of at most `columns` columns, with a sign where something is left out.
  func cut(_ text: String, columns: Int) -> String { lines(of: text, columns: columns, rows: 1).first ?? "" }
}
