/// What there is to know about single characters, for all modules.
extension Unicode.Scalar {
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

  package var isPrintableASCII: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension UTF8Span {
  package var hasOnlyASCII: Bool {
    let bytes = span
    for index in bytes.indices where bytes[index] >= 0x80 { return false }
    return true
  }

  /// Whether the end of a line occurs: LF or CR.
  package var hasLineEnds: Bool { span.indices.contains { [0x0A, 0x0D].contains(span[$0]) } }

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

extension UTF8Span {
  package var clusterCount: Int {
    var clusters = makeCharacterIterator()
    return clusters.skipForward(by: .max)
  }

  package var codePointCount: Int {
    var scalars = makeUnicodeScalarIterator()
    return scalars.skipForward(by: .max)
  }

  /// Calls `body` with each grapheme cluster at the indices `range` and its index. It ends early where the text does.
  ///
  /// No `Character` is made, whose storage would outlive the text.
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

/// Tells, scalar by scalar, what of a grapheme cluster is drawn as a sign, since it could not be seen.
///
/// What a person typed or a command wrote can hold characters that show nothing, or that change how their neighbours
/// are shown, such as those that turn the direction of writing. This is the one place that decides about them, for
/// widths and for all that is drawn. Joiners and selectors that belong to a visible character are drawn with it.
package struct ClusterVisibility {
  /// What was drawn last as it is.
  private enum Last: Int { case nothing, character, selector, joiner }

  private var last = Last.nothing
  private var tagsLeft = 0

  package init() {}

  /// Whether `scalar`, the next one of the cluster, is drawn as a sign of one column.
  package mutating func needsSign(for scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x7E: last = .character
    // A selector says how the character before it looks, a joiner whether it joins the next one: one of each is
    // enough, and a row of them would be a text that nobody sees.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F: return !follows(as: .selector)
    case 0x200C...0x200D: return !follows(as: .joiner)
    // The tags of a flag, of which the black one is the only base (UTS #51, emoji tag sequences).
    case 0xE0020...0xE007F where tagsLeft > 0: tagsLeft -= 1
    default:
      if scalar.isInvisible { return true }
      if !scalar.isWhiteSpace { last = .character }
      if scalar == "\u{1F3F4}" { tagsLeft = Self.tagsOfFlag }
    }
    return false
  }

  /// A code of a region has six letters at most (ISO 3166-2), and one tag ends them.
  private static let tagsOfFlag = 7

  private mutating func follows(as part: Last) -> Bool {
    guard last != .nothing, last.rawValue < part.rawValue else { return false }
    last = part
    return true
  }
}

/// A character beyond ASCII of which not all bytes of its UTF-8 have come.
package struct PartialScalar: Sendable {
  /// What a byte makes of the character.
  package enum Answer: Equatable, Sendable {
    case unfinished
    /// The byte cannot stand here. The bytes before it are no character.
    case invalid
    case scalar(Unicode.Scalar)
  }

  private var value: UInt32 = 0
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  package init() {}

  /// Takes a byte beyond ASCII, by the table of well-formed byte sequences (Unicode, table 3-7), which leaves out
  /// overlong forms, surrogates and what lies beyond U+10FFFF.
  package mutating func take(_ byte: UInt8) -> Answer {
    guard missing > 0 else { return begin(byte) }
    guard next.contains(byte) else { return .invalid }
    next = 0x80...0xBF
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    guard missing == 0 else { return .unfinished }
    return Unicode.Scalar(value).map { .scalar($0) } ?? .invalid
  }

  private mutating func begin(_ lead: UInt8) -> Answer {
    switch lead {
    case 0xC2...0xDF: (missing, next) = (1, 0x80...0xBF)
    case 0xE0: (missing, next) = (2, 0xA0...0xBF)
    case 0xED: (missing, next) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missing, next) = (2, 0x80...0xBF)
    case 0xF0: (missing, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missing, next) = (3, 0x80...0xBF)
    case 0xF4: (missing, next) = (3, 0x80...0x8F)
    default: return .invalid
    }
    value = UInt32(lead) & (0x3F >> UInt32(missing))
    return .unfinished
  }
}
