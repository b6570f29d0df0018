import Secrets

/// Finds where secrets stand in a text: as they are, and with their characters escaped by a reverse solidus, as in
/// JSON (RFC 8259 section 7), whichever of them an encoder chooses to escape, and in most programming languages.
struct SecretSearch {
  /// Whether the text was cut at its end. Then a secret that begins there and may go on counts as found.
  let isCut: Bool
  /// Where the secrets stand, as offsets of bytes. Those that overlap or touch are one.
  private(set) var found: RangeSet<Int>

  init(isCut: Bool, found: RangeSet<Int> = RangeSet()) {
    self.isCut = isCut
    self.found = found
  }

  /// What a comparison came to.
  private enum Match {
    case none
    /// All that there is of the text is the same.
    case start
    /// The secret is there and ends before this offset.
    case whole(Int)
  }

  /// Looks for `secret`, which may be in any character set.
  mutating func find(_ secret: Span<UInt8>, in buffer: borrowing SecretBuffer) {
    let text = buffer.bytes
    guard !secret.isEmpty else { return }
    for start in text.indices {
      var length = 0
      while length < secret.count, start + length < text.count, secret[length] == text[start + length] {
        length += 1
      }
      if length == secret.count {
        found.insert(contentsOf: start..<start + length)
      } else if isCut, start + length == text.count {
        found.insert(contentsOf: start..<text.count)
      }
    }
  }

  /// Looks for `secret`, as it is and escaped.
  mutating func find(_ secret: UTF8Span, in buffer: borrowing SecretBuffer) {
    let text = buffer.bytes
    for start in text.indices {
      for isEscaped in [false, true] {
        switch SecretSearch.match(secret, with: text, from: start, isEscaped: isEscaped) {
        case .whole(let end): found.insert(contentsOf: start..<end)
        case .start where isCut: found.insert(contentsOf: start..<text.count)
        case .start, .none: break
        }
      }
    }
  }

  private static func match(
    _ secret: UTF8Span, with text: Span<UInt8>, from start: Int, isEscaped: Bool
  ) -> Match {
    var position = start
    var scalars = secret.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      let comparison =
        isEscaped && position < text.count && text[position] == UInt8(ascii: "\\")
        ? compareEscape(scalar, with: text, at: position) : compare(scalar, with: text, at: position)
      switch comparison {
      case .whole(let end): position = end
      // From a text that is to be shown it has been taken out.
      case _ where ControlFilter.removes(scalar): continue
      case .start: return position > start ? .start : .none
      case .none: return .none
      }
    }
    return position > start ? .whole(position) : .none
  }

  private static func compare(_ scalar: Unicode.Scalar, with text: Span<UInt8>, at start: Int) -> Match {
    var position = start
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      guard position < text.count else { return .start }
      guard text[position] == byte else { return .none }
      position += 1
    }
    return .whole(position)
  }

  /// Compares with the reverse solidus at `start` and what follows.
  private static func compareEscape(_ scalar: Unicode.Scalar, with text: Span<UInt8>, at start: Int) -> Match
  {
    guard start + 1 < text.count else { return .start }
    let mark = text[start + 1]
    if mark != UInt8(ascii: "u") {
      let isAlphanumeric =
        mark >= 0x80 || Unicode.Scalar(mark).properties.isAlphabetic || (0x30...0x39).contains(mark)
      return !isAlphanumeric && scalar.value == UInt32(mark) ? .whole(start + 2) : .none
    }
    var position = start
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      for place in 0..<6 {
        guard position < text.count else { return .start }
        guard isPart(text[position], place: place, ofEscaped: unit) else { return .none }
        position += 1
      }
    }
    return .whole(position)
  }

  /// Whether `byte` can stand at this place of the escape of `unit`: a reverse solidus, the letter u, four
  /// hexadecimal digits.
  private static func isPart(_ byte: UInt8, place: Int, ofEscaped unit: UInt16) -> Bool {
    switch place {
    case 0: byte == UInt8(ascii: "\\")
    case 1: byte == UInt8(ascii: "u")
    default: Character(Unicode.Scalar(byte)).hexDigitValue == Int(unit >> (4 * (5 - place)) & 0xF)
    }
  }
}
