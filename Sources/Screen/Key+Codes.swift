extension Key.Code {
  /// The key whose sequence is `CSI number ~` (VT220, xterm, rxvt, the Linux console).
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

  /// The key whose sequence ends in the letter `final`, after CSI or SS3.
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

  /// The key of the keypad in application mode whose sequence ends in `final`, after SS3 (VT100, xterm).
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

  /// The key with a code of its own in the kitty keyboard protocol's table of functional keys.
  init?(kitty code: Int) {
    switch code {
    case 57_376...57_398: self = .function(UInt8(code - 57_363))
    case 57_399...57_408: self = .scalar(Unicode.Scalar(UInt8(code - 57_399 + 0x30)))
    case 57_409: self = .scalar(".")
    case 57_410: self = .scalar("/")
    case 57_411: self = .scalar("*")
    case 57_412: self = .scalar("-")
    case 57_413: self = .scalar("+")
    case 57_414: self = .enter
    case 57_415: self = .scalar("=")
    case 57_416: self = .scalar(",")
    case 57_417: self = .left
    case 57_418: self = .right
    case 57_419: self = .up
    case 57_420: self = .down
    case 57_421: self = .pageUp
    case 57_422: self = .pageDown
    case 57_423: self = .home
    case 57_424: self = .end
    case 57_425: self = .insert
    case 57_426: self = .delete
    default: return nil
    }
  }
}

extension Key {
  /// The key that sends the one byte `byte`, below 0x80 and not ESC.
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

  /// The key with the code point `code`, as a terminal sends it that has no codes for keys; `nil` when it is no
  /// key that is known.
  ///
  /// So Shift is in the letter and not beside it, and Control with `[`, `i`, `m` and their like is the key that
  /// has sent the same byte ever since.
  init?(typed code: Int, _ modifiers: Modifiers) {
    if code == 0x1B {
      self.init(.escape, modifiers)
    } else if code == 0x08 || code == 0x09 || code == 0x0A || code == 0x0D || code == 0x7F {
      self.init(Key(byte: UInt8(code)).code, modifiers)
    } else if (57_344...63_743).contains(code) {
      guard let functional = Code(kitty: code) else { return nil }
      self.init(functional, modifiers)
      if case .scalar = functional { self.modifiers.remove(.shift) }
    } else {
      guard code >= 0x20, !(0x80..<0xA0).contains(code),
        let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init)
      else { return nil }
      self = modifiers.contains(.control) ? Key(controlled: scalar) : Key(.scalar(scalar))
      if case .scalar(let letter) = self.code, self.modifiers.isEmpty, modifiers.contains(.shift),
        ("a"..."z").contains(letter)
      {
        self.code = .scalar(Unicode.Scalar(UInt8(letter.value) - 0x20))
      }
      self.modifiers.formUnion(modifiers.intersection(.alt))
    }
  }

  /// Control with `scalar`.
  private init(controlled scalar: Unicode.Scalar) {
    switch scalar {
    case "[": self = Key(.escape)
    case "?": self = Key(.backspace)
    case " ": self = .control("@")
    case "a"..."z", "A"..."Z": self = Key(byte: UInt8(scalar.value) & 0x1F)
    default: self = .control(scalar)
    }
  }
}
