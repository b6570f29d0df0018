internal import WatchwordBase

/// How the user wants a form to be coloured.
package struct Coloring: Equatable, Sendable {
  package var when = ColorChoice.auto
  /// The background to assume when choosing colours.
  package var background = BackgroundChoice.auto
  /// The user's own colours.
  package var own: [ColorRole: Color] = [:]
  /// Whether the script of the texts has italics.
  package var slants = true

  package init() {}

  /// The contrast of the user's own colour of `role` to black if the background may be dark, and to white if it may be
  /// light. None for one of the first 16 colours, since nobody knows how they look.
  package func contrasts(of role: ColorRole) -> [(isToBlack: Bool, contrast: Double)] {
    guard let color = own[role], !color.isOfTerminal else { return [] }
    let type = environmentVariable("TERM") ?? ""
    let background = Background(background, type: type, colorFGBG: environmentVariable("COLORFGBG"))
    return [true, false].filter { background != ($0 ? .light : .dark) }
      .map { ($0, color.exact.contrast(to: RGB($0 ? 0 : 0xFFFFFF))) }
  }
}

/// The parts of a form that can have a colour of the user's choice.
package enum ColorRole: String, CaseIterable, Sendable {
  case border, bar1, bar2, bar3, good, error, notice, muted, button
}

extension Color {
  /// Reads a colour such as `#5F87FF`, or a number of the terminal's colours, 0 to 255; `nil` for anything else.
  package init?(_ text: String) {
    let isExact = text.utf8.first == UInt8(ascii: "#")
    let digits = isExact ? String(text.dropFirst()) : text
    // A number could have a sign.
    guard digits.first?.isHexDigit == true else { return nil }
    if isExact, digits.utf8.count == 6, let packed = Int32(digits, radix: 16) {
      self.init(packed, RGB(packed).nearestOf256)
    } else if !isExact, let number = Int(digits), number < 256 {
      // How the first 16 look is the terminal's choice; the steps of a bar begin at what they are in xterm.
      self.init(number < 16 ? Self.first[number] : RGB.xterm(number).packed, Int32(number))
    } else {
      return nil
    }
  }

  private static let first: [Int32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]
}
