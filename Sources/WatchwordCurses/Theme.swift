internal import CWatchwordCurses
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
    var attributes = attr_t()
  }

  /// The number that the terminal's own colours have.
  static let standard: Int32 = -1

  /// The steps in which the colour of a bar crosses over; each takes a colour pair of the terminal.
  static let steps = 16

  /// How many colours there are.
  let depth: ColorDepth
  /// Whether words stand on a background that is known to be light.
  let isOnLight: Bool

  static let unused = RGB(0xD0D6DB)
  /// The colours of the bars, one for each level, from the weakest on.
  static let meter = [RGB(0xE65C5C), RGB(0xE6B55C), RGB(0x4DBF63)]
  static let border = RGB(0x3096F0)
  /// For words on a light background.
  static let label = RGB(0x585A69)
  static let bad = RGB(0xEE0000)
  static let good = RGB(0x008900)
  static let notice = RGB(0xB06200)
  static let grey = RGB(0x767676)
  static let black = RGB(0)

  /// How `style` looks.
  func look(of style: Style) -> Look {
    switch style.role {
    case .plain: Look()
    case .title, .emphasis, .key: Look(attributes: cn_bold())
    case .caption: caption
    case .faint, .border, .inactiveButton: faint
    case .good: words(Self.good)
    case .bad, .error: words(Self.bad, cn_bold())
    case .notice: words(Self.notice, cn_bold())
    case .activeBorder: words(Self.border, depth == .none ? cn_bold() : 0)
    case .button: button
    case .focusedButton: Look(attributes: cn_bold() | cn_reverse())
    case .meter: bar(Self.meter[Int(style.level)], style.blend)
    }
  }

  /// A grey where there is one: many terminals do not show black as dimmed.
  private var faint: Look {
    depth == .direct || depth == .indexed ? words(Self.grey) : Look(attributes: cn_dim())
  }

  private var caption: Look {
    guard isOnLight, depth == .direct || depth == .indexed else { return Look() }
    return words(Self.label)
  }

  /// Filled with the accent colour, on which black has 6.7:1; of eight colours none is certain to be readable on
  /// another, so there the colour and the background are exchanged.
  private var button: Look {
    switch depth {
    case .none: Look(attributes: cn_bold())
    case .eight: words(Self.border, cn_reverse())
    case .indexed, .direct:
      Look(foreground: number(of: Self.black), background: number(of: Self.border))
    }
  }

  private func words(_ color: RGB, _ attributes: attr_t = 0) -> Look {
    Look(foreground: number(of: color), attributes: attributes)
  }

  private func bar(_ lit: RGB, _ blend: UInt8) -> Look {
    let step = Self.step(of: blend)
    switch depth {
    case .none: return Look(attributes: step * 2 < Self.steps ? cn_dim() : cn_bold())
    case .eight: return words(step * 2 < Self.steps ? Self.unused : lit)
    case .indexed, .direct:
      return words(Self.unused.crossed(to: lit, step, of: Self.steps))
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

  /// Whether COLORFGBG says that the background is light. Its last number is one of the first 16 colours (rxvt(1)), of
  /// which these give the label colour a contrast of 4.5:1 as xterm shows them.
  static func isLight(colorFGBG: String?) -> Bool {
    guard let last = colorFGBG?.split(separator: ";").last else { return false }
    return ["7", "10", "11", "14", "15"].contains { $0 == last }
  }
}

/// A colour of 24 bits, in sRGB.
struct RGB: Equatable {
  /// The shares of red, green and blue as 0xRRGGBB, which is also the number that a direct-colour terminal has for it.
  let packed: Int32

  /// Makes the colour 0xRRGGBB.
  init(_ packed: Int32) { self.packed = packed }

  /// Makes a colour of its three shares, 0 to 255 each.
  init(_ red: Int, _ green: Int, _ blue: Int) { packed = Int32(red << 16 | green << 8 | blue) }

  /// The shares of red, green and blue, 0 to 255.
  var red: Int { Int(packed >> 16) }
  var green: Int { Int(packed >> 8 & 0xFF) }
  var blue: Int { Int(packed & 0xFF) }

  /// The colour that lies between this one (`part` 0 of `whole`) and `other` (`part` equal to `whole`).
  func crossed(to other: RGB, _ part: Int, of whole: Int) -> RGB {
    func between(_ start: Int, _ end: Int) -> Int {
      (2 * (start * (whole - part) + end * part) + whole) / (2 * whole)
    }
    return RGB(between(red, other.red), between(green, other.green), between(blue, other.blue))
  }

  /// The number of the nearest of xterm's 256 colours, from 16 on: people change the first 16.
  ///
  /// In the cube each share is nearest by itself; of the greys the one next to the mean of the shares is.
  var nearestOf256: Int32 {
    func step(_ share: Int) -> Int { share < 48 ? 0 : share <= 115 ? 1 : (share - 36) / 40 }
    let inCube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
    let grey = 232 + min(max((red + green + blue - 10) / 30, 0), 23)
    return Int32(distance(to: Self.xterm(grey)) < distance(to: Self.xterm(inCube)) ? grey : inCube)
  }

  /// The number of the eight colours of ISO 6429 that has the same shares, each taken for all or nothing.
  var nearestOf8: Int32 { Int32((red >> 7) | (green >> 7) << 1 | (blue >> 7) << 2) }

  private func distance(to other: RGB) -> Int {
    func square(_ one: Int, _ two: Int) -> Int { (one - two) * (one - two) }
    return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
  }

  /// What xterm shows for colour `number`, 16 to 255, when nobody has changed it.
  static func xterm(_ number: Int) -> RGB {
    guard number < 232 else {
      let grey = 8 + 10 * (number - 232)
      return RGB(grey, grey, grey)
    }
    let cube = number - 16
    func share(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    return RGB(share(cube / 36), share(cube / 6 % 6), share(cube % 6))
  }
}
