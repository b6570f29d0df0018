import Testing
import WatchwordScreen

@testable import WatchwordCurses

@Suite struct ThemeTests {
  @Test(arguments: [
    (RGB(hue: 210, saturation: 5, brightness: 86), RGB(208, 214, 219)),
    (RGB(hue: 0, saturation: 60, brightness: 90), RGB(230, 92, 92)),
    (RGB(hue: 39, saturation: 60, brightness: 90), RGB(230, 181, 92)),
    (RGB(hue: 132, saturation: 60, brightness: 75), RGB(77, 191, 99)),
    (RGB(hue: 208, saturation: 80, brightness: 94), RGB(48, 150, 240)),
    (RGB(hue: 233, saturation: 16, brightness: 41), RGB(88, 90, 105)),
    (RGB(hue: 300, saturation: 100, brightness: 100), RGB(255, 0, 255)),
  ])
  func `B3 hue, saturation and brightness give red, green and blue`(color: RGB, expected: RGB) {
    #expect(color == expected)
  }

  @Test func `B3 bars and border have the source's colours where there are 24 bits`() {
    let theme = Theme(depth: .direct, background: nil)
    #expect(Theme.meter == [RGB(230, 92, 92), RGB(230, 181, 92), RGB(77, 191, 99)])
    for (level, color) in zip(UInt8(0)..., Theme.meter) {
      let lit = Style(.meter, level: level, blend: 255)
      #expect(theme.look(of: lit) == Theme.Look(foreground: color.packed))
    }
    #expect(theme.look(of: Style(.activeBorder)) == Theme.Look(foreground: RGB(48, 150, 240).packed))
  }

  @Test func `B3 a bar that is not reached is grey`() {
    let theme = Theme(depth: .direct, background: nil)
    for level in Theme.meter.indices {
      let unlit = theme.look(of: Style(.meter, level: UInt8(level)))
      #expect(unlit == Theme.Look(foreground: RGB(208, 214, 219).packed))
    }
  }

  @Test func `B7 a bar crosses over in steps that never turn back`() {
    let theme = Theme(depth: .direct, background: nil)
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
    let appearance = Theme(depth: .direct, background: nil).look(of: Style(role))
    let color = unpacked(appearance.foreground)
    #expect(color.contrast(to: RGB(255, 255, 255)) >= 4.5)
    #expect(color.contrast(to: RGB(0, 0, 0)) >= 4.5)
  }

  @Test func `the button has 4,5 to 1 in itself`() {
    for depth in [ColorDepth.direct, .indexed] {
      let appearance = Theme(depth: depth, background: nil).look(of: Style(.button))
      let colors = [appearance.foreground, appearance.background].map {
        depth == .direct ? unpacked($0) : RGB.xterm(Int($0))
      }
      #expect(colors[0].contrast(to: colors[1]) >= 4.5)
    }
  }

  @Test(arguments: [("0;15", true), ("0;default;15", true), ("15;0", false), ("7;8", false), ("0;7", true)])
  func `B3 words take the label colour only on a background that is known to give 4,5 to 1`(
    variable: String, isTaken: Bool
  ) {
    let theme = Theme(depth: .direct, background: Theme.background(colorFGBG: variable))
    let expected = isTaken ? Theme.Look(foreground: RGB(88, 90, 105).packed) : Theme.Look()
    #expect(theme.look(of: Style(.caption)) == expected)
  }

  @Test(arguments: [nil, "", "default", "0;default", "0;99"] as [String?])
  func `an unknown background leaves words in the terminal's own colour`(variable: String?) {
    let theme = Theme(depth: .direct, background: Theme.background(colorFGBG: variable))
    #expect(theme.look(of: Style(.caption)) == Theme.Look())
  }

  @Test(arguments: Style.Role.allCases)
  func `without colours there are attributes alone`(role: Style.Role) {
    let appearance = Theme(depth: .none, background: nil).look(of: Style(role, blend: 255))
    #expect(appearance.foreground == Theme.standard)
    #expect(appearance.background == Theme.standard)
  }

  @Test(arguments: [ColorDepth.none, .eight, .indexed, .direct])
  func `the terminal's own background is kept but for the button`(depth: ColorDepth) {
    let theme = Theme(depth: depth, background: nil)
    for role in Style.Role.allCases where role != .button {
      #expect(theme.look(of: Style(role)).background == Theme.standard)
    }
  }

  private func unpacked(_ color: Int32) -> RGB {
    RGB(UInt8(color >> 16), UInt8(color >> 8 & 255), UInt8(color & 255))
  }

  private func distance(_ one: RGB, _ two: RGB) -> Int {
    let differences = [
      Int(one.red) - Int(two.red), Int(one.green) - Int(two.green), Int(one.blue) - Int(two.blue),
    ]
    return differences.reduce(0) { $0 + $1 * $1 }
  }
}
