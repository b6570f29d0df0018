internal import CWatchwordUtf8proc
internal import WatchwordBase

extension Unicode.Scalar {
  /// Calls `body` with the letters that this scalar stands for when words are looked for inside a text. They are in
  /// lower case and without accents. A Russian letter becomes the character of its key on a US keyboard, and a mark
  /// becomes nothing. With `writesOut`, ä, ö and ü become ae, oe and ue. packaging/common-words maps letters in the
  /// same way.
  func forEachInnerLetter(writingOut writesOut: Bool = false, _ body: (UInt32) -> Void) {
    if isASCII { return body(Self.unshifted(value)) }
    if let key = russianKey { return body(key) }
    if let (first, second) = ligature(writingOut: writesOut) {
      body(first)
      if let second { body(second) }
      return
    }
    forEachFolded { scalar in
      let property = unsafe utf8proc_get_property(Int32(truncatingIfNeeded: scalar.value)).pointee
      if property.combining_class == 0 { body(scalar.value) }
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

  private var russianKey: UInt32? {
    let keys: StaticString = "f,dult;pbqrkvyjghcnea[wxio]sm'.z"
    switch value {
    case 0x410...0x42F: return unsafe UInt32(keys.utf8Start[Int(value - 0x410)])
    case 0x430...0x44F: return unsafe UInt32(keys.utf8Start[Int(value - 0x430)])
    case 0x401, 0x451: return 0x60
    default: return nil
    }
  }

  /// Letters that do not decompose to ASCII, and umlauts that are to be written out.
  private func ligature(writingOut writesOut: Bool) -> (UInt32, UInt32?)? {
    let (a, d, e, i, l, o, s, u): (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
      (0x61, 0x64, 0x65, 0x69, 0x6C, 0x6F, 0x73, 0x75)
    switch self {
    case "ß", "ẞ": return (s, s)
    case "æ", "Æ": return (a, e)
    case "œ", "Œ": return (o, e)
    case "ø", "Ø": return (o, nil)
    case "ł", "Ł": return (l, nil)
    case "đ", "Đ": return (d, nil)
    case "ı": return (i, nil)
    case "ä" where writesOut, "Ä" where writesOut: return (a, e)
    case "ö" where writesOut, "Ö" where writesOut: return (o, e)
    case "ü" where writesOut, "Ü" where writesOut: return (u, e)
    default: return nil
    }
  }
}
