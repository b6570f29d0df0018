import WatchwordMessages
import WatchwordScreen

/// What stands at the right of a field and can be pressed: a picture, the key that does the same, and a word.
struct FieldSign {
  var picture = ""
  var key = ""
  var word = ""
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

  /// The sign of `field` to press, if it has one. It says what a press does (A2).
  func sign(of field: FormField, _ texts: Texts) -> FieldSign? {
    switch field.sign {
    case .reveal:
      let picture = field.isShown ? shown : masked
      let key = KeyBinding.binding(of: .toggleShown)?.keys.first?.name(self, texts)
      return FieldSign(
        picture: picture, key: key.map { $0 + " " } ?? "",
        word: field.isShown ? texts("hide") : texts("show"))
    case .clear: return FieldSign(picture: clear)
    case nil: return nil
    }
  }
}

extension Appearance {
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
