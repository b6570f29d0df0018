package struct Key: Equatable, Hashable, Sendable {
  package enum Code: Equatable, Hashable, Sendable {
    /// A key that types text. With ``Modifiers/control``, a lower-case letter or a character such as `\`.
    case scalar(Unicode.Scalar)
    /// Return, or Enter on the keypad.
    case enter
    /// Tab. With ``Modifiers/shift``, the back-tab key.
    case tab
    /// Backspace (0x08 or 0x7F).
    case backspace
    case delete
    case escape
    case left, right, up, down
    case home, end
    case pageUp, pageDown
    case insert
    /// A function key, 1 to 63.
    case function(UInt8)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    /// xterm's bits: shift 1, alt 2, control 4.
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  var isText: Bool { if case .scalar = code { true } else { false } }

  /// The Control key with `scalar`, a lower-case letter or other character.
  package static func control(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .control) }
  package static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .alt) }
  /// What a script of a test presses a form's second button with: F0, which no terminal has.
  package static let secondaryButton = Key(.function(0))
}

extension Key.Code {
  /// The key with the sequence `CSI number ~` (VT220, xterm, rxvt, the Linux console).
  init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(UInt8(number - 10))
    case 17...21: self = .function(UInt8(number - 11))
    case 23...26: self = .function(UInt8(number - 12))
    case 28, 29: self = .function(UInt8(number - 13))
    case 31...34: self = .function(UInt8(number - 14))
    default: return nil
    }
  }

  /// The key whose sequence ends in `final`, after CSI or SS3.
  init?(final: UInt8) {
    switch final {
    case 0x41: self = .up
    case 0x42: self = .down
    case 0x43: self = .right
    case 0x44: self = .left
    case 0x46: self = .end
    case 0x48: self = .home
    case 0x50...0x53: self = .function(final - 0x4F)
    default: return nil
    }
  }

  /// The keypad key in application mode whose sequence ends in `final`, after SS3 (VT100, xterm).
  init?(keypadFinal final: UInt8) {
    switch final {
    case 0x49: self = .tab
    case 0x4D: self = .enter
    case 0x20: self = .scalar(" ")
    case 0x58: self = .scalar("=")
    case 0x6A...0x79: self = .scalar(Unicode.Scalar(final - 0x40))
    default: return nil
    }
  }
}

extension Key {
  /// The key that sends the single byte `byte`, which is below 0x80 and not ESC.
  init(byte: UInt8) {
    switch byte {
    case 0x08, 0x7F: self = Key(.backspace)
    case 0x09: self = Key(.tab)
    case 0x0A, 0x0D: self = Key(.enter)
    case 0x00: self = .control("@")
    case 0x01...0x1A: self = .control(Unicode.Scalar(byte + 0x60))
    case 0x1B...0x1F: self = .control(Unicode.Scalar(byte + 0x40))
    default: self = Key(.scalar(Unicode.Scalar(byte)))
    }
  }
}
