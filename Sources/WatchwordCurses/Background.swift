/// What a terminal's own background is taken for.
package enum BackgroundChoice: String, CaseIterable, Sendable {
  /// What COLORFGBG or the terminal's own answer says; without either, colours that can be read on any background.
  case auto
  case dark
  case light
}

/// What is known of a terminal's own background.
enum Background: CaseIterable, Equatable {
  /// It is dark enough for the words of the dark theme.
  case dark
  /// It is light enough for the words of the light theme.
  case light
  /// It is in between, or nothing is known.
  case unknown

  /// What the person or, where they leave the choice, the surroundings say.
  ///
  /// The Linux console is dark unless somebody has changed it, and cannot be asked. The last number of COLORFGBG is one of
  /// the first 16 colours (rxvt(1)), of which these are dark or light as xterm shows them.
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

  /// Goes by the words that have a contrast of 4.5:1 to `color`.
  init(of color: RGB) {
    self =
      [.dark, .light].first {
        Palette(on: $0).words.allSatisfy { $0.exact.contrast(to: color) >= 4.5 }
      } ?? .unknown
  }
}
