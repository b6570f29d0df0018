internal import Glibc

struct RGB: Equatable {
  /// The colour as 0xRRGGBB, which is also its number on a direct-colour terminal.
  let packed: Int32

  init(_ packed: Int32) { self.packed = packed }

  /// Makes a colour from its components, 0 to 255 each.
  init(_ red: Int, _ green: Int, _ blue: Int) { packed = Int32(red << 16 | green << 8 | blue) }

  var red: Int { Int(packed >> 16) }
  var green: Int { Int(packed >> 8 & 0xFF) }
  var blue: Int { Int(packed & 0xFF) }

  /// The colour `part`/`whole` of the way from this one to `other`.
  func crossed(to other: RGB, _ part: Int, of whole: Int) -> RGB {
    func between(_ start: Int, _ end: Int) -> Int {
      (2 * (start * (whole - part) + end * part) + whole) / (2 * whole)
    }
    return RGB(between(red, other.red), between(green, other.green), between(blue, other.blue))
  }

  /// The relative luminance, 0 to 1 (WCAG 2.2, "relative luminance").
  var luminance: Double {
    func linear(_ share: Int) -> Double {
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

  /// The nearest of xterm's 256 colours, 16 or higher because users change the first 16. Compares the nearest colour of
  /// the cube with the grey nearest to the mean of the components.
  var nearestOf256: Int32 {
    func step(_ share: Int) -> Int { share < 48 ? 0 : share <= 115 ? 1 : (share - 36) / 40 }
    let inCube = 16 + 36 * step(red) + 6 * step(green) + step(blue)
    let grey = 232 + min(max((red + green + blue - 10) / 30, 0), 23)
    return Int32(distance(to: Self.xterm(grey)) < distance(to: Self.xterm(inCube)) ? grey : inCube)
  }

  private func distance(to other: RGB) -> Int {
    func square(_ one: Int, _ two: Int) -> Int { (one - two) * (one - two) }
    return square(red, other.red) + square(green, other.green) + square(blue, other.blue)
  }

  /// xterm's default for colour `number`, 16 to 255.
  static func xterm(_ number: Int) -> RGB {
    guard number < 232 else {
      let grey = 8 + 10 * (number - 232)
      return RGB(grey, grey, grey)
    }
    let cube = number - 16
    func share(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    return RGB(share(cube / 36), share(cube / 6 % 6), share(cube % 6))
  }
}
