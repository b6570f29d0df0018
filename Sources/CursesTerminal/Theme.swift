internal import Screen

/// Which colours and attributes each style gets on one terminal.
///
/// The terminal's own background is kept, and is not known for certain. Colours of words are therefore ones that
/// have a contrast of 4.5:1 (WCAG 2.2, 1.4.3) to white and to black alike; those that the contract gives (B3) are
/// used for bars and borders, and for words only where the background is known.
struct Theme {
  /// The steps in which the colour of a bar crosses over; each takes a colour pair of the terminal.
  static let steps = 16

  /// How many colours there are.
  let depth: ColorDepth
  /// What lies behind all words, where that is known.
  let background: RGB?

  static let unused = RGB(hue: 210, saturation: 5, brightness: 86)
  /// The colours of the bars, one for each level, from the weakest on.
  static let meter = [
    RGB(hue: 0, saturation: 60, brightness: 90),
    RGB(hue: 39, saturation: 60, brightness: 90),
    RGB(hue: 132, saturation: 60, brightness: 75),
  ]
  static let border = RGB(hue: 208, saturation: 80, brightness: 94)
  static let label = RGB(hue: 233, saturation: 16, brightness: 41)
  static let bad = RGB(238, 0, 0)
  static let good = RGB(0, 137, 0)
  static let notice = RGB(176, 98, 0)
  static let grey = RGB(118, 118, 118)
  static let black = RGB(0, 0, 0)

  /// The least contrast of words to what lies behind them.
  static let readable = 4.5

  /// How `style` looks.
  func appearance(of style: Style) -> Appearance {
    switch style.role {
    case .plain: Appearance()
    case .title, .emphasis, .key: Appearance(attributes: .bold)
    case .caption: caption
    case .faint, .border, .inactiveButton: faint
    case .good: words(Self.good)
    case .bad: words(Self.bad, .bold)
    case .notice: words(Self.notice, .bold)
    case .activeBorder: words(Self.border, depth == .none ? .bold : [])
    case .button: button
    case .focusedButton: Appearance(attributes: [.bold, .reverse])
    case .meter: bar(Self.meter[Int(style.level)], style.blend)
    }
  }

  /// A grey where there is one: many terminals do not show black as dimmed.
  private var faint: Appearance {
    depth == .direct || depth == .indexed ? words(Self.grey) : Appearance(attributes: .dim)
  }

  private var caption: Appearance {
    guard let background, Self.label.contrast(to: background) >= Self.readable,
      depth == .direct || depth == .indexed
    else { return Appearance() }
    return words(Self.label)
  }

  /// Filled with the accent colour, on which black has 6.7:1; of eight colours none is certain to be readable on
  /// another, so there the colour and the background are exchanged.
  private var button: Appearance {
    switch depth {
    case .none: Appearance(attributes: .bold)
    case .eight: words(Self.border, .reverse)
    case .indexed, .direct:
      Appearance(foreground: number(of: Self.black), background: number(of: Self.border))
    }
  }

  private func words(_ color: RGB, _ attributes: Appearance.Attributes = []) -> Appearance {
    Appearance(foreground: number(of: color), attributes: attributes)
  }

  private func bar(_ lit: RGB, _ blend: UInt8) -> Appearance {
    let step = Self.step(of: blend)
    switch depth {
    case .none: return Appearance(attributes: step * 2 < Self.steps ? .dim : .bold)
    case .eight: return words(step * 2 < Self.steps ? Self.unused : lit)
    case .indexed, .direct:
      return words(Self.unused.crossed(to: lit, Double(step) / Double(Self.steps)))
    }
  }

  /// The step, 0 to ``steps``, that `blend` comes nearest to.
  static func step(of blend: UInt8) -> Int { (Int(blend) * steps + 127) / 255 }

  private func number(of color: RGB) -> Int32 {
    switch depth {
    case .none: Appearance.standard
    case .eight: color.nearestOf8
    case .indexed: color.nearestOf256
    case .direct: color.packed
    }
  }

  /// The background that COLORFGBG tells of: its last number is one of the first 16 colours (rxvt(1)).
  static func background(colorFGBG: String?) -> RGB? {
    guard let last = colorFGBG?.split(separator: ";").last, let number = Int(last), 0..<16 ~= number else {
      return nil
    }
    return RGB.xterm(number)
  }
}
