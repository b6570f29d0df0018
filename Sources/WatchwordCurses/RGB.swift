internal import Glibc

/// A colour of 24 bits, in sRGB.
struct RGB: Equatable {
  /// The shares of red, green and blue, 0 to 255.
  var red: UInt8, green: UInt8, blue: UInt8

  /// Makes a colour of its three shares, 0 to 255 each.
  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Makes a colour of its hue, in degrees, and its saturation and brightness, in percent.
  init(hue: Double, saturation: Double, brightness: Double) {
    func share(_ offset: Double) -> UInt8 {
      let sector = (offset + hue / 60).truncatingRemainder(dividingBy: 6)
      let tint = max(0, min(sector, 4 - sector, 1))
      return UInt8((255 * brightness / 100 * (1 - saturation / 100 * tint)).rounded())
    }
    self.init(share(5), share(3), share(1))
  }

  /// The number that a direct-colour terminal has for it: 0xRRGGBB.
  var packed: Int32 { Int32(red) << 16 | Int32(green) << 8 | Int32(blue) }

  /// The colour that lies between this one (`part` 0) and `other` (`part` 1).
  func crossed(to other: RGB, _ part: Double) -> RGB {
    func between(_ start: UInt8, _ end: UInt8) -> UInt8 {
      UInt8((Double(start) + (Double(end) - Double(start)) * part).rounded())
    }
    return RGB(between(red, other.red), between(green, other.green), between(blue, other.blue))
  }

  /// The relative luminance, 0 to 1 (WCAG 2.2, "relative luminance").
  var luminance: Double {
    func linear(_ share: UInt8) -> Double {
      let value = Double(share) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast ratio to `other`, 1 to 21 (WCAG 2.2, "contrast ratio").
  func contrast(to other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private func distance(to other: RGB) -> Int {
    func square(_ one: UInt8, _ two: UInt8) -> Int { (Int(one) - Int(two)) * (Int(one) - Int(two)) }
    return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
  }

  /// The number of the nearest of xterm's 256 colours, from 16 on: people change the first 16.
  ///
  /// In the cube each share is nearest by itself; of the greys the one next to the mean of the shares is.
  var nearestOf256: Int32 {
    func step(_ share: UInt8) -> Int { share < 48 ? 0 : share <= 115 ? 1 : (Int(share) - 36) / 40 }
    let inCube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
    let grey = 232 + min(max((Int(red) + Int(green) + Int(blue) - 10) / 30, 0), 23)
    return Int32(distance(to: Self.xterm(grey)) < distance(to: Self.xterm(inCube)) ? grey : inCube)
  }

  /// The number of the nearest of the eight colours of ISO 6429, as xterm shows them.
  var nearestOf8: Int32 {
    Int32((0...7).min { distance(to: Self.xterm($0)) < distance(to: Self.xterm($1)) } ?? 7)
  }

  /// What xterm shows for colour `number`, 0 to 255, when nobody has changed it.
  static func xterm(_ number: Int) -> RGB {
    switch number {
    case ..<16: return first16[max(0, number)]
    case ..<232:
      let cube = number - 16
      func share(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
      return RGB(share(cube / 36), share(cube / 6 % 6), share(cube % 6))
    default:
      let grey = UInt8(8 + 10 * (min(number, 255) - 232))
      return RGB(grey, grey, grey)
    }
  }

  private static let first16 = [
    RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
    RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
    RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
    RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]
}
