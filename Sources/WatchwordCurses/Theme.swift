internal import CWatchwordCurses
package import WatchwordScreen

/// Which colours and attributes each style gets on one terminal.
///
/// The terminal's own background is kept. With eight or sixteen colours nobody knows what they look like: there words
/// are in the terminal's own colour, and so is all else unless the background is dark.
struct Theme {
  /// What a style looks like on one terminal.
  struct Look: Equatable {
    /// The colour of the character, as the terminal counts colours.
    var foreground = Theme.standard
    /// The colour behind it.
    var background = Theme.standard
    /// How the character is set.
    var attributes = attr_t()

    /// The same with a line below the character.
    var underlined: Look {
      var look = self
      look.attributes |= cn_underline()
      return look
    }
  }

  /// The number that the terminal's own colours have.
  static let standard: Int32 = -1

  /// The steps in which the colour of a bar crosses over; each takes a colour pair of the terminal.
  static let steps = 16

  /// How many colours there are.
  let depth: ColorDepth
  /// What the colours stand on.
  var background: Background
  /// Whether the terminal shows dim text so that it can be read.
  var canDim = true

  /// The attribute of what stands back where it has no colour of its own. What eight colours look like when they are dim
  /// nobody knows.
  private var dim: attr_t { canDim && depth != .eight ? cn_dim() : 0 }

  /// Whether words that stand back look other than others.
  var showsFaint: Bool { look(of: Style(.faint)) != Look() }

  /// How `style` looks.
  func look(of style: Style) -> Look {
    let palette = Palette(on: background)
    switch style.role {
    case .plain: return Look()
    case .title, .emphasis, .key: return Look(attributes: cn_bold())
    case .caption: return look(palette.caption)
    case .faint, .inactiveButton: return look(palette.muted, orElse: dim)
    case .focusedInactiveButton: return look(palette.muted, cn_bold())
    case .notice: return look(palette.warning, cn_bold())
    case .error: return look(palette.danger, cn_bold())
    case .button: return look(palette.accent, orElse: dim == 0 ? cn_bold() : 0)
    case .focusedButton: return focusedButton(palette.button)
    case .buttonLetter: return look(of: Style(.button)).underlined
    case .focusedButtonLetter: return look(of: Style(.focusedButton)).underlined
    case .inactiveButtonLetter: return look(of: Style(.inactiveButton)).underlined
    case .focusedInactiveButtonLetter: return look(of: Style(.focusedInactiveButton)).underlined
    case .good: return look(palette.good, basic: Self.green)
    case .bad: return look(palette.bad, basic: Self.red, cn_bold())
    case .activeBorder: return look(palette.activeBorder, orElse: cn_bold())
    case .border: return look(palette.border, orElse: dim)
    case .meter: return bar(Int(style.level), Self.step(of: style.blend), palette)
    }
  }

  /// The numbers of the eight colours of ISO 6429.
  private static let (red, green, yellow): (Int32, Int32, Int32) = (1, 2, 3)

  /// What is set with attributes, and with more of them where the terminal does not have its colour; `basic` is that among
  /// eight. Words have none there.
  private func look(
    _ color: Color?, basic: Int32? = nil, _ attributes: attr_t = 0, orElse more: attr_t = 0
  ) -> Look {
    if let color, let number = number(of: color) { return Look(foreground: number, attributes: attributes) }
    let isBasic = depth == .eight && background == .dark
    return Look(foreground: isBasic ? basic ?? Self.standard : Self.standard, attributes: attributes | more)
  }

  private func focusedButton(_ colors: (text: Color, fill: Color)?) -> Look {
    guard let colors, let text = number(of: colors.text), let fill = number(of: colors.fill) else {
      return Look(attributes: cn_bold() | cn_reverse())
    }
    return Look(foreground: text, background: fill, attributes: cn_bold())
  }

  private func bar(_ level: Int, _ step: Int, _ palette: Palette) -> Look {
    let lit = palette.meter[level]
    if depth == .none || depth == .eight {
      guard step * 2 >= Self.steps else { return Look(attributes: dim) }
      return look(lit, basic: [Self.red, Self.yellow, Self.green][level], orElse: cn_bold())
    }
    if step == 0 { return look(palette.rail) }
    if step == Self.steps { return look(lit) }
    let crossing = palette.rail.exact.crossed(to: lit.exact, step, of: Self.steps)
    return Look(foreground: depth == .direct ? crossing.packed : crossing.nearestOf256)
  }

  /// The step, 0 to ``steps``, that `blend` comes nearest to.
  static func step(of blend: UInt8) -> Int { (Int(blend) * steps + 127) / 255 }

  private func number(of color: Color) -> Int32? {
    switch depth {
    case .none, .eight: nil
    case .indexed: color.indexed
    case .direct: color.exact.packed
    }
  }
}

/// The colour of the characters of `style` in 24 bits, as 0xRRGGBB on a dark background; `nil` where it is the terminal's
/// own.
package func exactColor(of style: Style) -> UInt32? {
  UInt32(exactly: Theme(depth: .direct, background: .dark).look(of: style).foreground)
}

/// A colour of the theme: in 24 bits, and the one of xterm's 256 that takes its place.
struct Color: Equatable {
  let exact: RGB
  let indexed: Int32

  init(_ exact: Int32, _ indexed: Int32) {
    self.exact = RGB(exact)
    self.indexed = indexed
  }
}

/// The colours on one kind of background.
///
/// Words have a contrast of 4.5:1 to it, all else 3:1 (WCAG 2.2, 1.4.3 and 1.4.11), to people with protanopia and
/// deuteranopia as well; docs/contrast.md has the numbers. On a dark background bars and border are the source's (B3),
/// but for its red, which is a little lighter here.
struct Palette {
  /// The words around the fields; `nil`, as with other words, where they keep the terminal's own colour.
  var caption: Color?
  /// Words that stand back.
  var muted: Color?
  /// Words that can be pressed.
  var accent: Color?
  /// The words of a notice.
  var warning: Color?
  /// The words of an error.
  var danger: Color?
  /// The signs of what is met, and of what failed.
  let good, bad: Color
  /// The border of the field that is being edited, and of the others.
  let activeBorder, border: Color
  /// A bar that is not lit.
  let rail: Color
  /// The bars that are lit, one for each level, from the weakest on.
  let meter: [Color]
  /// The button that has the focus; `nil` where the terminal's own colours are exchanged.
  var button: (text: Color, fill: Color)?

  private static let dark = Palette(
    muted: Color(0xB2B2B2, 249), accent: Color(0x79B8FF, 111), warning: Color(0xF0B429, 214),
    danger: Color(0xFF8A80, 210), good: Color(0x7EE787, 114), bad: Color(0xFF8A80, 210),
    activeBorder: Color(0x3096F0, 69), border: Color(0x8A8A8A, 245), rail: Color(0xD0D6DB, 188),
    meter: [Color(0xED665D, 203), Color(0xE6B55C, 179), Color(0x4DBF63, 71)],
    button: (text: Color(0x000000, 16), fill: Color(0x79B8FF, 111)))

  private static let light = Palette(
    caption: Color(0x585A69, 59), muted: Color(0x626262, 241), accent: Color(0x0550AE, 25),
    warning: Color(0x7A4F00, 94), danger: Color(0xA40000, 124), good: Color(0x0B6B2E, 22),
    bad: Color(0xA40000, 124), activeBorder: Color(0x0550AE, 25), border: Color(0x808080, 244),
    rail: Color(0x808080, 244),
    meter: [Color(0xCF3A34, 167), Color(0xB47C00, 136), Color(0x168A3A, 29)],
    button: (text: Color(0xFFFFFF, 231), fill: Color(0x0550AE, 25)))

  private static let unknown = Palette(
    good: Color(0x009600, 65), bad: Color(0xC6716F, 167), activeBorder: Color(0x3084E7, 68),
    border: Color(0x808080, 244), rail: Color(0x808080, 244),
    meter: [Color(0xC6716F, 167), Color(0xB47C00, 136), Color(0x009600, 65)])

  /// The words that have a colour of their own.
  var words: [Color] { [caption, muted, accent, warning, danger].compactMap(\.self) }
}

extension Palette {
  /// The colours on `background`.
  init(on background: Background) {
    switch background {
    case .dark: self = Self.dark
    case .light: self = Self.light
    case .unknown: self = Self.unknown
    }
  }
}
