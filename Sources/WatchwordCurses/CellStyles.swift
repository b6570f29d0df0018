internal import CWatchwordCurses
internal import WatchwordScreen

/// The styles in ncurses' terms: attributes and colour pairs. A pair is allocated when a style is first shown.
///
/// If the terminal has 24-bit colour but terminfo knows only 256 colours, ncurses gets numbers among the 256, and the
/// sequences it writes for these are replaced. terminfo entries with 24-bit colour are rarely installed, and some write
/// a form that not all terminals read. All read the form used here (ISO 8613-6, with semicolons).
struct CellStyles {
  /// A sequence that ncurses writes, such as one for a colour, and what to write instead, such as one for the intended
  /// 24-bit colour.
  typealias Replacement = (palette: [UInt8], exact: [UInt8])

  /// The current theme. Colours of earlier themes keep their pairs.
  var theme: Theme { didSet { blanks = [] } }

  /// The blanks made so far, each at the place of its style. Any other place has no character, not even a blank.
  private var blanks: [cchar_t] = []
  private var pairs: [(foreground: Int32, background: Int32)] = []
  private let replacesColors: Bool
  /// The 24-bit colours that have been given numbers, in the order of the numbers, from ``firstReplaced``.
  private var replacedColors: [Int32] = []
  private(set) var replacements: [Replacement] = []

  /// Lower numbers belong to colours that users change.
  private static let firstReplaced: Int32 = 16
  private static let firstGrey: Int32 = 232

  /// Turns on colours if `theme` has any. `replacesColors` tells whether 24-bit colours replace those of ncurses.
  init(_ theme: Theme, replacesColors: Bool) {
    self.theme = theme
    self.replacesColors = replacesColors
    guard theme.depth != .none else { return }
    start_color()
    use_default_colors()
  }

  mutating func blank(in style: Style) -> cchar_t {
    // The steps of a bar stand before the letters of roles.
    let place =
      Int(style.bar.rawValue) << 7
      | (style.role == .meter ? Theme.step(of: style.blend) : Int(style.role.rawValue))
    if place < blanks.count, blanks[place].chars.0 != 0 { return blanks[place] }
    if place >= blanks.count { blanks += repeatElement(cchar_t(), count: place + 1 - blanks.count) }
    let look = theme.look(of: style)
    let pair = pair(number(of: look.foreground), number(of: look.background))
    blanks[place] = cn_blank(look.attributes, pair)
    return blanks[place]
  }

  /// What a terminal is told before and after characters of `style` that ncurses does not write; empty for plain ones.
  mutating func sequences(around style: Style) -> (before: [UInt8], after: [UInt8]) {
    let look = theme.look(of: style)
    guard look != Theme.Look() else { return ([], []) }
    func color(_ capability: String, _ color: Int32) -> [UInt8] {
      guard color != Theme.standard else { return [] }
      let written = CursesScreen.expand(capability, Int(number(of: color)))
      return replacements.first { $0.palette == written }?.exact ?? written
    }
    let attributes = [
      (cn_bold(), "bold"), (cn_underline(), "smul"), (cn_reverse(), "rev"), (cn_dim(), "dim"),
    ]
    .filter { look.attributes & $0.0 != 0 }.flatMap { CursesScreen.capability($0.1) ?? [] }
    let colors = color("setaf", look.foreground) + color("setab", look.background)
    return (
      TerminalModes.withoutPadding(attributes + colors),
      TerminalModes.withoutPadding(CursesScreen.capability("sgr0") ?? [])
    )
  }

  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    guard foreground != Theme.standard || background != Theme.standard else { return 0 }
    if let index = pairs.firstIndex(where: { $0 == (foreground, background) }) { return Int32(index + 1) }
    let number = Int32(pairs.count + 1)
    guard init_extended_pair(number, foreground, background) == OK else { return 0 }
    pairs.append((foreground, background))
    return number
  }

  private mutating func number(of color: Int32) -> Int32 {
    if color < Theme.standard {
      let number = Theme.standard - 1 - color
      // Where colours are addressed by their RGB values, the terminal has numbers for eight of its own.
      return replacesColors ? number : number % 8
    }
    guard replacesColors, color != Theme.standard else { return color }
    // A grey that is one of the 256 keeps its own number, because its sequence is shorter. No replaced colour uses
    // these numbers.
    let nearest = RGB(color).nearestOf256
    if nearest >= Self.firstGrey, RGB.xterm(Int(nearest)) == RGB(color) { return nearest }
    if let index = replacedColors.firstIndex(of: color) { return Self.firstReplaced + Int32(index) }
    let number = Self.firstReplaced + Int32(replacedColors.count)
    replacedColors.append(color)
    let shares = "2;\(color >> 16);\(color >> 8 & 0xFF);\(color & 0xFF)"
    for (capability, parameter) in [("setaf", "38"), ("setab", "48")] {
      let palette = CursesScreen.expand(capability, Int(number))
      if !palette.isEmpty { replacements.append((palette, Array("\u{1B}[\(parameter);\(shares)m".utf8))) }
    }
    return number
  }
}
