internal import WatchwordCurses

extension PasswordForm.Presentation {
  /// A part of a form that can have a colour of your own, see ``look``.
  public struct Role: Hashable, Sendable {
    let own: ColorRole

    /// The border of the field with the focus. It needs a contrast of 3.
    public static var border: Role { Role(own: .border) }
    /// The first bar, of a weak password. It needs a contrast of 3.
    public static var bar1: Role { Role(own: .bar1) }
    /// The second bar, of a medium password. It needs a contrast of 3.
    public static var bar2: Role { Role(own: .bar2) }
    /// The third bar, of a strong password. It needs a contrast of 3.
    public static var bar3: Role { Role(own: .bar3) }
    /// The icon of what is met. It needs a contrast of 3.
    public static var good: Role { Role(own: .good) }
    /// Errors and the icon of what has failed. It needs a contrast of 4.5.
    public static var error: Role { Role(own: .error) }
    /// Notices, such as one of Caps Lock. It needs a contrast of 4.5.
    public static var notice: Role { Role(own: .notice) }
    /// Secondary words, such as placeholders and keys. It needs a contrast of 4.5.
    public static var muted: Role { Role(own: .muted) }
    /// The button. It needs a contrast of 4.5.
    public static var button: Role { Role(own: .button) }
  }

  /// A colour of your own.
  public struct Color: Equatable, Sendable {
    let own: WatchwordCurses.Color

    /// The colour 0xRRGGBB, or the nearest one on a terminal of 256 colours. A terminal of 8 colours has its own. A
    /// greater number traps.
    public static func rgb(_ value: UInt32) -> Color {
      guard value <= 0xFFFFFF else {
        fatalError("a colour is 0xRRGGBB at most, and not 0x\(String(value, radix: 16))")
      }
      return Color(own: .init(rgb: Int32(value)))
    }

    /// One of the terminal's 256 colours. The user chooses how the first 16 look, so their contrast is not checked. A
    /// terminal of 8 colours takes a number below 8.
    public static func indexed(_ number: UInt8) -> Color { Color(own: .init(number: number)) }
  }

  /// Colours of your own. The parts that are not named keep theirs, and so do all parts if ``colors`` is
  /// ``Colors/monochrome``, if the terminal has no colours, or if NO_COLOR is set. Glyphs and shapes never change.
  ///
  /// Each part needs a contrast to the background (WCAG 2.2). If you name the background by ``Colors/onDark`` or
  /// ``Colors/onLight``, a colour with less contrast to black or white is a ``WatchwordError/invalidForm(reason:)``. If the
  /// user's terminal tells its background, a colour with less contrast to it is not taken. Empty by default.
  public var look: [Role: Color] {
    get { Dictionary(uniqueKeysWithValues: coloring.own.map { (Role(own: $0), Color(own: $1)) }) }
    set {
      coloring.own = Dictionary(uniqueKeysWithValues: newValue.map { ($0.own, $1.own) })
      coloring.isHosts = true
    }
  }

  /// Why a colour of ``look`` cannot be read on the background that the host names; `nil` if all can.
  var refusedColor: String? {
    guard coloring.background != .auto else { return nil }
    return coloring.contrasts(onlyTooLow: true) {
      "look[.\($0.rawValue)] = \(coloring.own[$0]?.code ?? "")"
    }.first
  }
}
