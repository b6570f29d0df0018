internal import CWatchwordCurses
internal import WatchwordScreen

/// What the styles are on ncurses' side: attributes and colour pairs. A pair is taken when a style is first shown.
///
/// On a terminal with colours of 24 bits of which terminfo knows 256, ncurses is given numbers of the 256, and the
/// sequences that it writes for these are replaced. Entries of terminfo that have 24 bits are seldom installed, and some of
/// them write a form that not all terminals read. The one here, of ISO 8613-6 with semicolons, is read by all.
struct CellStyles {
  /// What ncurses writes for a colour, and what shows the colour of 24 bits that it stands for.
  typealias Replacement = (palette: [UInt8], exact: [UInt8])

  /// Which colours there are. Colours of a theme before it keep their pairs.
  var theme: Theme { didSet { blanks = Self.noBlanks } }

  private var blanks = Self.noBlanks
  private var pairs: [(foreground: Int32, background: Int32)] = []
  private let replacesColors: Bool
  /// The colours of 24 bits that have a number of the 256, in the order of these.
  private var replacedColors: [Int32] = []
  /// What of that which ncurses writes is to be replaced.
  private(set) var replacements: [Replacement] = []

  private static let firstBar = 128
  /// There are three bars.
  private static let noBlanks = Array(repeating: cchar_t(), count: firstBar + 3 * (Theme.steps + 1))
  /// The numbers before it are for the colours that people change.
  private static let firstReplaced: Int32 = 16
  private static let firstGrey: Int32 = 232

  /// Makes the styles of `theme` and turns on colours if it has any. With `replacesColors` those of 24 bits stand in for
  /// those of ncurses.
  init(_ theme: Theme, replacesColors: Bool) {
    self.theme = theme
    self.replacesColors = replacesColors
    guard theme.depth != .none else { return }
    start_color()
    use_default_colors()
  }

  /// A blank in `style`.
  mutating func blank(in style: Style) -> cchar_t {
    let place =
      style.role == .meter
      ? Self.firstBar + Int(style.level) * (Theme.steps + 1) + Theme.step(of: style.blend)
      : Int(style.role.rawValue)
    // One that was not made yet shows nothing, and not even a blank.
    if blanks[place].chars.0 != 0 { return blanks[place] }
    let look = theme.look(of: style)
    let pair = pair(number(of: look.foreground), number(of: look.background))
    blanks[place] = cn_blank(look.attributes, pair)
    return blanks[place]
  }

  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    guard foreground != Theme.standard || background != Theme.standard else { return 0 }
    if let index = pairs.firstIndex(where: { $0 == (foreground, background) }) { return Int32(index + 1) }
    let number = Int32(pairs.count + 1)
    guard init_extended_pair(number, foreground, background) == OK else { return 0 }
    pairs.append((foreground, background))
    return number
  }

  /// The number of a colour of the theme on ncurses' side.
  private mutating func number(of color: Int32) -> Int32 {
    guard replacesColors, color != Theme.standard else { return color }
    // A grey that is among the 256 has a shorter sequence. No other colour stands for one of these numbers.
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
