/// A theme colour in 24 bits, and its substitute among xterm's 256.
package struct Color: Equatable, Sendable {
  let exact: RGB
  let indexed: Int32

  init(_ exact: Int32, _ indexed: Int32) {
    self.exact = RGB(exact)
    self.indexed = indexed
  }

  /// Whether it is one of the 16 colours that terminals let their users choose.
  var isOfTerminal: Bool { indexed < 16 }
}

/// The colours on one kind of background.
///
/// Words have a contrast of at least 4.5:1 to the background, everything else 3:1 (WCAG 2.2, 1.4.3 and 1.4.11), for
/// people with protanopia and deuteranopia as well; docs/contrast.md has the numbers. That is why the red of the bars
/// on a dark background is a little lighter than HSB 0, 60, 90, which has less than 3:1 there. The rail, of which unlit
/// bars are made, is less bright than they are: HSB 210, 5, 86 is meant for white, and outshines them on black.
struct Palette {
  /// The text around the fields. Here and below, `nil` means that text keeps the terminal's own colour.
  var caption: Color?
  var muted: Color?
  var placeholder: Color?
  /// Text that can be pressed.
  var accent: Color?
  var warning: Color?
  var danger: Color?
  /// The icons for success and failure.
  var good, bad: Color
  /// The borders of the field being edited and of the others.
  var activeBorder, border: Color
  let rail: Color
  /// The lit bars.
  var bars: (first: Color, second: Color, third: Color)
  /// The area of the filled field with the focus; `nil` if it shows the terminal's own colours reversed.
  var area: Color?
  /// The focused button; `nil` if it shows the terminal's own colours reversed.
  var button: (text: Color, fill: Color)?

  /// The text colours that differ from the terminal's own.
  var words: [Color] { [caption, muted, accent, warning, danger].compactMap(\.self) }
}

extension Palette {
  /// The palette for `background`, with the user's own colours.
  init(on background: Background, _ coloring: Coloring = Coloring()) {
    self =
      switch background {
      case .dark:
        Palette(
          muted: Color(0xB2B2B2, 249), placeholder: Color(0x9E9E9E, 247), accent: Color(0x79B8FF, 111),
          warning: Color(0xF0B429, 214),
          danger: Color(0xFF8A80, 210), good: Color(0x7EE787, 114), bad: Color(0xFF8A80, 210),
          activeBorder: Color(0x3096F0, 69), border: Color(0x8A8A8A, 245), rail: Color(0x8A8A8A, 245),
          bars: (Color(0xED665D, 203), Color(0xE6B55C, 179), Color(0x4DBF63, 71)),
          area: Color(0x262626, 235), button: (text: Color(0x000000, 16), fill: Color(0x79B8FF, 111)))
      case .light:
        Palette(
          caption: Color(0x585A69, 59), muted: Color(0x626262, 241), placeholder: Color(0x6C6C6C, 242),
          accent: Color(0x0550AE, 25),
          warning: Color(0x7A4F00, 94), danger: Color(0xA40000, 124), good: Color(0x0B6B2E, 22),
          bad: Color(0xA40000, 124), activeBorder: Color(0x0550AE, 25), border: Color(0x808080, 244),
          rail: Color(0x8A8A8A, 245),
          bars: (Color(0xCF3A34, 167), Color(0xB47C00, 136), Color(0x168A3A, 29)),
          area: Color(0xE4E4E4, 254), button: (text: Color(0xFFFFFF, 231), fill: Color(0x0550AE, 25)))
      case .unknown:
        Palette(
          good: Color(0x009600, 65), bad: Color(0xC6716F, 167), activeBorder: Color(0x3084E7, 68),
          border: Color(0x808080, 244), rail: Color(0x808080, 244),
          bars: (Color(0xC6716F, 167), Color(0xB47C00, 136), Color(0x009600, 65)))
      }
    for (role, color) in coloring.own {
      switch role {
      case .border: activeBorder = color
      case .bar1: bars.first = color
      case .bar2: bars.second = color
      case .bar3: bars.third = color
      case .good: good = color
      case .error: (danger, bad) = (color, color)
      case .notice: warning = color
      case .muted: (muted, placeholder) = (color, color)
      case .button: (accent, button) = (color, color.isOfTerminal ? nil : (color.textOnIt, color))
      }
    }
  }
}

extension Color {
  /// How the library writes the colour.
  package var code: String {
    ".rgb(0x\(String(0x1000000 + exact.packed, radix: 16, uppercase: true).dropFirst()))"
  }

  /// Black or white, whichever can be read better on this colour.
  fileprivate var textOnIt: Color {
    let (black, white) = (Color(0x000000, 16), Color(0xFFFFFF, 231))
    return exact.contrast(to: black.exact) > exact.contrast(to: white.exact) ? black : white
  }
}
