internal import WatchwordScreen

/// Which colours and attributes each style gets on one terminal.
///
/// The terminal's own background is kept, and is not known for certain. Colours of words are therefore ones that
/// have a contrast of 4.5:1 (WCAG 2.2, 1.4.3) to white and to black alike; those that the contract gives (B3) are
/// used for bars and borders, and for words only where the background is known.
struct Theme {
  /// What a style looks like on one terminal.
  struct Look: Equatable {
    /// The colour of the character, as the terminal counts colours.
    var foreground = Theme.standard
    /// The colour behind it.
    var background = Theme.standard
    /// How the character is set.
    var attributes: Attributes = []
  }

  /// The attributes of a cell.
  struct Attributes: OptionSet {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let reverse = Attributes(rawValue: 4)
    static let underline = Attributes(rawValue: 8)
  }

  /// The number that the terminal's own colours have.
  static let standard: Int32 = -1

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
  func look(of style: Style) -> Look {
    switch style.role {
    case .plain: Look()
    case .title, .emphasis, .key: Look(attributes: .bold)
    case .caption: caption
    case .faint, .border, .inactiveButton: faint
    case .good: words(Self.good)
    case .bad: words(Self.bad, .bold)
    case .notice: words(Self.notice, .bold)
    case .activeBorder: words(Self.border, depth == .none ? .bold : [])
    case .button: button
    case .focusedButton: Look(attributes: [.bold, .reverse])
    case .meter: bar(Self.meter[Int(style.level)], style.blend)
    }
  }

  /// A grey where there is one: many terminals do not show black as dimmed.
  private var faint: Look {
    depth == .direct || depth == .indexed ? words(Self.grey) : Look(attributes: .dim)
  }

  private var caption: Look {
    guard let background, Self.label.contrast(to: background) >= Self.readable,
      depth == .direct || depth == .indexed
    else { return Look() }
    return words(Self.label)
  }

  /// Filled with the accent colour, on which black has 6.7:1; of eight colours none is certain to be readable on
  /// another, so there the colour and the background are exchanged.
  private var button: Look {
    switch depth {
    case .none: Look(attributes: .bold)
    case .eight: words(Self.border, .reverse)
    case .indexed, .direct:
      Look(foreground: number(of: Self.black), background: number(of: Self.border))
    }
  }

  private func words(_ color: RGB, _ attributes: Attributes = []) -> Look {
    Look(foreground: number(of: color), attributes: attributes)
  }

  private func bar(_ lit: RGB, _ blend: UInt8) -> Look {
    let step = Self.step(of: blend)
    switch depth {
    case .none: return Look(attributes: step * 2 < Self.steps ? .dim : .bold)
    case .eight: return words(step * 2 < Self.steps ? Self.unused : lit)
    case .indexed, .direct:
      return words(Self.unused.crossed(to: lit, Double(step) / Double(Self.steps)))
    }
  }

  /// The step, 0 to ``steps``, that `blend` comes nearest to.
  static func step(of blend: UInt8) -> Int { (Int(blend) * steps + 127) / 255 }

  private func number(of color: RGB) -> Int32 {
    switch depth {
    case .none: Self.standard
    case .eight: color.nearestOf8
    case .indexed: color.nearestOf256
    case .direct: color.packed
    }
  }

  /// The background by COLORFGBG: its last number is one of the first 16 colours (rxvt(1)).
  static func background(colorFGBG: String?) -> RGB? {
    guard let last = colorFGBG?.split(separator: ";").last, let number = Int(last), 0..<16 ~= number else {
      return nil
    }
    return RGB.xterm(number)
  }
}
