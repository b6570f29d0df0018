import CWatchwordCurses
import Glibc
import TestSupport
import Testing
import WatchwordScreen

@testable import WatchwordCurses

@Suite struct ThemeTests {
  private static let palettes = Background.allCases.map { ($0, Palette(on: $0)) }

  /// Backgrounds in common use.
  private static let backgrounds: [(name: String, color: RGB, kind: Background)] = [
    ("black", RGB(0), .dark), ("Solarized dark", RGB(0x002B36), .dark), ("GNOME", RGB(0x171421), .dark),
    ("Konsole", RGB(0x232627), .dark), ("Nord", RGB(0x2E3440), .dark), ("white", RGB(0xFFFFFF), .light),
    ("Solarized light", RGB(0xFDF6E3), .light),
  ]

  /// The theme of each depth on each background.
  private static var themes: [Theme] {
    Background.allCases.flatMap { kind in
      [ColorDepth.none, .eight, .indexed, .direct].map { Theme(depth: $0, background: kind) }
    }
  }

  /// A role of the table: its name, its colour, and the contrast it needs.
  private static func roles(on background: Background) -> [(name: String, color: Color, bound: Double)] {
    let palette = Palette(on: background)
    let words: [(String, Color?)] = [
      ("text beside fields", palette.caption), ("muted words", palette.muted),
      ("placeholder", palette.placeholder), ("accent", palette.accent),
      ("warning", palette.warning), ("words of an error", palette.danger), ("button", palette.button?.fill),
    ]
    let signs = [
      ("sign of met", palette.good), ("sign of failed", palette.bad), ("active border", palette.activeBorder),
      ("border", palette.border), ("rail", palette.rail), ("bar 1", palette.bars.first),
      ("bar 2", palette.bars.second), ("bar 3", palette.bars.third),
    ]
    return words.compactMap { name, color in color.map { (name, $0, name == "button" ? 3 : 4.5) } }
      + signs.map { ($0, $1, 3) }
  }

  /// The backgrounds that a table is for.
  private static func backgrounds(of kind: Background) -> [(name: String, color: RGB)] {
    backgrounds.filter { kind == .unknown || $0.kind == kind }.map { ($0.name, $0.color) }
  }

  /// The least contrast of `color` to the backgrounds of a table, as `eyes` see it.
  private static func leastContrast(_ color: RGB, on kind: Background, to eyes: [Eye]) -> Double {
    let contrasts = backgrounds(of: kind).flatMap { background in
      eyes.map { $0.seeing(color).contrast(to: $0.seeing(background.color)) }
    }
    return contrasts.min() ?? 0
  }

  @Test(arguments: Background.allCases)
  func
    `B3 words have 4,5 to 1, signs, frames and bars 3 to 1, to people with protanopia and deuteranopia too`(
      kind: Background
    )
  {
    for role in Self.roles(on: kind) {
      let contrast = Self.leastContrast(role.color.exact, on: kind, to: Eye.allCases)
      #expect(contrast >= role.bound, "\(role.name): \(contrast)")
    }
    for (text, fill) in [Palette(on: kind).button].compactMap(\.self) {
      for eye in Eye.allCases { #expect(eye.seeing(text.exact).contrast(to: eye.seeing(fill.exact)) >= 4.5) }
      #expect(RGB.xterm(Int(text.indexed)).contrast(to: RGB.xterm(Int(fill.indexed))) >= 4.5)
    }
  }

  @Test(arguments: Background.allCases)
  func `B3 the nearest of 256 colours with enough contrast is taken`(
    kind: Background
  ) {
    for role in Self.roles(on: kind) {
      let holding = (16...255).map(RGB.xterm).filter {
        Self.leastContrast($0, on: kind, to: [.usual]) >= role.bound
      }
      let chosen = RGB.xterm(Int(role.color.indexed))
      #expect(holding.contains(chosen), "\(role.name)")
      let distance = distance(role.color.exact, chosen)
      #expect(holding.allSatisfy { self.distance(role.color.exact, $0) >= distance }, "\(role.name)")
      // No red of the cube has 3:1 on all seven backgrounds to people who see no red.
      #expect(Self.leastContrast(chosen, on: kind, to: Eye.allCases) >= role.bound * 0.88, "\(role.name)")
    }
  }

  @Test func `the table of contrasts in the documents is the theme's`() throws {
    var text = """
      # Contrast of the colours

      For whoever changes a colour. `ThemeTests` make this page from the theme; `RECORD=1 make test ONLY=CursesTerminalTests`
      writes it again.

      The numbers are contrast ratios of WCAG 2.2 in 24-bit colour. Each is the least of three: with usual sight, with
      protanopia and with deuteranopia (simulated with the matrices of Machado, Oliveira and Fernandes, 2009). Words need
      4.5, and everything else needs 3. The last column is for terminals of 256 colours: the number of the colour, and its
      least contrast with usual sight. Words that are not listed have the terminal's own colour.

      """
    for kind in [Background.dark, .light, .unknown] {
      let backgrounds = Self.backgrounds(of: kind)
      text += "\n## \("\(kind)".prefix(1).uppercased())\("\(kind)".dropFirst()) background\n\n"
      text += "| Role | Colour | Needs |" + backgrounds.map { " \($0.name) |" }.joined() + " Of 256 |\n"
      text += "| --- | --- | --- |" + backgrounds.map { _ in " --- |" }.joined() + " --- |\n"
      for role in Self.roles(on: kind) {
        let contrasts = backgrounds.map { background in
          let least = Eye.allCases.map {
            $0.seeing(role.color.exact).contrast(to: $0.seeing(background.color))
          }
          return " \(Self.rounded(least.min() ?? 0)) |"
        }
        let indexed = Self.leastContrast(RGB.xterm(Int(role.color.indexed)), on: kind, to: [.usual])
        text += "| \(role.name) | #\(Self.hex(role.color.exact)) | \(role.bound == 3 ? "3" : "4.5") |"
        text += contrasts.joined() + " \(role.color.indexed): \(Self.rounded(indexed)) |\n"
      }
    }
    text += Self.placeholderTable + Self.emojiTable + Self.basicTable
    try PackageFile.expect("docs/contrast.md", toHold: text)
  }

  /// The usual colour of a typed text on each of the backgrounds, which on black is that of VTE, the darkest.
  private static let values: [String: Int32] = [
    "black": 0xC0C0C0, "Solarized dark": 0x839496, "GNOME": 0xD0CFCC, "Konsole": 0xFCFCFC, "Nord": 0xD8DEE9,
    "white": 0x000000, "Solarized light": 0x657B83,
  ]

  /// The contrasts of a value and of a placeholder to `surface`, and the placeholder's colour.
  private static func contrasts(
    of role: Style.Role, on name: String, _ surface: RGB, _ theme: Theme
  ) -> (value: Double, placeholder: Double, color: RGB) {
    let number = theme.look(of: Style(role)).foreground
    let color = theme.depth == .direct ? RGB(number) : RGB.xterm(Int(number))
    let value = RGB(values[name] ?? 0)
    return (value.contrast(to: surface), color.contrast(to: surface), color)
  }

  /// How many times the background's contrast a text needs so that a placeholder can have 4.5 and 0.6 of it.
  private static let leastValue = 4.5 / 0.6

  @Test
  func
    `D2 a placeholder has at least 4,5 to 1, and at most 0,6 of a value's contrast where that is possible`()
  {
    for (name, background, kind) in Self.backgrounds {
      for depth in [ColorDepth.direct, .indexed] {
        let theme = Theme(depth: depth, background: kind, backdrop: background)
        for (role, surface) in [
          (Style.Role.placeholder, background),
          (.activePlaceholder, Palette(on: kind).area?.exact ?? background),
        ] {
          let (value, placeholder, _) = Self.contrasts(of: role, on: name, surface, theme)
          #expect(placeholder >= 4.5, "\(name)")
          #expect(
            placeholder <= 0.6 * value || value < Self.leastValue + 0.5, "\(name), \(role): \(placeholder)")
        }
        #expect(theme.look(of: Style(.roomPlaceholder)) == theme.look(of: Style(.placeholder)).underlined)
      }
    }
    for theme in Self.themes {
      // Even where no colour tells it apart, as on Solarized, its letters do.
      for role in [Style.Role.placeholder, .roomPlaceholder, .activePlaceholder] {
        #expect(theme.look(of: Style(role)).attributes & cn_italic() != 0)
      }
    }
    var coloring = Coloring()
    coloring.slants = false
    let upright = Theme(depth: .direct, background: .dark, coloring: coloring).look(of: Style(.placeholder))
    #expect(upright.attributes == 0 && upright.foreground != Theme.standard)
  }

  private static var placeholderTable: String {
    let rows = backgrounds.map { name, background, kind in
      let theme = Theme(depth: .direct, background: kind, backdrop: background)
      let (value, placeholder, color) = contrasts(of: .placeholder, on: name, background, theme)
      return
        "| \(name) | #\(hex(RGB(values[name] ?? 0))): \(rounded(value)) | #\(hex(color)): \(rounded(placeholder)) "
        + "| \(rounded(placeholder / value)) |\n"
    }
    return """

      ## Placeholders

      Where the terminal tells its background, a placeholder has the faintest grey of the 24 that can be read there. A value
      has the terminal's own colour: here that of each scheme, and on black that of VTE. The last column is the part of a
      value's contrast that the placeholder has, at most 0.6. The text of Solarized has too little contrast for that: no word
      could be read that has 0.6 of it. So a placeholder is also in italics, or in parentheses where a terminal or a script
      has none.

      | Background | Value | Placeholder | Part |
      | --- | --- | --- | --- |

      """ + rows.joined()
  }

  private static func hex(_ color: RGB) -> String {
    let digits = String(color.packed, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func rounded(_ contrast: Double) -> String {
    let hundredths = Int(contrast * 100)
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }

  /// The main colour of each emoji, as Noto Color Emoji draws it.
  private static let emoji: [(sign: String, color: RGB)] = [
    ("⚪", RGB(0xE0E0E0)), ("✅", RGB(0x7CB342)), ("❌", RGB(0xF44336)), ("🔒", RGB(0xE2A610)),
    ("🙈", RGB(0xB8885A)), ("👀", RGB(0xFAFAFA)),
  ]

  private static var emojiTable: String {
    let rows = emoji.map { sign, color in
      let contrasts = backgrounds.map { " \(rounded(color.contrast(to: $0.color))) |" }
      return "| \(sign) | #\(hex(color)) |" + contrasts.joined() + "\n"
    }
    return """

      ## Emoji

      The main colour of each icon in Noto Color Emoji, with usual sight. No icon is told apart only by its colour: its shape
      or the words beside it say the same. On a background that is known to be light ⚪ could not be seen, so it is ○ in the
      colour of muted words, unless emoji were asked for by name.

      | Sign | Colour |\(backgrounds.map { " \($0.name) |" }.joined())
      | --- | --- |\(backgrounds.map { _ in " --- |" }.joined())

      """ + rows.joined()
  }

  /// The eight colours and their brighter ones, used for bold text, on black.
  private static let basicColors: [(name: String, plain: [RGB], bright: [RGB])] = [
    (
      "xterm", [0, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5].map { RGB($0) },
      [0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF].map { RGB($0) }
    ),
    (
      "Linux console",
      [0, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA].map { RGB($0) },
      [0x555555, 0xFF5555, 0x55FF55, 0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF].map { RGB($0) }
    ),
  ]

  /// What has a colour among eight, and words.
  private static let basicRoles: [(name: String, style: Style)] =
    [
      ("words", .plain), ("muted words", Style(.faint)), ("sign of met", Style(.good)),
      ("sign of failed", Style(.bad)), ("border", Style(.border)), ("rail", Style(.meter)),
    ]
    + Style.Bar.allCases.map { ("bar \($0.rawValue + 1)", Style(.meter, bar: $0, blend: 255)) }

  /// How `style` looks among eight colours, and its colour in a table of them.
  private static func basicLook(of style: Style) -> (look: Theme.Look, isBold: Bool) {
    let look = Theme(depth: .eight, background: .dark, canDim: false).look(of: style)
    return (look, look.attributes & cn_bold() != 0)
  }

  private static func basicContrast(of style: Style, _ colors: (name: String, plain: [RGB], bright: [RGB]))
    -> Double
  {
    let (look, isBold) = basicLook(of: style)
    let number = look.foreground == Theme.standard ? 7 : Int(look.foreground)
    return (isBold ? colors.bright : colors.plain)[number].contrast(to: RGB(0))
  }

  private static var basicTable: String {
    let rows = basicRoles.map { name, style in
      let (look, isBold) = basicLook(of: style)
      let number = look.foreground == Theme.standard ? "own" : "\(look.foreground)"
      let contrasts = basicColors.map { " \(rounded(basicContrast(of: style, $0))) |" }
      return "| \(name) | \(number)\(isBold ? ", bold" : "") |" + contrasts.joined() + "\n"
    }
    let dim = rounded(RGB(0x555555).contrast(to: RGB(0)))
    return """

      ## 8 and 16 colours, and the Linux console

      These colours differ from terminal to terminal. So everything has the terminal's own colour, unless the background is
      known to be dark; the Linux console counts as dark. Nothing is dim there, because the console shows dim text as
      #555555, which has \(dim) on black. The numbers are for black, with usual sight, and bold text in its brighter colour.

      | Role | Colour |\(basicColors.map { " \($0.name) |" }.joined())
      | --- | --- |\(basicColors.map { _ in " --- |" }.joined())

      """ + rows.joined()
  }

  @Test func `B3 among eight colours words have 4,5 to 1 and all else 3 to 1, and nothing is dim`() {
    for colors in Self.basicColors {
      for (name, style) in Self.basicRoles {
        let bound = name.contains("words") ? 4.5 : 3
        #expect(Self.basicContrast(of: style, colors) >= bound, "\(name) on \(colors.name)")
      }
    }
    for (depth, canDim) in [(ColorDepth.eight, true), (.none, false), (.indexed, false)] {
      for kind in Background.allCases {
        let theme = Theme(depth: depth, background: kind, canDim: canDim)
        for role in Style.Role.allCases {
          #expect(theme.look(of: Style(role)).attributes & cn_dim() == 0, "\(role)")
        }
        // The difference is shown in another way: a button that can be pressed is bold.
        #expect(theme.look(of: Style(.button)) != theme.look(of: Style(.inactiveButton)))
      }
    }
  }

  @Test func `D4 a person's own colours take the place of the theme's`() throws {
    var coloring = Coloring()
    coloring.own = [
      .border: try #require(Color("#5f87FF")), .bar2: try #require(Color("214")),
      .error: try #require(Color("9")), .button: try #require(Color("#000080")),
      .good: try #require(Color("2")),
    ]
    func look(_ role: Style.Role, _ depth: ColorDepth, bar: Style.Bar = .first) -> Theme.Look {
      Theme(depth: depth, background: .unknown, coloring: coloring)
        .look(of: Style(role, bar: bar, blend: 255))
    }
    #expect(look(.activeBorder, .direct).foreground == 0x5F87FF)
    #expect(look(.activeBorder, .indexed).foreground == 69)
    #expect(look(.meter, .direct, bar: .second).foreground == 0xFFAF00)
    #expect(look(.meter, .indexed, bar: .second).foreground == 214)
    // A colour of the terminal's own keeps its number: how it looks was chosen there.
    #expect(
      look(.error, .direct).foreground == Theme.standard - 1 - 9 && look(.error, .indexed).foreground == 9)
    #expect(look(.errorBorder, .indexed).foreground == 9)
    #expect(look(.good, .eight).foreground == 2 && look(.error, .eight).foreground == Theme.standard)
    #expect(
      look(.focusedButton, .direct)
        == Theme.Look(foreground: 0xFFFFFF, background: 0x80, attributes: cn_bold()))
    for role in Style.Role.allCases { #expect(look(role, .none).foreground == Theme.standard, "\(role)") }
  }

  @Test func `D4 of a host's colours those are left out that cannot be read where the background is known`() {
    var coloring = Coloring()
    coloring.own = [
      .border: Color(rgb: 0x5F87FF), .error: Color(rgb: 0x802020), .muted: Color(rgb: 0x404040),
      .good: Color(number: 0), .bar3: Color(rgb: 0xFFFFFF),
    ]
    func looks(on background: Background, _ backdrop: RGB? = nil) -> [Int32] {
      let theme = Theme(depth: .direct, background: background, backdrop: backdrop, coloring: coloring)
      let styles = [
        Style(.activeBorder), Style(.error), Style(.faint), Style(.good),
        Style(.meter, bar: .third, blend: 255),
      ]
      return styles.map { theme.look(of: $0).foreground }
    }
    let all: [Int32] = [0x5F87FF, 0x802020, 0x404040, Theme.standard - 1, 0xFFFFFF]
    for (background, backdrop) in [
      (Background.dark, nil), (.dark, RGB(0x101010)), (.light, nil), (.unknown, nil),
    ]
      as [(Background, RGB?)]
    {
      coloring.isHosts = false
      #expect(looks(on: background, backdrop) == all, "\(background)")
      coloring.isHosts = true
      let usual = Palette(on: background)
      let expected =
        switch background {
        case .dark: [all[0], usual.danger?.exact.packed, usual.muted?.exact.packed, all[3], all[4]]
        case .light: [all[0], all[1], all[2], all[3], usual.bars.third.exact.packed]
        case .unknown: all
        }
      #expect(looks(on: background, backdrop) == expected, "\(background)")
    }
    // A placeholder has the grey of the background again.
    let black = Theme(depth: .direct, background: .dark, backdrop: RGB(0), coloring: coloring)
    let usual = Theme(depth: .direct, background: .dark, backdrop: RGB(0))
    #expect(black.look(of: Style(.placeholder)) == usual.look(of: Style(.placeholder)))
  }

  @Test(arguments: [
    "", "#", "#12345", "#1234567", "#GGGGGG", "256", "-1", "+1", "red", "0x10", "5F87FF", "#+12345", "１",
  ])
  func `D4 what is no colour is refused`(text: String) { #expect(Color(text) == nil) }

  @Test func `D4 the border of a field in error is red where the background is known, else as any other`() {
    for theme in Self.themes {
      let (error, other) = (theme.look(of: Style(.errorBorder)), theme.look(of: Style(.border)))
      let isRed = theme.depth == .eight ? theme.background == .dark : theme.background != .unknown
      #expect((error != other) == (isRed && theme.depth != .none), "\(theme)")
    }
  }

  @Test func `C7 a grey button with the focus is bold and not filled`() {
    for theme in Self.themes {
      let (grey, focused) = (
        theme.look(of: Style(.inactiveButton)), theme.look(of: Style(.focusedInactiveButton))
      )
      #expect(focused.foreground == grey.foreground && focused.attributes == cn_bold())
    }
  }

  @Test(arguments: Background.allCases)
  func `B3 a lit bar has its colour, another the rail's, where there are 24 bits or 256 colours`(
    kind: Background
  ) {
    let palette = Palette(on: kind)
    for (bar, color) in zip(Style.Bar.allCases, palette.lit) {
      let (lit, unlit) = (Style(.meter, bar: bar, blend: 255), Style(.meter, bar: bar))
      let (direct, indexed) = (
        Theme(depth: .direct, background: kind), Theme(depth: .indexed, background: kind)
      )
      #expect(direct.look(of: lit) == Theme.Look(foreground: color.exact.packed))
      #expect(direct.look(of: unlit) == Theme.Look(foreground: palette.rail.exact.packed))
      #expect(indexed.look(of: lit) == Theme.Look(foreground: color.indexed))
      #expect(indexed.look(of: unlit) == Theme.Look(foreground: palette.rail.indexed))
    }
  }

  @Test func `B7 a bar crosses over in steps that never turn back`() {
    let theme = Theme(depth: .direct, background: .dark)
    let shares = (0...255).map { blend in
      theme.look(of: Style(.meter, bar: .third, blend: UInt8(blend))).foreground >> 16
    }
    #expect(Set(shares).count == Theme.steps + 1)
    #expect(shares == shares.sorted(by: >))
  }

  @Test func `B3 a rail has no more contrast than lit bars have in the mean, in 24 bits and in 256 colours`()
  {
    for (kind, palette) in Self.palettes where kind != .unknown {
      for (name, background) in Self.backgrounds(of: kind) {
        for color in [\Color.exact, \.inXterm] {
          let lit = palette.lit.map { $0[keyPath: color].contrast(to: background) }
          #expect(palette.rail[keyPath: color].contrast(to: background) <= lit.reduce(0, +) / 3, "\(name)")
        }
      }
    }
  }

  @Test func `B7 on a dark background no bar darkens as it pulses`() {
    let theme = Theme(depth: .direct, background: .dark)
    for bar in Style.Bar.allCases {
      let contrasts = (0...255).map { blend in
        RGB(theme.look(of: Style(.meter, bar: bar, blend: UInt8(blend))).foreground).contrast(to: RGB(0))
      }
      // On the way to red it loses a hundredth, which nobody sees.
      #expect(contrasts[255] > contrasts[0] && contrasts.allSatisfy { $0 > contrasts[0] * 0.98 })
    }
  }

  @Test
  func `B3 no other of 256 colours is nearer to one that a bar crosses, and users change none of them`() {
    for palette in Self.palettes.map(\.1) {
      for (step, lit) in (1..<Theme.steps).flatMap({ step in palette.lit.map { (step, $0) } }) {
        let color = palette.rail.exact.crossed(to: lit.exact, step, of: Theme.steps)
        let chosen = Int(color.nearestOf256)
        #expect((16...255).contains(chosen))
        for number in 16...255 {
          #expect(distance(color, RGB.xterm(number)) >= distance(color, RGB.xterm(chosen)))
        }
      }
    }
  }

  @Test func `A1 where the background is unknown words keep the terminal's own colour`() {
    let roles: [Style.Role] = [
      .plain, .title, .caption, .faint, .emphasis, .error, .button, .focusedButton, .inactiveButton, .key,
      .notice,
    ]
    for depth in [ColorDepth.none, .eight, .indexed, .direct] {
      for role in roles {
        let look = Theme(depth: depth, background: .unknown).look(of: Style(role))
        #expect(look.foreground == Theme.standard && look.background == Theme.standard, "\(role)")
      }
    }
  }

  @Test(arguments: Background.allCases)
  func
    `with eight colours words keep the terminal's own, the button is reversed, and only signs and bars have colour`(
      kind: Background
    )
  {
    let theme = Theme(depth: .eight, background: kind)
    for role in Style.Role.allCases {
      let look = theme.look(of: Style(role, blend: 255))
      let isColored = kind == .dark && [.good, .bad, .errorBorder, .mark, .meter].contains(role)
      #expect((look.foreground == Theme.standard) != isColored, "\(role)")
      #expect(look.background == Theme.standard)
    }
    #expect(theme.look(of: Style(.focusedButton)).attributes == attributes(.focusedButton, .none))
    #expect(theme.look(of: Style(.error)).attributes == attributes(.error, .none))
  }

  @Test func `G2 the letter that presses a button looks as the button and is underlined, in every theme`() {
    for theme in Self.themes {
      for (button, letter) in [
        (Style.Role.button, Style.Role.buttonLetter), (.focusedButton, .focusedButtonLetter),
        (.inactiveButton, .inactiveButtonLetter), (.focusedInactiveButton, .focusedInactiveButtonLetter),
      ] {
        var look = theme.look(of: Style(button))
        #expect(look.attributes & cn_underline() == 0)
        look.attributes |= cn_underline()
        #expect(theme.look(of: Style(letter)) == look)
      }
    }
  }

  @Test func `A4 a failed criterion is bold and a met one is not, so that colour is not needed`() {
    for theme in Self.themes {
      let (met, failed) = (theme.look(of: Style(.good)), theme.look(of: Style(.bad)))
      #expect(met.attributes == attributes(.plain, .none))
      #expect(failed.attributes == attributes(.title, .none))
    }
  }

  @Test func `D4 the filled field has an area of its own colour, in which words can be read, or is reversed`()
  {
    for theme in Self.themes {
      let look = theme.look(of: Style(.activeField))
      let isReversed = theme.background == .unknown || theme.depth == .none || theme.depth == .eight
      #expect((look.attributes & cn_reverse() != 0) == isReversed)
      #expect((look.background == Theme.standard) == isReversed)
      #expect(theme.look(of: Style(.room)) == theme.look(of: Style(.border)).underlined)
    }
    for (palette, own) in [(Palette(on: .dark), RGB(0xFFFFFF)), (Palette(on: .light), RGB(0))] {
      for words in [own, palette.muted?.exact].compactMap(\.self) {
        for eye in Eye.allCases {
          #expect(eye.seeing(words).contrast(to: eye.seeing(palette.area?.exact ?? words)) >= 4.5)
        }
      }
    }
  }

  @Test func `a button is filled only while it has the focus, as is a field`() {
    for theme in Self.themes {
      let reverse = attributes(.focusedButton, .none) & ~attributes(.title, .none)
      for role in Style.Role.allCases {
        let look = theme.look(of: Style(role))
        let isFilled = look.background != Theme.standard || look.attributes & reverse != 0
        let roles: [Style.Role] = [.focusedButton, .focusedButtonLetter, .activeField, .activePlaceholder]
        #expect(isFilled == roles.contains(role), "\(role)")
      }
    }
  }

  @Test(arguments: Style.Role.allCases)
  func `without colours there are attributes alone`(role: Style.Role) {
    let appearance = Theme(depth: .none, background: .dark).look(of: Style(role, blend: 255))
    #expect(appearance.foreground == Theme.standard)
    #expect(appearance.background == Theme.standard)
  }

  /// The attributes of a role on a terminal without colours, named in one place.
  private func attributes(_ role: Style.Role, _ depth: ColorDepth) -> UInt32 {
    Theme(depth: depth, background: .unknown).look(of: Style(role)).attributes
  }

  private func distance(_ one: RGB, _ two: RGB) -> Int {
    let differences = [one.red - two.red, one.green - two.green, one.blue - two.blue]
    return differences.reduce(0) { $0 + $1 * $1 }
  }
}

extension Palette {
  fileprivate var lit: [Color] { [bars.first, bars.second, bars.third] }
}

extension Color {
  fileprivate var inXterm: RGB { RGB.xterm(Int(indexed)) }
}

/// What is known of a background before and after the terminal has answered.
@Suite struct BackgroundTests {
  @Test(
    arguments: [
      ("0;15", .light), ("0;default;15", .light), ("15;0", .dark), ("7;8", .unknown), ("0;7", .light),
      (nil, .unknown), ("", .unknown), ("default", .unknown), ("0;default", .unknown), ("0;99", .unknown),
    ] as [(String?, Background)])
  func `COLORFGBG tells the background by its last number`(variable: String?, background: Background) {
    #expect(Background(.auto, type: "xterm", colorFGBG: variable) == background)
    #expect(Background(.dark, type: "xterm", colorFGBG: variable) == .dark)
    #expect(Background(.light, type: "linux", colorFGBG: variable) == .light)
    // The console of Linux is dark.
    for type in ["linux", "linux-16color"] {
      #expect(Background(.auto, type: type, colorFGBG: nil) == .dark)
    }
  }

  @Test(arguments: 0..<16)
  func `a number of COLORFGBG counts as the background that xterm's colour is`(number: Int) {
    let colors: [RGB] = [
      RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238), RGB(205, 0, 205),
      RGB(0, 205, 205), RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0),
      RGB(255, 255, 0), RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
    ]
    #expect(Background(.auto, type: "xterm", colorFGBG: "0;\(number)") == Background(of: colors[number]))
  }

  @Test(
    arguments: [
      (0, .dark), (0x002B36, .dark), (0x171421, .dark), (0x232627, .dark), (0x2E3440, .dark),
      (0xFFFFFF, .light), (0xFDF6E3, .light), (0x808080, .unknown), (0x0000FF, .unknown),
    ] as [(Int32, Background)])
  func `a background is known where the words of a table can be read on it`(
    color: Int32, background: Background
  ) { #expect(Background(of: RGB(color)) == background) }
}

/// How people see colours.
private enum Eye: CaseIterable {
  case usual, protanopia, deuteranopia

  /// The matrix for linear components; Machado, Oliveira and Fernandes (2009), severity 1.0.
  private var matrix: [[Double]] {
    switch self {
    case .usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    case .protanopia:
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    case .deuteranopia:
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    }
  }

  func seeing(_ color: RGB) -> RGB {
    func linear(_ share: Int) -> Double {
      let value = Double(share) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    func share(_ linear: Double) -> Int {
      let value = min(max(0, linear), 1)
      return Int((255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055)).rounded())
    }
    let shares = [linear(color.red), linear(color.green), linear(color.blue)]
    let seen = matrix.map { row in share(zip(row, shares).reduce(0) { $0 + $1.0 * $1.1 }) }
    return RGB(seen[0], seen[1], seen[2])
  }
}
