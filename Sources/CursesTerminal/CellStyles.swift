internal import CNcursesw
internal import Screen

/// What the styles are on ncurses' side: attributes and colour pairs. A pair is taken when a style is first shown.
struct CellStyles {
  /// A style as ncurses has it.
  struct Look {
    /// A blank in this style.
    var blank: cchar_t

    fileprivate init(attributes: attr_t, pair: Int32) { blank = cn_blank(attributes, pair) }

    static var plain: Look { Look(attributes: 0, pair: 0) }
    static var bold: Look { Look(attributes: cn_bold(), pair: 0) }
  }

  private let theme: Theme
  private var looks: [Look?]
  private var pairs: [(foreground: Int32, background: Int32)] = []

  private static let firstBar = 128

  /// Makes the styles of `theme` and turns on colours if it has any.
  init(_ theme: Theme) {
    self.theme = theme
    looks = Array(repeating: nil, count: Self.firstBar + Theme.meter.count * (Theme.steps + 1))
    guard theme.depth != .none else { return }
    start_color()
    use_default_colors()
  }

  /// The look of `style`.
  mutating func look(of style: Style) -> Look {
    let place = Self.place(of: style)
    if let look = looks[place] { return look }
    let look = makeLook(theme.appearance(of: style))
    looks[place] = look
    return look
  }

  private static func place(of style: Style) -> Int {
    guard style.role == .meter else { return Int(style.role.rawValue) }
    return firstBar + Int(style.level) * (Theme.steps + 1) + Theme.step(of: style.blend)
  }

  private mutating func makeLook(_ appearance: Appearance) -> Look {
    var attributes = attr_t()
    if appearance.attributes.contains(.bold) { attributes |= cn_bold() }
    if appearance.attributes.contains(.dim) { attributes |= cn_dim() }
    if appearance.attributes.contains(.reverse) { attributes |= cn_reverse() }
    if appearance.attributes.contains(.underline) { attributes |= cn_underline() }
    return Look(attributes: attributes, pair: pair(appearance.foreground, appearance.background))
  }

  /// The bytes that turn on `appearance` where no attribute is on.
  static func sequence(for appearance: Appearance) -> [UInt8] {
    let all: [(Appearance.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.reverse, "rev"), (.underline, "smul"),
    ]
    var bytes = all.reduce(into: [UInt8]()) { bytes, entry in
      if appearance.attributes.contains(entry.0) { bytes += CursesScreen.expand(entry.1, 0) }
    }
    if appearance.foreground != Appearance.standard {
      bytes += CursesScreen.expand("setaf", Int(appearance.foreground))
    }
    if appearance.background != Appearance.standard {
      bytes += CursesScreen.expand("setab", Int(appearance.background))
    }
    return bytes
  }

  /// The bytes that turn off every attribute and colour.
  static var plainSequence: [UInt8] { CursesScreen.expand("sgr0", 0) + CursesScreen.expand("op", 0) }

  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    guard foreground != Appearance.standard || background != Appearance.standard else { return 0 }
    if let index = pairs.firstIndex(where: { $0 == (foreground, background) }) { return Int32(index + 1) }
    let number = Int32(pairs.count + 1)
    guard init_extended_pair(number, foreground, background) == OK else { return 0 }
    pairs.append((foreground, background))
    return number
  }
}
