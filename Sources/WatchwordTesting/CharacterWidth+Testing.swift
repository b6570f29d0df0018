package import WatchwordScreen

extension CharacterWidth {
  /// A measure for tests: the same on every machine and in every locale. It answers as wcwidth(3) does in a UTF-8
  /// locale for the characters that the tests and the signs of a form are made of.
  package static let standard = CharacterWidth { scalar in
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned: -1
    case .nonspacingMark, .enclosingMark, .format: 0
    default: wideScalars.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  private static let wideScalars: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x26AA...0x26AB, 0x2705...0x2705, 0x274C...0x274C, 0x2E80...0xA4CF, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
