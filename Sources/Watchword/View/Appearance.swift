import WatchwordMessages
package import WatchwordScreen

/// How a form is drawn: the signs, the widths of text, and what a person or script chose.
package struct Appearance: Sendable {
  package var glyphs: GlyphSet
  /// The widths of text in columns.
  package var width: CharacterWidth
  /// What stands for a character of a masked field: one grapheme cluster of one column.
  package var mask: Character
  /// Whether Control-Z suspends the program, so that it is worth listing.
  package var canSuspend = true
  /// Whether words that stand back look other than others. Else a placeholder stands in parentheses.
  package var showsFaint = true

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

  /// The most columns that the sign of `field` takes, whatever its state.
  func signWidth(of field: FormField, isKeyed: Bool, _ texts: Texts) -> Int {
    [false, true].reduce(0) { most, isShown in
      var field = field
      field.isShown = isShown
      guard let sign = glyphs.sign(of: field, texts) else { return most }
      return max(most, width.columns(of: sign.picture + (isKeyed ? sign.key : "") + sign.word))
    }
  }
}

extension GlyphSet {
  /// The sign of a criterion, and how it looks.
  func sign(for sign: CriteriaPanel.Sign) -> (text: String, role: Style.Role) {
    switch sign {
    case .unmet: (unmet, .faint)
    case .met: (met, .good)
    case .failed: (failed, .bad)
    }
  }

  /// What stands at the right of `field` and can be pressed, if there is anything: a picture, the key that does the same,
  /// and a word, which says what a press does (A2).
  func sign(of field: FormField, _ texts: Texts) -> (picture: String, key: String, word: String)? {
    switch field.sign {
    case .reveal:
      let key = KeyBinding.binding(of: .toggleShown)?.keys.first?.name(self, texts)
      return (
        field.isShown ? shown : masked, key.map { $0 + " " } ?? "",
        field.isShown ? texts("hide") : texts("show")
      )
    case .clear: return (clear, "", "")
    case nil: return nil
    }
  }

  /// `text` with this ellipsis in the place of that which a verifier's message and the catalogue have.
  func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { spelled, character in
      if character == "…" { spelled += ellipsis } else { spelled.append(character) }
    }
  }
}
