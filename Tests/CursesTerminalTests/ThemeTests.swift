import Glibc
import Testing
import WatchwordScreen

@testable import WatchwordCurses

@Suite struct ThemeTests {
  @Test(arguments: [
    (Theme.unused, 210, 5, 86), (Theme.meter[0], 0, 60, 90), (Theme.meter[1], 39, 60, 90),
    (Theme.meter[2], 132, 60, 75), (Theme.border, 208, 80, 94), (Theme.label, 233, 16, 41),
  ])
  func `B3 the colours have the hue, saturation and brightness of the source`(
    color: RGB, hue: Double, saturation: Double, brightness: Double
  ) {
    func share(_ offset: Double) -> Int {
      let sector = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
      let tint = max(0, min(sector, 4 - sector, 1))
      return Int((255 * brightness / 100 * (1 - saturation / 100 * tint)).rounded())
    }
    #expect(color == RGB(share(5), share(3), share(1)))
  }

  @Test func `B3 bars and border have the source's colours where there are 24 bits`() {
    let theme = Theme(depth: .direct, isOnLight: false)
    #expect(Theme.meter == [RGB(230, 92, 92), RGB(230, 181, 92), RGB(77, 191, 99)])
    for (level, color) in zip(UInt8(0)..., Theme.meter) {
      let lit = Style(.meter, level: level, blend: 255)
      #expect(theme.look(of: lit) == Theme.Look(foreground: color.packed))
    }
    #expect(theme.look(of: Style(.activeBorder)) == Theme.Look(foreground: RGB(48, 150, 240).packed))
  }

  @Test func `B3 a bar that is not reached is grey`() {
    let theme = Theme(depth: .direct, isOnLight: false)
    for level in Theme.meter.indices {
      let unlit = theme.look(of: Style(.meter, level: UInt8(level)))
      #expect(unlit == Theme.Look(foreground: RGB(208, 214, 219).packed))
    }
  }

  @Test func `B7 a bar crosses over in steps that never turn back`() {
    let theme = Theme(depth: .direct, isOnLight: false)
    let shares = (0...255).map { blend in
      theme.look(of: Style(.meter, level: 2, blend: UInt8(blend))).foreground >> 16
    }
    #expect(Set(shares).count == Theme.steps + 1)
    #expect(shares == shares.sorted(by: >))
  }

  @Test(
    arguments: [
      (RGB(77, 191, 99), 2), (RGB(230, 92, 92), 1), (RGB(230, 181, 92), 3), (RGB(208, 214, 219), 7),
    ] as [(RGB, Int32)])
  func `B3 of eight colours the nearest is taken`(color: RGB, number: Int32) {
    #expect(color.nearestOf8 == number)
  }

  @Test func `B3 of 256 colours no other is nearer, and none is one that people change`() {
    for color in Theme.meter + [Theme.unused, Theme.border, Theme.label] {
      let chosen = Int(color.nearestOf256)
      #expect((16...255).contains(chosen))
      for number in 16...255 {
        #expect(distance(color, RGB.xterm(number)) >= distance(color, RGB.xterm(chosen)))
      }
    }
  }

  @Test(arguments: [Style.Role.good, .bad, .notice, .inactiveButton, .faint])
  func `words in colour have 4,5 to 1 on white and on black`(role: Style.Role) {
    let appearance = Theme(depth: .direct, isOnLight: false).look(of: Style(role))
    let color = RGB(appearance.foreground)
    #expect(color.contrast(to: RGB(255, 255, 255)) >= 4.5)
    #expect(color.contrast(to: RGB(0, 0, 0)) >= 4.5)
  }

  @Test func `the button has 4,5 to 1 in itself`() {
    for depth in [ColorDepth.direct, .indexed] {
      let appearance = Theme(depth: depth, isOnLight: false).look(of: Style(.button))
      let colors = [appearance.foreground, appearance.background].map {
        depth == .direct ? RGB($0) : RGB.xterm(Int($0))
      }
      #expect(colors[0].contrast(to: colors[1]) >= 4.5)
    }
  }

  @Test(arguments: [("0;15", true), ("0;default;15", true), ("15;0", false), ("7;8", false), ("0;7", true)])
  func `B3 words take the label colour only on a background that is known to give 4,5 to 1`(
    variable: String, isTaken: Bool
  ) {
    let theme = Theme(depth: .direct, isOnLight: Theme.isLight(colorFGBG: variable))
    let expected = isTaken ? Theme.Look(foreground: RGB(88, 90, 105).packed) : Theme.Look()
    #expect(theme.look(of: Style(.caption)) == expected)
  }

  @Test(arguments: 0..<16)
  func `a background counts as light if the label colour has 4,5 to 1 on it`(number: Int) {
    let colors: [RGB] = [
      RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
      RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
      RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
      RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
    ]
    #expect(Theme.isLight(colorFGBG: "0;\(number)") == (Theme.label.contrast(to: colors[number]) >= 4.5))
  }

  @Test(arguments: [nil, "", "default", "0;default", "0;99"] as [String?])
  func `an unknown background leaves words in the terminal's own colour`(variable: String?) {
    let theme = Theme(depth: .direct, isOnLight: Theme.isLight(colorFGBG: variable))
    #expect(theme.look(of: Style(.caption)) == Theme.Look())
  }

  @Test(arguments: Style.Role.allCases)
  func `without colours there are attributes alone`(role: Style.Role) {
    let appearance = Theme(depth: .none, isOnLight: false).look(of: Style(role, blend: 255))
    #expect(appearance.foreground == Theme.standard)
    #expect(appearance.background == Theme.standard)
  }

  @Test(arguments: [ColorDepth.none, .eight, .indexed, .direct])
  func `the terminal's own background is kept but for the button`(depth: ColorDepth) {
    let theme = Theme(depth: depth, isOnLight: false)
    for role in Style.Role.allCases where role != .button {
      #expect(theme.look(of: Style(role)).background == Theme.standard)
    }
  }

  private func distance(_ one: RGB, _ two: RGB) -> Int {
    let differences = [
      Int(one.red) - Int(two.red), Int(one.green) - Int(two.green), Int(one.blue) - Int(two.blue),
    ]
    return differences.reduce(0) { $0 + $1 * $1 }
  }
}

extension RGB {
  /// The relative luminance, 0 to 1 (WCAG 2.2, "relative luminance").
  private var luminance: Double {
    func linear(_ share: Int) -> Double {
      let value = Double(share) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio to `other`, 1 to 21 (WCAG 2.2, "contrast ratio").
  fileprivate func contrast(to other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
