package import WatchwordCurses

extension PasswordForm {
  /// How a form is shown, and what it may do with the process while it is.
  public struct Presentation: Equatable, Sendable {
    /// Which colours a form is drawn with.
    @nonexhaustive
    public enum Colors: Sendable {
      /// What suits the terminal, and none where NO_COLOR is set.
      case automatic
      /// None.
      case none
      /// Those for a dark background.
      case onDark
      /// Those for a light background.
      case onLight
    }

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

    /// The device of the terminal, such as /dev/tty1; TERM has to be the type of that one. `nil`, as by default, takes the terminal that
    /// controls the process, or else the first of standard input, standard error and standard output that is one.
    public var device: String?
    /// Whether the form is asked line by line, without a screen. `nil`, as by default, does so where ACCESSIBLE is neither empty nor 0.
    /// Where TERM is not set, dumb or unknown, there is no other way.
    public var isPlain: Bool?
    /// Whether the form is drawn with ASCII alone. Else, and by default, with the signs that the terminal and the locale can be expected to
    /// show.
    public var isASCII: Bool {
      get { glyphs == .ascii }
      set { glyphs = newValue ? .ascii : .auto }
    }
    /// Which colours the form is drawn with; by default ``Colors/automatic``.
    public var colors: Colors {
      get {
        switch (color, background) {
        case (.never, _): .none
        case (.always, .dark): .onDark
        case (.always, .light): .onLight
        default: .automatic
        }
      }
      set {
        (color, background) =
          switch newValue {
          case .automatic: (.auto, .auto)
          case .none: (.never, .auto)
          case .onDark: (.always, .dark)
          case .onLight: (.always, .light)
          }
      }
    }
    /// Whether a change of the strength moves the bars; by default it does.
    public var isAnimated = true
    /// Whether counter, bars, reasons and signs stand still while the person types, and change when the field is left, so
    /// that a screen reader speaks of nothing else. By default they follow.
    public var isTypingQuiet = false
    /// Whether presses of the mouse are taken in; by default they are.
    public var usesMouse = true
    /// Whether to go on where memory cannot be locked, or the process not be guarded; by default that is an error.
    public var allowsUnlockedMemory = false
    /// Whether the process is kept from core dumps and from being traced (RLIMIT_CORE, PR_SET_DUMPABLE) while the form is
    /// shown; by default it is.
    public var hardensProcess = true
    /// Whether signals that end the process, and that it does not handle itself, find the terminal restored and the secrets
    /// wiped while the form is shown. A handler for faults, as Swift's own that says where a program crashed, is called when
    /// the terminal is restored. In another handler of your own, call ``PasswordForm/restoreTerminal()``. By default they do.
    public var catchesDeadlySignals = true
    /// Whether the guards of the process and the handlers of signals stay when the form has ended. Else, and by default, everything is as it
    /// was before, and other programs of the same person can read the memory of the process again, the answer in it where
    /// the kernel has no secret memory (memfd_secret(2)).
    public var keepsProcessGuarded = false

    /// Which signs the form is drawn with; in a locale that is not UTF-8 ASCII, whatever is asked for.
    package var glyphs = Glyphs.auto
    /// When colours are used.
    package var color = ColorChoice.auto
    /// What the terminal's own background is taken for, by which the colours are chosen.
    package var background = BackgroundChoice.auto
    /// What stands for a masked character, one grapheme cluster of one column; `nil` for that of the glyphs.
    package var mask: Character?
    /// The program that the form is shown for; `nil` where that is this one.
    package var caller: Caller?

    /// Makes a presentation that chooses by the terminal.
    package init() {}
  }
}

package typealias Presentation = PasswordForm.Presentation
