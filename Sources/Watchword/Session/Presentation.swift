package import WatchwordCurses
import WatchwordSecrets

/// How a form is shown on the terminal.
package struct Presentation: Equatable, Sendable {
  /// Which signs a form is drawn with.
  package enum Glyphs: String, CaseIterable, Sendable {
    /// What the terminal and the locale can be expected to show.
    case auto
    /// Emoji and lines.
    case emoji
    /// Signs of one column and lines.
    case unicode
    /// ASCII alone.
    case ascii
  }

  /// For how long a form changes something of its process.
  package enum Extent: CaseIterable, Sendable {
    /// It leaves that alone.
    case never
    /// When the form is over, all is as it was, but for what the program itself has changed meanwhile.
    case whileShown
    /// It stays so for the rest of the process's life.
    case forGood
  }

  /// The device of the terminal that the form is drawn on, such as /dev/tty1; TERM has to be the type of that one.
  /// `nil` takes the terminal that controls the process, or, where none does, the first of standard input, standard
  /// error and standard output that is a terminal.
  package var device: String?
  /// Whether the form is talked through line by line, without a screen: nothing that was printed is written over, and
  /// nothing is coloured. `nil` does so where ACCESSIBLE is neither empty nor 0. Where TERM is not set, dumb or unknown to
  /// terminfo, there is no other way.
  package var isPlain: Bool?
  /// Which signs the form is drawn with; in a locale that is not UTF-8 ASCII, whatever is asked for.
  package var glyphs = Glyphs.auto
  /// When colours are used.
  package var color = ColorChoice.auto
  /// What the terminal's own background is taken for, by which the colours are chosen.
  package var background = BackgroundChoice.auto
  /// What stands for a masked character, one grapheme cluster of one column; `nil` for that of the glyphs.
  package var mask: Character?
  /// Whether counter, bars, reasons and signs stand still while the person types, and change when the field is left.
  package var isTypingQuiet = false
  /// Whether presses of the mouse are taken in.
  package var usesMouse = true
  /// Whether to go on where memory cannot be locked, or the process not be guarded as below.
  package var allowsUnlockedMemory = false
  /// For how long the process is kept from core dumps and from being traced (RLIMIT_CORE, PR_SET_DUMPABLE). Where that is
  /// for good, the hard limit on core files is 0 too. Otherwise other programs of the same person can read the memory of
  /// the process again when the form is over, the answer in it where the kernel has no secret memory (memfd_secret(2)).
  package var hardensProcess = Extent.whileShown
  /// For how long the signals that end the process find the terminal mended and the secrets wiped, see
  /// ``DeadlySignals``. Only signals without a handler are taken. A program that has handlers of its own answers for the
  /// terminal itself where these end it, with ``DeadlySignals/restoreTerminal()``; Swift's backtracer is one of them,
  /// unless SWIFT_BACKTRACE switches it off.
  package var catchesDeadlySignals = Extent.whileShown

  /// The program that the form is shown for; `nil` where that is this one.
  package var caller: Caller?

  /// Makes a presentation that chooses by the terminal.
  package init() {}

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
    appearance.isTypingQuiet = isTypingQuiet
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
