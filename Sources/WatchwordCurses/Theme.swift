internal import CWatchwordCurses
package import WatchwordScreen

/// The colours and attributes of each style on one terminal.
///
/// The terminal's own background is kept. If the terminal has only 8 or 16 colours, nobody knows how they look. Text
/// then keeps the terminal's own colour, and so does everything else unless the background is dark.
struct Theme {
  struct Look: Equatable {
    var foreground = Theme.standard
    var background = Theme.standard
    var attributes = attr_t()

    var underlined: Look {
      var look = self
      look.attributes |= cn_underline()
      return look
    }
  }

  /// The number that stands for the terminal's own colour.
  static let standard: Int32 = -1

  /// How many steps a bar's colour changes in. Each takes a colour pair.
  static let steps = 16

  let depth: ColorDepth
  var background: Background
  /// The colour of the background, if the terminal has told it.
  var backdrop: RGB?
  /// Whether dim text is readable on this terminal.
  var canDim = true
  /// The attributes that the terminal cannot show together with a colour (terminfo's ncv): then the colour alone is shown.
  var uncolorable = attr_t()
  var coloring = Coloring()

  private var readableColoring: Coloring { coloring.readable(on: backdrop ?? background.surface) }

  /// The attribute of secondary text without a colour of its own. None on a terminal with eight colours, because nobody
  /// knows how dim text looks there.
  private var dim: attr_t { canDim && depth != .eight ? cn_dim() : 0 }

  func look(of style: Style) -> Look {
    let palette = Palette(on: background, readableColoring)
    switch style.role {
    case .plain: return Look()
    case .title, .emphasis, .key: return Look(attributes: cn_bold())
    case .caption: return look(palette.caption)
    case .faint, .inactiveButton: return look(palette.muted, orElse: dim)
    case .focusedInactiveButton: return look(palette.muted, cn_bold())
    case .activeField: return filled(Look(), palette)
    case .activePlaceholder: return filled(placeholder(on: palette.area?.exact, palette), palette)
    case .placeholder: return placeholder(on: backdrop, palette)
    case .roomPlaceholder: return underlined(placeholder(on: backdrop, palette))
    case .room: return underlined(look(palette.border, orElse: dim))
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
    case .mark:
      return underlined(bar(style.bar, Self.steps, palette))
    case .part: return underlined(Look(attributes: depth == .none ? cn_bold() : 0))
    case .errorBorder: return look(palette.danger ?? palette.border, basic: Self.red, orElse: dim)
    case .meter: return bar(style.bar, Self.step(of: style.blend), palette)
    }
  }

  /// The colour numbers of ISO 6429.
  private static let (red, green, yellow): (Int32, Int32, Int32) = (1, 2, 3)

  /// A look with `attributes`. If the terminal lacks the colour of the look, `more` is added. `basic` is the colour to
  /// use on a terminal with eight colours; `nil` for none.
  private func look(
    _ color: Color?, basic: Int32? = nil, _ attributes: attr_t = 0, orElse more: attr_t = 0
  ) -> Look {
    if let color, let number = number(of: color) { return Look(foreground: number, attributes: attributes) }
    let isBasic = depth == .eight && background == .dark
    return Look(foreground: isBasic ? basic ?? Self.standard : Self.standard, attributes: attributes | more)
  }

  /// `look` underlined, without its colours if the terminal cannot show both.
  private func underlined(_ look: Look) -> Look {
    (uncolorable & cn_underline() == 0 ? look : Look(attributes: look.attributes)).underlined
  }

  /// A placeholder in the faintest grey that can be read on `surface`, or on any usual background (D2).
  private func placeholder(on surface: RGB?, _ palette: Palette) -> Look {
    var color = palette.placeholder
    if let surface, color != nil, readableColoring.own[.muted] == nil {
      let greys = (232...255).map { Color(RGB.xterm($0).packed, Int32($0)) }
      color = (background == .dark ? greys : greys.reversed()).first { $0.exact.contrast(to: surface) >= 4.5 }
    }
    return look(color, coloring.slants ? cn_italic() : 0, orElse: dim)
  }

  private func focusedButton(_ colors: (text: Color, fill: Color)?) -> Look {
    guard let colors, let text = number(of: colors.text), let fill = number(of: colors.fill) else {
      return Look(attributes: cn_bold() | cn_reverse())
    }
    return Look(foreground: text, background: fill, attributes: cn_bold())
  }

  /// `look` on the area of the field with the focus.
  private func filled(_ look: Look, _ palette: Palette) -> Look {
    var look = look
    if let area = palette.area, let number = number(of: area) {
      look.background = number
    } else {
      look.attributes |= cn_reverse()
    }
    return look
  }

  private func bar(_ bar: Style.Bar, _ step: Int, _ palette: Palette) -> Look {
    let (lit, basic) =
      switch bar {
      case .first: (palette.bars.first, Self.red)
      case .second: (palette.bars.second, Self.yellow)
      case .third: (palette.bars.third, Self.green)
      }
    if depth == .none || depth == .eight {
      guard step * 2 >= Self.steps else { return Look(attributes: dim) }
      return look(lit, basic: basic, orElse: cn_bold())
    }
    if step == 0 { return look(palette.rail) }
    if step == Self.steps { return look(lit) }
    let crossing = palette.rail.exact.crossed(to: lit.exact, step, of: Self.steps)
    return Look(foreground: depth == .direct ? crossing.packed : crossing.nearestOf256)
  }

  /// The step, 0 to ``steps``, nearest to `blend`.
  static func step(of blend: UInt8) -> Int { (Int(blend) * steps + 127) / 255 }

  private func number(of color: Color) -> Int32? {
    switch depth {
    case .none: nil
    case .eight: color.indexed < 8 ? color.indexed : nil
    case .indexed: color.indexed
    // Below the number that stands for the terminal's own colour.
    case .direct: color.isOfTerminal ? Self.standard - 1 - color.indexed : color.exact.packed
    }
  }
}

/// The 24-bit foreground colour of `style` as 0xRRGGBB, on a dark background unless `coloring` says otherwise; `nil` if it
/// is the terminal's own.
package func exactColor(of style: Style, _ coloring: Coloring = Coloring()) -> UInt32? {
  let theme = Theme(
    depth: coloring.when == .never ? .none : .direct,
    background: coloring.background == .light ? .light : .dark, coloring: coloring)
  return UInt32(exactly: theme.look(of: style).foreground)
}
