public import WatchwordScreen

/// How a form is drawn: the signs, the widths of text, and what a person or script chose.
public struct Appearance: Sendable {
  /// The signs.
  public var glyphs: GlyphSet
  /// The widths of text in columns.
  public var width: CharacterWidth
  /// What stands for a character of a masked field: one grapheme cluster of one column.
  public var mask: Character

  /// Makes an appearance; without `mask` that of the glyph set.
  public init(glyphs: GlyphSet, width: CharacterWidth, mask: Character? = nil) {
    self.glyphs = glyphs
    self.width = width
    self.mask = mask ?? glyphs.mask
  }
}
