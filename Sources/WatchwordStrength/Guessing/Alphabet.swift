/// Alphabets beyond ASCII.
struct Alphabet: OptionSet {
  let rawValue: UInt8

  /// What has no alphabet here, such as emoji and hangul: each code point is one of a hundred.
  private static let other = Alphabet(rawValue: 0x80)
  /// The letters that people type in Latin with accents, Cyrillic, Greek, Hebrew, Arabic, hiragana and katakana.
  private static let sizes = [26, 33, 24, 27, 36, 83, 83]
  private static let most = 100

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(of scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xC0...0x24F, 0x1E00...0x1EFF: self.init(rawValue: 1)
    case 0x400...0x52F: self.init(rawValue: 2)
    case 0x370...0x3FF, 0x1F00...0x1FFF: self.init(rawValue: 4)
    case 0x590...0x5FF: self.init(rawValue: 8)
    case 0x600...0x6FF: self.init(rawValue: 16)
    case 0x3041...0x309F: self.init(rawValue: 32)
    case 0x30A0...0x30FF: self.init(rawValue: 64)
    default: self = .other
    }
  }

  /// How many characters there are in all of these.
  var size: Int {
    if contains(.other) { return Self.most }
    var sum = 0
    for (place, size) in Self.sizes.enumerated() where rawValue & 1 << UInt8(place) != 0 { sum += size }
    return min(Self.most, sum)
  }
}
