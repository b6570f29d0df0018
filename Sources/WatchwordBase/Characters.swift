/// Facts about single characters, for all modules.
extension Unicode.Scalar {
  package var isPrintableASCII: Bool { (0x20..<0x7F).contains(value) }

  /// C0, DEL or C1 (general category Cc).
  package var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

  /// Whether the scalar could move the cursor of a terminal or end a line: a control character, U+2028 or U+2029.
  package var isControlOrSeparator: Bool { isControl || value == 0x2028 || value == 0x2029 }

  /// Whether the scalar is white space (A5): it has the property White_Space (Unicode Character Database,
  /// PropList.txt), or is U+200B ZERO WIDTH SPACE or U+FEFF ZERO WIDTH NO-BREAK SPACE. Those two come along unseen in
  /// copied text, and a user could not retype a password that has them. The joiners U+200C and U+200D shape scripts and
  /// emoji, and are not white space.
  package var isWhiteSpace: Bool {
    switch value {
    case 0x20, 0x09...0x0D: true
    case ..<0x80: false
    case 0x85, 0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
    default: false
    }
  }

  /// Whether the scalar alone shows nothing. Includes the marks of annotations and hieroglyphs, which are not default
  /// ignorable although fonts show nothing for them.
  package var isInvisible: Bool {
    switch value {
    case ..<0x80: false
    case 0xFFF9...0xFFFB, 0x13430...0x1343F: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

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
  /// The text with U+FFFD for each control character except line feeds, so that untrusted text is safe on a terminal.
  package var replacingControls: String {
    guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return self }
    var text = UnicodeScalarView()
    for scalar in unicodeScalars { text.append(scalar.isControl && scalar != "\n" ? "\u{FFFD}" : scalar) }
    return String(text)
  }

  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension UTF8Span {
  package var hasOnlyASCII: Bool {
    let bytes = span
    for index in bytes.indices where bytes[index] >= 0x80 { return false }
    return true
  }

  /// Whether LF or CR occurs.
  package var hasLineEnds: Bool { span.indices.contains { [0x0A, 0x0D].contains(span[$0]) } }

  package var hasTabs: Bool { span.indices.contains { span[$0] == 0x09 } }

  package var hasControls: Bool { hasTabs || hasControlsButTabs }

  package var hasControlsButTabs: Bool {
    let bytes = span
    for index in bytes.indices {
      switch bytes[index] {
      case 0x09: break
      case ..<0x20, 0x7F: return true
      // C1, U+0080 to U+009F.
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

extension UTF8Span {
  /// Whether each byte is a code point and a cluster by itself: ASCII without a carriage return, which joins a line feed.
  package var isPlain: Bool {
    let bytes = span
    for index in bytes.indices where bytes[index] >= 0x80 || bytes[index] == 0x0D { return false }
    return true
  }

  package var clusterCount: Int {
    if isPlain { return count }
    var clusters = makeCharacterIterator()
    return clusters.skipForward(by: .max)
  }

  package var codePointCount: Int {
    var scalars = makeUnicodeScalarIterator()
    return scalars.skipForward(by: .max)
  }

  /// Calls `body` with each grapheme cluster at the indices `range` and its index. Ends early if the text does. Makes
  /// no `Character`, whose storage would outlive the text.
  ///
  /// - Precondition: The lower bound is not negative.
  package func forEachCluster(
    in range: some RangeExpression<Int>, _ body: (_ index: Int, _ cluster: UTF8Span) -> Void
  ) {
    let range = range.relative(to: 0..<Int.max)
    var clusters = makeCharacterIterator()
    guard clusters.skipForward(by: range.lowerBound) == range.lowerBound else { return }
    for index in range {
      let start = clusters.currentCodeUnitOffset
      guard clusters.skipForward() == 1 else { return }
      let bytes = span.extracting(start..<clusters.currentCodeUnitOffset)
      body(index, unsafe UTF8Span(unchecked: bytes))
    }
  }
}
