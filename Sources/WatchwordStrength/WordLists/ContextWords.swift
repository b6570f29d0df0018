internal import WatchwordMessages

/// Words of the person and the place, which count against a password: names, addresses, the host, the service.
///
/// They are no secrets: the person sees them on the screen, or the system shows them to anybody.
package struct ContextWords: Equatable, Sendable, WordList {
  /// The words in lower case, each once, in the order in which they came.
  package private(set) var words: [String] = []

  package private(set) var origins: [Origin] = []

  package enum Origin: Equatable, Sendable {
    /// A name, an email address or a user name of the person.
    case person
    /// A name of the place, such as a service or a host, or a word that is easy to guess there.
    case place

    /// Why such a word counts against a password.
    var reason: Reason.Kind {
      switch self {
      case .person: .personal
      case .place: .local
      }
    }
  }

  package init() {}

  package init(_ texts: some Sequence<String>, from origin: Origin = .person) {
    for text in texts { add(text, from: origin) }
  }

  /// Adds `text` as a whole and its parts: `ada.smith@north-wind.org` adds itself, `ada`, `smith`, `north` and `wind`.
  ///
  /// Any character that is neither a letter nor a digit ends a part. The last part of an e-mail address is left out.
  /// So are words of fewer than ``minimumCount`` code points, which occur in too many texts by chance, and words of
  /// more than ``maximumCount``.
  package mutating func add(_ text: String, from origin: Origin = .person) {
    insert(text, origin)
    // Characters would load the tables of grapheme clusters before the first frame, and slices a type of their own.
    var parts = [""]
    for scalar in text.unicodeScalars {
      if scalar.isPartOfWord {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      } else {
        parts.append("")
      }
    }
    parts.removeAll { $0.isEmpty }
    if parts.count > 2, text.unicodeScalars.contains("@") { parts.removeLast() }
    for part in parts { insert(part, origin) }
  }

  package func contains(_ text: UTF8Span) -> Bool { reason(for: text, or: []) != nil }

  /// Why `text` as a whole counts less: it is one of the words, or of those of `lists`; `nil` where it is none. Case is
  /// ignored.
  func reason(for text: UTF8Span, or lists: [any WordList]) -> Reason.Kind? {
    if let index = words.firstIndex(where: { $0.isEqual(to: text) }) { return origins[index].reason }
    return lists.contains { $0.contains(text) } ? .word : nil
  }

  private mutating func insert(_ word: String, _ origin: Origin) {
    let word = word.lowercased()
    guard (Self.minimumCount...Self.maximumCount).contains(word.unicodeScalars.count) else { return }
    // Two strings can be equal and differ in their normal form. The words are compared with texts code point by code
    // point, so both stay.
    let isThere = words.contains { $0 == word && $0.utf8.elementsEqual(word.utf8) }
    if isThere { return }
    words.append(word)
    origins.append(origin)
  }

  package static let minimumCount = 3
  package static let maximumCount = 64
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit, or a mark on one.
  fileprivate var isPartOfWord: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
    return isMark || isLetterOrNumber || properties.isAlphabetic
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

package protocol WordList {
  /// Whether `text` as a whole is a word of the list. Case is ignored.
  func contains(_ text: UTF8Span) -> Bool

  /// Whether `text` as a whole is a word of the list, or would be one of a list made by somebody who knows the words of
  /// `context`. Case is ignored. What ``contains(_:)`` says, unless the list knows better.
  func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool

  /// Whether words of the list are missing, since it could not be read to its end. By default none are.
  var lacksWords: Bool { get }

  /// Reads what of the list was not read yet. Answers whether anything was; by default nothing ever is.
  func finish() -> Bool

  /// The words that are looked for inside a text, and the binary logarithm of the guesses that each takes there; by default
  /// `nil`, for none.
  var innerWords: (index: WordIndex, bits: Double)? { get }
}

extension WordList {
  package var lacksWords: Bool { false }

  package func finish() -> Bool { false }

  package var innerWords: (index: WordIndex, bits: Double)? { nil }

  /// What ``contains(_:)`` says: whoever made the list knew nothing of the context.
  package func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool { contains(text) }
}
