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
    var appearance = Appearance(
      glyphs: glyphSet(on: terminal), width: terminal.characterWidth, mask: mask)
    appearance.canSuspend = terminal.canSuspend
    return appearance
  }

  private func glyphSet(on terminal: borrowing CursesTerminal) -> GlyphSet {
    guard terminal.encoding == .utf8 else { return .ascii }
    switch glyphs {
    case .emoji: return .emoji
    case .unicode: return .unicode
    case .ascii: return .ascii
    case .auto:
      return switch terminal.glyphs {
      case .emoji: .emoji
      case .unicode: .unicode
      case .ascii: .ascii
      }
    }
  }
}
