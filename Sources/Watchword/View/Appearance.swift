import WatchwordBase
package import WatchwordScreen
package import WatchwordStrength

/// How a form is drawn: its glyphs, the widths of text, and choices of the user or script.
package struct Appearance: Sendable {
  package var glyphs: GlyphSet
  package var width: CharacterWidth
  /// The mask of a character: one grapheme cluster of one column.
  package var mask: Character
  /// What no key does here, because not every terminal or caller has it.
  var lacks: Set<Action> = [.goOnInLines]
  /// Whether a placeholder is in italics. If not, it is put in parentheses (D2).
  package var showsItalics = true
  /// Whether text can be underlined. If not, a reason names the place of the part that it is about (B4).
  package var canUnderline = true
  /// Whether fields have no borders: the one with the focus is filled, and the others are underlined.
  package var isFilled = false

  /// Makes an appearance. Uses the glyph set's mask if `mask` is `nil` or not one column wide.
  package init(glyphs: GlyphSet, width: CharacterWidth, mask: Character? = nil) {
    self.glyphs = glyphs
    self.width = width
    self.mask = mask.flatMap { width.canMask(with: $0) ? $0 : nil } ?? glyphs.mask
  }

  /// The roles of a text at `place`, of its placeholder, and of the cells without a character.
  func roles(
    at place: Layout.Field, isActive: Bool
  ) -> (text: Style.Role, placeholder: Style.Role, blank: Style.Role) {
    if isFilled, isActive { return (.activeField, .activePlaceholder, .activeField) }
    return place.showsRoom && canUnderline
      ? (.plain, .roomPlaceholder, .room) : (.plain, .placeholder, .plain)
  }

  /// The lines of a text, at most `rows`; none for `nil`.
  func lines(of text: String?, columns: Int, rows: Int = .max) -> [String] {
    guard let text else { return [] }
    return LineWrap.lines(
      glyphs.spelled(text), columns: columns, rows: rows, ellipsis: glyphs.ellipsis, width: width)
  }

  /// `text` in one line of at most `columns` columns, with an ellipsis if it is cut.
  func cut(_ text: String, columns: Int) -> String { lines(of: text, columns: columns, rows: 1).first ?? "" }

  /// `text` in one line of at most `columns` columns, with an ellipsis in its middle if it is cut.
  func cutInside(_ text: String, columns: Int) -> String {
    guard width.columns(of: text) > columns else { return text }
    var (head, tail) = (text.prefix(text.count / 2), text.suffix(text.count - text.count / 2))
    func isTooWide() -> Bool { width.columns(of: head + glyphs.ellipsis + tail) > columns }
    while isTooWide(), !tail.isEmpty {
      if head.count >= tail.count { head.removeLast() } else { tail.removeFirst() }
    }
    return head + glyphs.ellipsis + tail
  }

  /// The most columns the icon of field `index` takes in any state.
  func signWidth(of index: Int, in form: FormState, isKeyed: Bool) -> Int {
    [false, true].reduce(0) { most, isShown in
      let word = form.revealWord(of: index, isShown: isShown)
      guard let sign = glyphs.sign(form.fields[index].sign, word, isShown: isShown, form.texts) else {
        return most
      }
      return max(most, width.columns(of: sign.picture + (isKeyed ? sign.key : "") + sign.word))
    }
  }
}

extension GlyphSet {
  package func sign(for sign: CriteriaPanel.Sign) -> (text: String, role: Style.Role) {
    switch sign {
    case .open: (unmet, .faint)
    case .met: (met, .good)
    case .failed: (failed, .bad)
    }
  }

  /// What can be pressed at the right of a field with `sign`, if anything: an icon, the key that does the same, and the
  /// `word` that says what a press does to a secret (A2).
  func sign(
    _ sign: FormField.Sign?, _ word: String?, isShown: Bool, _ texts: Texts
  ) -> (picture: String, key: String, word: String)? {
    guard sign == .reveal, let word else { return sign == .clear ? (clear, "", "") : nil }
    let key = KeyBinding.binding(of: .toggleShown)?.key.name(self, texts)
    return (isShown ? shown : masked, key.map { $0 + " " } ?? "", word)
  }

  /// `text` with this glyph set's ellipsis instead of `…`.
  func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { spelled, character in
      if character == "…" { spelled += ellipsis } else { spelled.append(character) }
    }
  }
}
