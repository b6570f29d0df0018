package enum BackgroundChoice: String, CaseIterable, Sendable {
  /// What COLORFGBG or the terminal's answer says. Without either, colours readable on any background.
  case auto
  case dark
  case light
}

enum Background: CaseIterable, Equatable {
  /// Dark enough for the text colours of the dark theme.
  case dark
  /// Light enough for the text colours of the light theme.
  case light
  /// In between, or unknown.
  case unknown

  /// The user's choice, or for `auto` what the environment says.
  ///
  /// The Linux console is dark unless someone changed it, and cannot be asked. The last number in COLORFGBG is one of
  /// the first 16 colours (rxvt(1)). Those listed here are dark or light in xterm.
  init(_ choice: BackgroundChoice, type: String, colorFGBG: String?) {
    self =
      switch (choice, colorFGBG?.split(separator: ";").last) {
      case (.dark, _): .dark
      case (.light, _): .light
      case (.auto, _) where type.utf8.starts(with: "linux".utf8): .dark
      case (.auto, "0"): .dark
      case (.auto, "7"), (.auto, "11"), (.auto, "14"), (.auto, "15"): .light
      case (.auto, _): .unknown
      }
  }

  /// The colour that stands for all of its kind when contrasts are measured.
  var surface: RGB? { self == .unknown ? nil : RGB(self == .dark ? 0 : 0xFFFFFF) }

  /// The background whose theme has text of a contrast of at least 4.5:1 to `color`; `unknown` if neither has.
  init(of color: RGB) {
    self =
      [.dark, .light].first {
        Palette(on: $0).words.allSatisfy { $0.exact.contrast(to: color) >= 4.5 }
      } ?? .unknown
  }
}
