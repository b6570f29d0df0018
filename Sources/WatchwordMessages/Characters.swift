/// What there is to know about single characters, for all modules.
extension Unicode.Scalar {
  /// Whether the scalar is one of the characters from space to tilde.
  package var isPrintableASCII: Bool { (0x20..<0x7F).contains(value) }

  /// Whether the scalar is a control character: C0, DEL or C1 (general category Cc).
  package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  /// Whether the scalar could move the cursor of a terminal or end a line: a control character, U+2028 or U+2029.
  package var isControlOrSeparator: Bool { isControl || value == 0x2028 || value == 0x2029 }

  /// Whether the scalar is white space of any Unicode kind (reference behaviour, A5).
  ///
  /// That is every character with the property White_Space (Unicode Character Database, PropList.txt), and besides
  /// them U+200B ZERO WIDTH SPACE and U+FEFF ZERO WIDTH NO-BREAK SPACE. These two lack the property, but they are
  /// spaces by name, come along unseen when text is copied from a page or a file, and would leave a person with a
  /// password that nobody can read off and type again. The joiners U+200C and U+200D, which shape scripts and emoji,
  /// are no white space.
  package var isWhiteSpace: Bool {
    switch value {
    case 0x20, 0x09...0x0D: true
    case ..<0x80: false
    case 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// Whether nothing is to be seen of the scalar by itself. The marks of annotations and hieroglyphs are no default
  /// ignorable characters, and yet fonts show nothing of them.
  package var isInvisible: Bool {
    switch value {
    case ..<0x80: false
    case 0xFFF9...0xFFFB, 0x13430...0x1343F: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether the scalar is a letter or a number (general categories L and N).
  package var isLetterOrNumber: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}

extension String {
  /// The text with U+FFFD in the place of each control character but a line feed: a text of somebody who is not trusted,
  /// as a terminal can have it.
  package var replacingControls: String {
    guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return self }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar.isControl && scalar != "\n" ? "\u{FFFD}" : scalar) }
    return String(text)
  }

  /// Whether all of the text are characters from space to tilde.
  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension UTF8Span {
  package var hasOnlyASCII: Bool {
    let bytes = span
    for index in bytes.indices where bytes[index] >= 0x80 { return false }
    return true
  }

  /// Whether a control character occurs: C0, DEL or C1.
  package var hasControls: Bool {
    let bytes = span
    for index in bytes.indices {
      switch bytes[index] {
      case ..<0x20, 0x7F: return true
      // The bytes of C1: U+0080 to U+009F.
      case 0xC2 where bytes[index + 1] < 0xA0: return true
      default: break
      }
    }
    return false
  }

  package func allSatisfy(_ predicate: (Unicode.Scalar) -> Bool) -> Bool {
    var scalars = makeUnicodeScalarIterator()
    while let scalar = scalars.next() { if !predicate(scalar) { return false } }
    return true
  }

  /// The scalar that begins at the byte `offset`; `nil` at the end.
  package func scalar(at offset: Int) -> Unicode.Scalar? {
    var scalars = makeUnicodeScalarIterator()
    scalars.reset(roundingBackwardsFrom: offset)
    return scalars.next()
  }
}
