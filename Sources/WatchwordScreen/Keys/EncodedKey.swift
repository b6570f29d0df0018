internal import WatchwordBase

/// Keys in encodings that a program can request from the terminal. An earlier program may have requested one and not
/// switched it off.
///
/// Sources: XTerm Control Sequences (modifyOtherKeys, `CSI 27 ; modifiers ; character ~`, and formatOtherKeys, `CSI
/// character ; modifiers u`), kitty's keyboard protocol (`CSI code:shifted:base ; modifiers:event ; text u`) and the
/// win32-input-mode of Windows Terminal (`CSI key ; scan code ; character ; is down ; modifiers ; count _`).
///
/// A key whose text cannot be known gives ``KeyDecoder/Input/notText``: behind the mask, the user would not notice that
/// a character is missing or wrong.
extension ControlSequence {
  var isEncodedKey: Bool {
    guard introducer == 0x5B, isKey else { return false }
    return final == 0x75 && count > 0 || final == 0x7E && count == 3 && self[0] == 27
      || final == 0x5F && count > 1
  }

  var isRelease: Bool { event == 3 }

  /// Whether the sequence is a key event of win32-input-mode.
  var isWindowsKey: Bool { isEncodedKey && final == 0x5F }
  /// How often the key was pressed.
  var times: Int { isWindowsKey ? max(1, self[5]) : 1 }
  /// Whether a key of Windows was pressed. A character entered as Alt and its number arrives with the release of Alt
  /// (key 18).
  private var isWindowsPress: Bool { self[3] != 0 || self[0] == 18 && self[2] > 0 }

  /// The second halves of surrogate pairs (UTF-16). The first half has already given ``KeyDecoder/Input/notText``.
  private static let secondHalves = 0xDC00...0xDFFF

  /// The character of a key event that stands for a byte or character of text; `nil` if it is a key. Windows Terminal
  /// sends what no key types in events of key 0: the marks of a paste, and replies. In a paste all events are text.
  func wrapped(inPaste: Bool) -> Int? {
    guard isWindowsKey, isWindowsPress, self[2] > 0, !Self.secondHalves.contains(self[2]) else { return nil }
    return inPaste || self[0] == 0 && self[4] & 0xF == 0 ? self[2] : nil
  }

  /// True if the key is AltGr and was pressed, false if AltGr was released, `nil` for any other key. In kitty's
  /// protocol AltGr is a key (ISO Level 3 or 5 Shift), not a modifier.
  var thirdLevel: Bool? {
    isEncodedKey && final == 0x75 && (57453...57454).contains(self[0]) ? !isRelease : nil
  }

  /// The input of an encoded key, see ``isEncodedKey``; `nil` if the key is swallowed.
  func encodedKey(atThirdLevel isAtThirdLevel: Bool) -> KeyDecoder.Input? {
    switch final {
    case 0x5F: windowsKey
    case 0x7E: otherKey
    default: isRelease ? nil : kittyKey(isAtThirdLevel)
    }
  }

  /// xterm's encoding: the character is the typed one, with Shift and Caps Lock applied.
  private var otherKey: KeyDecoder.Input? {
    guard let modifiers = modifiers(self[1]) else { return .notText }
    return functional(self[2], modifiers) ?? combined(self[2], modifiers) ?? typed(self[2])
  }

  private func kittyKey(_ isAtThirdLevel: Bool) -> KeyDecoder.Input? {
    let code = self[0]
    if count == 3, self[2] >= 0x20 { return typed(self[2]) }
    let bits = max(1, self[1]) - 1
    guard bits < 256 else { return .notText }
    // Keys with Super or Hyper type nothing.
    guard code > 0, bits & 0x18 == 0 else { return nil }
    let modifiers = Key.Modifiers(rawValue: UInt8(bits & 7)).union(bits & 0x20 == 0 ? [] : .alt)
    if let key = functional(code, modifiers) { return key }
    // These two keys of a keypad type a point or a comma, depending on the layout.
    let isUntold = code == 57409 || code == 57416
    if !isUntold, (0xE000...0xF8FF).contains(code) { return nil }
    if let key = combined(code, modifiers) { return key }
    // An empty second parameter means that text follows, but kitty 0.26 omits text beyond ASCII. So if an ASCII key
    // comes without its text, it typed something else, which is unknown: `notText`.
    guard !isUntold, !isAtThirdLevel, count != 2 || self[1] > 0 || code > 0x7F else { return .notText }
    let (shift, capsLock) = (bits & 1 != 0, bits & 0x40 != 0)
    if code == 0x20 || !shift && !capsLock { return typed(code) }
    if shift, !capsLock, shifted > 0 { return typed(shifted) }
    // Systems differ in what Shift types with Caps Lock on.
    return shift && capsLock ? .notText : raised(code)
  }

  /// The upper-case letter of `code`, if Shift types it on every keyboard that has the letter; otherwise
  /// ``KeyDecoder/Input/notText``. On some keyboards Shift with the key of ü types è, and Shift with the key of é types
  /// 2.
  private func raised(_ code: Int) -> KeyDecoder.Input {
    guard let properties = Unicode.Scalar(UInt32(code))?.properties else { return .notText }
    // The protocol names no key by a capital letter, so this is the typed character, as xterm reports it.
    if properties.isUppercase { return typed(code) }
    let capital = properties.uppercaseMapping.unicodeScalars
    guard code < 0x80 || (0x370..<0x530).contains(code), capital.count == 1, properties.isLowercase,
      let capital = capital.first
    else { return .notText }
    return .key(Key(.scalar(capital)))
  }

  private var windowsKey: KeyDecoder.Input? {
    let (key, character, state) = (self[0], self[2], self[4])
    let isAltGr = state & 3 != 0 && state & 0xC != 0 && character >= 0x20
    guard isWindowsPress else { return nil }
    var modifiers: Key.Modifiers = state & 0x10 == 0 ? [] : .shift
    if !isAltGr, self[3] != 0 {
      if state & 3 != 0 { modifiers.insert(.alt) }
      if state & 0xC != 0 { modifiers.insert(.control) }
    }
    if let code = Key.Code(windowsKey: key) { return .key(Self.key(code, modifiers)) }
    switch character {
    case 0: return nil
    case 1..<0x20 where modifiers.contains(.control): return combined(character + 0x40, modifiers)
    case 1..<0x20: return functional(character, modifiers)
    case Self.secondHalves: return nil
    default: return combined(character, modifiers) ?? typed(character)
    }
  }

  /// The key with `code`, if that is a control character, or a function or keypad key of kitty's protocol; otherwise
  /// `nil`.
  private func functional(_ code: Int, _ modifiers: Key.Modifiers) -> KeyDecoder.Input? {
    if let key = Key.Code(encoded: code) { return .key(Self.key(key, modifiers)) }
    guard (57399...57415).contains(code) else { return nil }
    let sign = Array("0123456789./*-+\n=".unicodeScalars)[code - 57399]
    return sign == "." ? nil : .key(Key(.scalar(sign), modifiers.subtracting(.shift)))
  }

  /// The key `code`. As in plain bytes, Control does not change Return, Escape, Backspace or Tab, and Shift changes
  /// only Tab of these four.
  private static func key(_ code: Key.Code, _ modifiers: Key.Modifiers) -> Key {
    switch code {
    case .enter, .escape, .backspace: Key(code, modifiers.intersection(.alt))
    case .tab: Key(code, modifiers.subtracting(.control))
    default: Key(code, modifiers)
    }
  }

  /// The key with Control or Alt held down, decoded as its plain bytes would be; `nil` without these modifiers.
  private func combined(_ code: Int, _ modifiers: Key.Modifiers) -> KeyDecoder.Input? {
    guard !modifiers.isDisjoint(with: [.control, .alt]) else { return nil }
    let code = code > 0x7F && base > 0 ? base : code
    guard let scalar = Unicode.Scalar(UInt32(code)), !scalar.isControl else { return nil }
    var key = Key(.scalar(scalar))
    if modifiers.contains(.control) {
      switch code {
      case 0x20: key = .control("@")
      case 0x5B: key = Key(.escape)
      case 0x40...0x7E: key = Key(byte: UInt8(code & 0x1F))
      default: key.modifiers = .control
      }
    } else if modifiers.contains(.shift), case .key(let other) = shifted > 0 ? typed(shifted) : raised(code) {
      key.code = other.code
    }
    if modifiers.contains(.alt) { key.modifiers.insert(.alt) }
    return .key(key)
  }

  private func typed(_ code: Int) -> KeyDecoder.Input {
    guard let scalar = Unicode.Scalar(UInt32(code)), !scalar.isControl else { return .notText }
    return .key(Key(.scalar(scalar)))
  }
}

extension Key.Code {
  /// The key with this number in the encodings above.
  fileprivate init?(encoded code: Int) {
    switch code {
    case 8, 127: self = .backspace
    case 9: self = .tab
    case 10, 13, 57414: self = .enter
    case 27: self = .escape
    case 57376...57398: self = .function(UInt8(code - 57376 + 13))
    case 57417...57426:
      let keys: [Key.Code] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete]
      self = keys[code - 57417]
    default: return nil
    }
  }

  /// The Windows key with this number, if it types no text.
  fileprivate init?(windowsKey number: Int) {
    switch number {
    case 8, 9, 13, 27: self.init(encoded: number)
    case 33...40:
      let keys: [Key.Code] = [.pageUp, .pageDown, .end, .home, .left, .up, .right, .down]
      self = keys[number - 33]
    case 45: self = .insert
    case 46: self = .delete
    case 112...135: self = .function(UInt8(number - 111))
    default: return nil
    }
  }
}
