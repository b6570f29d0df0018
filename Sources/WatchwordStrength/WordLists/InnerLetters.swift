internal import CWatchwordUtf8proc
internal import WatchwordBase

extension Unicode.Scalar {
  /// Calls `body` with the letters that this scalar stands for when words are looked for inside a text. They are in
  /// lower case and without accents. A letter of Cyrillic, Greek, Hebrew or Arabic becomes the character of its key on a
  /// US keyboard, and a mark becomes nothing. With `writesOut`, ä, ö and ü become ae, oe and ue. packaging/common-words
  /// maps letters in the same way.
  func forEachInnerLetter(writingOut writesOut: Bool = false, _ body: (UInt32) -> Void) {
    if isASCII { return body(Self.unshifted(value)) }
    if let key { return body(key) }
    if let letters = ligature(writingOut: writesOut) {
      return letters.utf8.forEach { body(UInt32($0)) }
    }
    forEachFolded { scalar in
      let property = unsafe utf8proc_get_property(Int32(truncatingIfNeeded: scalar.value)).pointee
      if property.combining_class == 0 { body(scalar.key ?? scalar.value) }
    }
  }

  /// What the key of an ASCII character types without Shift, if it is also the key of a Russian letter; otherwise
  /// `value`.
  private static func unshifted(_ value: UInt32) -> UInt32 {
    switch value {
    case 0x41...0x5A, 0x7B, 0x7D: value ^ 0x20
    case 0x7E: 0x60
    case 0x22: 0x27
    case 0x3A: 0x3B
    case 0x3C, 0x3E: value ^ 0x10
    default: value
    }
  }

  /// The key of a letter of Cyrillic, Greek, Hebrew or Arabic on a US keyboard. A final sigma has that of a sigma.
  private var key: UInt32? {
    func key(_ keys: StaticString, from first: UInt32) -> UInt32? {
      let index = Int(value - first)
      guard index < keys.utf8CodeUnitCount else { return nil }
      let key = unsafe UInt32(keys.utf8Start[index])
      return key == 0x2F ? nil : key
    }
    switch value {
    case 0x400...0x40F: return key("/`//'/s]////////", from: 0x400)
    case 0x410...0x42F: return key("f,dult;pbqrkvyjghcnea[wxio]sm'.z", from: 0x410)
    case 0x430...0x457: return key("f,dult;pbqrkvyjghcnea[wxio]sm'.z/`//'/s]", from: 0x430)
    case 0x490, 0x491: return 0x75
    case 0x3B1...0x3C9: return key("abgdezhuiklmnjoprsstyfxcv", from: 0x3B1)
    case 0x5D0...0x5EA: return key("tcdsvuzjyhlfkonibxg;p.mera,", from: 0x5D0)
    case 0x621...0x64A: return key("xhhchzhfmje[po]`v.sawq'quy//////tr;glki,nd", from: 0x621)
    default: return nil
    }
  }

  /// Letters that do not decompose to ASCII, and umlauts that are to be written out.
  private func ligature(writingOut writesOut: Bool) -> String? {
    switch self {
    case "ß", "ẞ": "ss"
    case "æ", "Æ": "ae"
    case "œ", "Œ": "oe"
    case "ø", "Ø": "o"
    case "ł", "Ł": "l"
    case "đ", "Đ": "d"
    case "ı": "i"
    case "ä" where writesOut, "Ä" where writesOut: "ae"
    case "ö" where writesOut, "Ö" where writesOut: "oe"
    case "ü" where writesOut, "Ü" where writesOut: "ue"
    default: nil
    }
  }
}
