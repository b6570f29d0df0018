internal import WatchwordBase

/// The parts of a form that can have a colour of the user's choice.
package enum ColorRole: String, CaseIterable, Sendable {
  case border, bar1, bar2, bar3, good, error, notice, muted, button
}

/// A colour of the user's choice.
package struct OwnColor: Equatable, Sendable {
  let color: Color

  /// Reads a colour such as `#5F87FF`, or a number of the terminal's colours, 0 to 255; `nil` for anything else.
  package init?(_ text: String) {
    let isExact = text.utf8.first == UInt8(ascii: "#")
    let digits = isExact ? String(text.dropFirst()) : text
    // A number could have a sign.
    guard digits.first?.isHexDigit == true else { return nil }
    if isExact, digits.utf8.count == 6, let packed = Int32(digits, radix: 16) {
      color = Color(packed, RGB(packed).nearestOf256)
    } else if !isExact, let number = Int(digits), number < 256 {
      color = Color(number: number)
    } else {
      return nil
    }
  }

  /// The contrast to black if the background may be dark, and to white if it may be light. Neither for one of the first
  /// 16 colours, since nobody knows how they look.
  package func contrasts(on choice: BackgroundChoice) -> (toBlack: Double?, toWhite: Double?) {
    guard !color.isOfTerminal else { return (nil, nil) }
    let type = environmentVariable("TERM") ?? ""
    let background = Background(choice, type: type, colorFGBG: environmentVariable("COLORFGBG"))
    return (
      background == .light ? nil : color.exact.contrast(to: RGB(0)),
      background == .dark ? nil : color.exact.contrast(to: RGB(0xFFFFFF))
    )
  }
}

extension Palette {
  /// The palette with the user's colours.
  func taking(_ own: [ColorRole: OwnColor]) -> Palette {
    var palette = self
    for (role, own) in own {
      let color = own.color
      switch role {
      case .border: palette.activeBorder = color
      case .bar1: palette.meter[0] = color
      case .bar2: palette.meter[1] = color
      case .bar3: palette.meter[2] = color
      case .good: palette.good = color
      case .error: (palette.danger, palette.bad) = (color, color)
      case .notice: palette.warning = color
      case .muted: palette.muted = color
      case .button:
        (palette.accent, palette.button) = (color, color.isOfTerminal ? nil : (color.textOnIt, color))
      }
    }
    return palette
  }
}

extension Color {
  /// Colour `number` of the terminal's 256. How the first 16 look is the terminal's choice; the steps of a bar begin at
  /// what they are in xterm.
  fileprivate init(number: Int) {
    let exact = number < 16 ? Self.first[number] : RGB.xterm(number).packed
    self.init(exact, Int32(number))
  }

  private static let first: [Int32] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ]

  /// Black or white, whichever can be read better on this colour.
  fileprivate var textOnIt: Color {
    let (black, white) = (Color(0x000000, 16), Color(0xFFFFFF, 231))
    return exact.contrast(to: black.exact) > exact.contrast(to: white.exact) ? black : white
  }
}
