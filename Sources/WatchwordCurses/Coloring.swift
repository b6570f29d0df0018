internal import WatchwordBase

/// How the user wants a form to be coloured.
package struct Coloring: Equatable, Sendable {
  package var when = ColorChoice.auto
  /// The background to assume when choosing colours.
  package var background = BackgroundChoice.auto
  /// Colours of the user's own, or of the host's.
  package var own: [ColorRole: Color] = [:]
  /// Whether `own` are a host's, who does not see the user's background. Those that cannot be read there are not taken.
  package var isHosts = false
  /// Whether the script of the texts has italics.
  package var slants = true

  package init() {}

  /// What each of the colours has for a contrast: to black if the background may be dark, and to white if it may be
  /// light. `name` names the colour of a role. If `onlyTooLow`, leaves out those that can be read.
  package func contrasts(onlyTooLow: Bool = false, _ name: (ColorRole) -> String) -> [String] {
    let type = environmentVariable("TERM") ?? ""
    let background = Background(background, type: type, colorFGBG: environmentVariable("COLORFGBG"))
    return ColorRole.allCases.flatMap { role in
      [Background.dark, .light].compactMap { possible in
        guard background == possible || background == .unknown, let surface = possible.surface,
          let contrast = own[role]?.contrast(to: surface), !onlyTooLow || contrast < role.neededContrast
        else { return nil }
        let values: KeyValuePairs = [
          "option": name(role), "contrast": (Double(Int(contrast * 10)) / 10).decimal,
          "needed": role.neededContrast.decimal,
        ]
        return possible == .dark
          ? text("'{option}' has a contrast of {contrast} to black; it needs {needed}", values)
          : text("'{option}' has a contrast of {contrast} to white; it needs {needed}", values)
      }
    }
  }

  /// The colours without those of a host that cannot be read on `surface`, the known colour of the background.
  func readable(on surface: RGB?) -> Coloring {
    guard isHosts, let surface else { return self }
    var coloring = self
    coloring.own = own.filter { ($1.contrast(to: surface) ?? .infinity) >= $0.neededContrast }
    return coloring
  }
}

/// The parts of a form that can have a colour of the user's or the host's choice.
package enum ColorRole: String, CaseIterable, Sendable {
  case border, bar1, bar2, bar3, good, error, notice, muted, button

  /// The contrast to the background with which it can be read or seen well (WCAG 2.2, 1.4.3 and 1.4.11).
  var neededContrast: Double { [.error, .notice, .muted, .button].contains(self) ? 4.5 : 3 }
}

extension Color {
  /// Reads a colour such as `#5F87FF`, or a number of the terminal's colours, 0 to 255; `nil` for anything else.
  package init?(_ text: String) {
    let isExact = text.utf8.first == UInt8(ascii: "#")
    let digits = isExact ? String(text.dropFirst()) : text
    // A number could have a sign.
    guard digits.first?.isHexDigit == true else { return nil }
    if isExact, digits.utf8.count == 6, let packed = Int32(digits, radix: 16) {
      self.init(rgb: packed)
    } else if !isExact, let number = UInt8(digits) {
      self.init(number: number)
    } else {
      return nil
    }
  }

  /// The colour 0xRRGGBB.
  package init(rgb packed: Int32) { self.init(packed, RGB(packed).nearestOf256) }

  /// One of the terminal's 256 colours. How the first 16 look is the terminal's choice; the steps of a bar begin at what
  /// they are in xterm.
  package init(number: UInt8) {
    self.init(number < 16 ? Self.first[Int(number)] : RGB.xterm(Int(number)).packed, Int32(number))
  }

  /// The contrast to `surface`; `nil` for one of the first 16 colours, since nobody knows how they look.
  func contrast(to surface: RGB) -> Double? { isOfTerminal ? nil : exact.contrast(to: surface) }

  private static let first: [Int32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
}
