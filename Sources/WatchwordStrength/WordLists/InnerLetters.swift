internal import CWatchwordUtf8proc

extension Unicode.Scalar {
  /// Calls `body` with each letter that this one counts as inside a text: in lower case and without accents, one of
  /// Russian as the key that it has on a keyboard of the US. A mark is none. packaging/common-words has the same letters.
  ///
  /// - Parameter writesOut: Whether ä, ö and ü become ae, oe and ue.
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

  /// What the key of a character of ASCII writes without Shift, where a letter of Russian has that key.
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

  /// Letters of which no decomposition is in ASCII, and those that are written out.
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
