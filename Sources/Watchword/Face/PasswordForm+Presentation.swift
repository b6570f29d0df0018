package import WatchwordCurses

extension PasswordForm {
  /// How a form is shown.
  public struct Presentation: Equatable, Sendable {
    /// The colours of a form.
    @nonexhaustive
    public enum Colors: Sendable {
      /// What suits the terminal. No colours if NO_COLOR is set.
      case automatic
      /// No colours.
      case monochrome
      /// Colours for a dark background, unless NO_COLOR is set.
      case onDark
      /// Colours for a light background, unless NO_COLOR is set.
      case onLight
    }

    /// The glyphs of a form.
    package enum Glyphs: String, CaseIterable, Sendable {
      /// What the terminal and the locale can be expected to show.
      case auto
      /// Emoji and box lines.
      case emoji
      /// One-column characters and box lines.
      case unicode
      case ascii
    }

    /// How a field is set off.
    package enum FieldLook: String, CaseIterable, Sendable {
      case boxed
      /// The field with the focus is a filled area, and the others are underlined.
      case filled
    }

    /// The path of the terminal device, such as /dev/tty1. TERM has to be the type of that terminal. `nil`, as by
    /// default, means the controlling terminal, or else the first of standard input, standard error and standard output
    /// that is a terminal.
    public var devicePath: String?
    /// Whether to use line mode, without a screen. `nil`, as by default, uses it if ACCESSIBLE is neither empty nor 0.
    /// It is always used if TERM is unset, dumb or unknown.
    public var isPlain: Bool?
    /// Whether to draw the form in the lines below what was printed, if the terminal says where its cursor is and the
    /// form takes no more than two thirds of the window. Secrets are shown on the alternate screen only, and mouse
    /// presses are left to the terminal. False by default.
    public var isInline = false
    /// Whether an inline form leaves a line that says how it ended, such as "✓ Passphrase", and nothing of what was typed.
    /// False by default.
    public var leavesLine = false
    /// Whether to draw only ASCII. By default, draws what the terminal and the locale can be expected to show.
    public var isASCII: Bool {
      get { glyphs == .ascii }
      set { glyphs = newValue ? .ascii : .auto }
    }
    /// The colours of the form; ``Colors/automatic`` by default.
    public var colors: Colors {
      get {
        switch (coloring.when, coloring.background) {
        case (.never, _): .monochrome
        case (_, .dark): .onDark
        case (_, .light): .onLight
        default: .automatic
        }
      }
      set {
        (coloring.when, coloring.background) =
          switch newValue {
          case .automatic: (.auto, .auto)
          case .monochrome: (.never, .auto)
          case .onDark: (.auto, .dark)
          case .onLight: (.auto, .light)
          }
      }
    }
    /// Whether bars are animated when the strength changes. True by default.
    public var isAnimated = true
    /// Whether counter, bars, reasons and icons stand still while the user types, and change when the field is left, so
    /// that a screen reader speaks of nothing else. False by default.
    public var isTypingQuiet = false
    /// Whether the bits of guesses of a new password are shown even while it is masked, where there is room. While it is
    /// shown, they are too, unless typing is quiet. False by default.
    public var showsBits = false
    /// Whether mouse presses are used. True by default.
    public var usesMouse = true
    /// The glyphs of the form. A locale other than UTF-8 always uses ASCII.
    package var glyphs = Glyphs.auto
    /// ``FieldLook/boxed`` is taken if there are no colours.
    package var fieldLook = FieldLook.boxed
    package var coloring = Coloring()
    /// The mask, one grapheme cluster of one column; `nil` for that of the glyphs.
    package var mask: Character?
    /// Whether the terminal has to belong to the process's user, as it always has to with a ``caller``.
    package var mustOwnDevice = false
    package var manner = TerminalManner()
    /// The program the form is shown for; `nil` if it is this one.
    package var caller: Caller?
    /// Whether the system's log is told that the form was shown, and how it ended.
    package var isLogged = false

    package var protection = Protection()

    package init() {}
  }

  /// How the process and its secrets are protected while a form is shown.
  public struct Protection: Equatable, Sendable {
    /// Whether to continue if memory cannot be locked or the process cannot be protected. By default that is an error.
    public var allowsUnlockedMemory = false
    /// Whether to prevent core dumps and tracing of the process (RLIMIT_CORE, PR_SET_DUMPABLE) while the form is shown.
    /// True by default.
    public var hardensProcess = true
    /// Whether signals that terminate the process, and that it does not handle, first restore the terminal and wipe the
    /// secrets. A fault handler such as Swift's backtracer is called after the terminal is restored and what was
    /// printed to `stderr` has appeared. In other handlers of your own, call ``PasswordForm/restoreTerminal()``, as
    /// `exit` does. True by default.
    public var catchesDeadlySignals = true
    /// Whether process protection and signal handlers stay after the form. By default everything is restored. Then
    /// other programs of the same user can read the process's memory again, including the answer unless the kernel has
    /// secret memory (memfd_secret(2)).
    public var keepsProcessGuarded = false
  }
}

package typealias Presentation = PasswordForm.Presentation
