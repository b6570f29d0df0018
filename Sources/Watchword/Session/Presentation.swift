import WatchwordCurses
import WatchwordSecrets

extension Presentation {
  /// What becomes of keys that were pressed before `form` was there: nobody has answered a question that was not asked, and
  /// an agent may ask for a passphrase while somebody types a command.
  func typedAhead(for form: FormState) -> TypedAhead {
    form.fields.isEmpty ? .discarded : caller == nil ? .taken : .withoutLines
  }

  var locking: SecretMemory.Locking { allowsUnlockedMemory ? .ifPossible : .required }

  func appearance(on terminal: borrowing CursesTerminal) -> Appearance {
    let glyphs: GlyphSet =
      switch (terminal.encoding == .utf8 ? glyphs : .ascii, terminal.glyphs) {
      case (.emoji, _), (.auto, .emoji): .emoji
      case (.unicode, _), (.auto, .unicode): .unicode
      case (.ascii, _), (.auto, .ascii): .ascii
      }
    var appearance = Appearance(glyphs: glyphs, width: terminal.characterWidth, mask: mask)
    appearance.canSuspend = terminal.canSuspend
    return appearance
  }
}
