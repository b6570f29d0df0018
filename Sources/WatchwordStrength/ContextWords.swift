/// Words of the person and the place, which count against a password: names, addresses, the host, the service.
///
/// They are no secrets: the person sees them on the screen, or the system shows them to anybody.
public struct ContextWords: Equatable, Sendable, WordList {
  /// The words in lower case, each once, in the order in which they came.
  public private(set) var words: [String] = []

  /// Makes a list of no words.
  public init() {}

  /// Makes a list of the words of `texts`.
  public init(_ texts: some Sequence<String>) {
    for text in texts { add(text) }
  }

  /// Adds `text` as a whole and its parts: `ada.smith@north-wind.org` adds itself, `ada`, `smith`, `north` and `wind`.
  ///
  /// Any character that is neither a letter nor a digit ends a part. The last part of an e-mail address is left out.
  /// So are words of fewer than ``minimumCount`` code points, which occur in too many texts by chance, and words of
  /// more than ``maximumCount``.
  public mutating func add(_ text: String) {
    insert(text)
    // Characters would load the tables of grapheme clusters before the first frame; scalars do not.
    var parts = text.unicodeScalars.split { !$0.isPartOfWord }
    if parts.count > 2, text.unicodeScalars.contains("@") { parts.removeLast() }
    for part in parts { insert(String(part)) }
  }

  /// Whether `text` as a whole is one of the words. Case is ignored.
  public func contains(_ text: UTF8Span) -> Bool { words.contains { $0.isEqual(to: text) } }

  private mutating func insert(_ word: String) {
    let word = word.lowercased()
    guard (Self.minimumCount...Self.maximumCount).contains(word.unicodeScalars.count) else { return }
    // Two strings can be equal and differ in their normal form. The words are compared with texts code point by code
    // point, so both stay.
    let isThere = words.contains { $0 == word && $0.utf8.elementsEqual(word.utf8) }
    if !isThere { words.append(word) }
  }

  /// The least number of code points of a word.
  public static let minimumCount = 3
  /// The greatest number of code points of a word.
  public static let maximumCount = 64
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit, or a mark on one.
  fileprivate var isPartOfWord: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return properties.isAlphabetic
    }
  }
}

extension String {
  /// Whether `text` in lower case has the same code points as this one, which is in lower case already.
  fileprivate func isEqual(to text: UTF8Span) -> Bool {
    var mine = unicodeScalars.makeIterator()
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      // The mappings of one scalar take at most 15 bytes, which a String holds without going to the heap.
      for lower in scalar.properties.lowercaseMapping.unicodeScalars where mine.next() != lower {
        return false
      }
    }
    return mine.next() == nil
  }
}
