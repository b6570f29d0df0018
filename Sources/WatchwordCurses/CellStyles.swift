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
  var theme: Theme { didSet { (blanks, starts) = ([], []) } }

  /// The blanks made so far, each at the place of its style. Any other place has no character, not even a blank.
  private var blanks: [cchar_t] = []
  /// What a terminal is told before characters of a style, at the place of the style, once that has been asked for.
  private var starts: [[UInt8]] = []
  private var pairs: [(foreground: Int32, background: Int32)] = []
  private let replacesColors: Bool
  /// The 24-bit colours that have been given numbers, in the order of the numbers, from ``firstReplaced``.
  private var replacedColors: [Int32] = []
  private(set) var replacements: [Replacement] = []

  /// Lower numbers belong to colours that users change.
  private static let firstReplaced: Int32 = 16
  private static let firstGrey: Int32 = 232

  /// `replacesColors` tells whether 24-bit colours replace those of ncurses.
  init(_ theme: Theme, replacesColors: Bool) {
    self.theme = theme
    self.replacesColors = replacesColors
  }

  /// Turns on the colours of ncurses, which has to run, if the theme has any.
  func turnOnColors() {
    guard theme.depth != .none else { return }
    start_color()
    use_default_colors()
  }

  mutating func blank(in style: Style) -> cchar_t {
    let place = place(of: style)
    if place < blanks.count, blanks[place].chars.0 != 0 { return blanks[place] }
    if place >= blanks.count { blanks += repeatElement(cchar_t(), count: place + 1 - blanks.count) }
    let look = theme.look(of: style)
    let pair = pair(number(of: look.foreground), number(of: look.background))
    blanks[place] = cn_blank(look.attributes, pair)
    return blanks[place]
  }

  private func place(of style: Style) -> Int {
    // The steps of a bar stand before the letters of roles.
    Int(style.bar.rawValue) << 7
      | (style.role == .meter ? Theme.step(of: style.blend) : Int(style.role.rawValue))
  }

  /// What a terminal is told before and after characters of `style` that ncurses does not write; empty for plain ones.
  mutating func sequences(around style: Style) -> (before: [UInt8], after: [UInt8]) {
    let start = start(of: style)
    return (start, start.isEmpty ? [] : TerminalModes.withoutPadding(CursesScreen.capability("sgr0") ?? []))
  }

  /// What a terminal is told before characters of `style`; empty for plain ones.
  mutating func start(of style: Style) -> [UInt8] {
    let place = place(of: style)
    if place >= starts.count { starts += repeatElement([], count: place + 1 - starts.count) }
    if starts[place].isEmpty { starts[place] = makeStart(of: theme.look(of: style)) }
    return starts[place]
  }

  private mutating func makeStart(of look: Theme.Look) -> [UInt8] {
    let hasColor = (look.foreground, look.background) != (Theme.standard, Theme.standard)
    let attributes = hasColor ? look.attributes & ~theme.uncolorable : look.attributes
    var start: [UInt8] = []
    func add(_ attribute: attr_t, _ capability: String) {
      guard attributes & attribute != 0, let string = CursesScreen.capability(capability) else { return }
      start += TerminalModes.withoutPadding(string)
    }
    add(cn_bold(), "bold")
    add(cn_underline(), "smul")
    add(cn_reverse(), "rev")
    add(cn_dim(), "dim")
    add(cn_italic(), "sitm")
    func add(_ color: Int32, _ capability: String) {
      guard color != Theme.standard else { return }
      let written = CursesScreen.expand(capability, Int(number(of: color)))
      start += replacements.first { $0.palette == written }?.exact ?? written
    }
    add(look.foreground, "setaf")
    add(look.background, "setab")
    return start
  }

  /// See ``Theme/uncolorable``. The bits of ncv are those of terminfo(5).
  static var uncolorable: attr_t {
    let bits = unsafe max(0, tigetnum("ncv"))
    return [(2, cn_underline()), (4, cn_reverse()), (16, cn_dim()), (32, cn_bold()), (32768, cn_italic())]
      .reduce(0) { bits & $1.0 != 0 ? $0 | $1.1 : $0 }
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
