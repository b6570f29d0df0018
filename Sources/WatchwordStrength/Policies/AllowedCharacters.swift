package import WatchwordBase

/// The code points that a text may have. Control characters and invisible characters are never among them.
package struct AllowedCharacters: Equatable, Sendable {
  package let ascii: ASCIIClass
  private var others: [ClosedRange<UInt32>] = []
  /// The characters that were asked for one by one, in order; empty for a set with a name.
  private(set) var listed = ""

  static let nothing = AllowedCharacters(ascii: ASCIIClass())
  package static let ascii = AllowedCharacters(ascii: .printable)
  /// The printable characters of ISO 8859-1, except the no-break space, which looks like a space, and the soft hyphen,
  /// which is invisible.
  package static let latin1 = AllowedCharacters(ascii: .printable, others: [0xA1...0xAC, 0xAE...0xFF])
  package static let digits = AllowedCharacters(ascii: .digits)

  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? ascii.contains(UInt8(scalar.value)) : others.contains { $0.contains(scalar.value) }
  }

  package var hasOnlyASCII: Bool { others.isEmpty }

  /// Whether people can write words with them. Characters beyond ASCII are taken to be the letters of a language.
  var haveWords: Bool {
    !hasOnlyASCII || [.upper, .lower].contains { ascii.intersection($0) == $0 }
  }

  func has(_ kind: CharacterKind) -> Bool {
    if !ascii.isDisjoint(with: kind.ascii) { return true }
    return switch kind.others {
    case .none: false
    case .specials: others.contains { $0.contains { Unicode.Scalar($0)?.isPunctuationOrSymbol == true } }
    case .letters: others.contains { $0.contains { Unicode.Scalar($0)?.properties.isAlphabetic == true } }
    case .all: !hasOnlyASCII
    }
  }

  package func intersection(_ other: AllowedCharacters) -> AllowedCharacters {
    let shared = others.flatMap { range in
      other.others.filter(range.overlaps).map { range.clamped(to: $0) }
    }
    return AllowedCharacters(ascii: ascii.intersection(other.ascii), others: shared)
  }

  package var isEmpty: Bool { ascii.isDisjoint(with: .printable) && others.isEmpty }

  /// The listed characters for a label. Four or more consecutive digits or letters are joined by a dash: `0-9a-f`.
  package var abridged: String {
    let scalars = Array(listed.unicodeScalars)
    var text = ""
    var start = 0
    while start < scalars.count {
      var end = start
      while end + 1 < scalars.count, scalars[end + 1].value == scalars[end].value + 1,
        scalars[end].isPlain, scalars[end + 1].isPlain
      {
        end += 1
      }
      if end - start < 3 { end = start }
      text.unicodeScalars.append(scalars[start])
      if end > start { text += "-\(scalars[end])" }
      start = end + 1
    }
    return text
  }
}

extension AllowedCharacters {
  /// The characters of `text`; `nil` if there are none, or one is a control character, a combining mark, invisible, or
  /// white space other than the space.
  package init?(_ text: String) {
    let scalars = Set(text.unicodeScalars).sorted()
    guard !scalars.isEmpty, scalars.allSatisfy(\.canBeAllowed) else { return nil }
    var ascii = ASCIIClass()
    for scalar in scalars where scalar.isASCII { ascii.insert(UInt8(scalar.value)) }
    let others = scalars.filter { !$0.isASCII }.map { $0.value...$0.value }
    self.init(ascii: ascii, others: others, listed: String(String.UnicodeScalarView(scalars)))
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool { isASCII && isLetterOrNumber }

  fileprivate var canBeAllowed: Bool {
    !isControlOrSeparator && !isInvisible && (self == " " || !isWhiteSpace) && !isMark
  }
}

extension UTF8Span {
  /// The index of the first grapheme cluster with a character outside `allowed`; `nil` if there is none.
  func firstCluster(outside allowed: AllowedCharacters) -> Int? {
    var scalars = makeUnicodeScalarIterator()
    while true {
      let offset = scalars.currentCodeUnitOffset
      guard let scalar = scalars.next() else { return nil }
      guard !allowed.contains(scalar) else { continue }
      var clusters = makeCharacterIterator()
      var number = 0
      while clusters.skipForward() == 1, clusters.currentCodeUnitOffset <= offset { number += 1 }
      return number
    }
  }
}
