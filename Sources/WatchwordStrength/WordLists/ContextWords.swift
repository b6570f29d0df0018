internal import WatchwordBase

/// Words of the user and the machine that count against a password: names, addresses, the host, the service. They are
/// not secret: they are on the screen, or the system shows them to anybody.
package struct ContextWords: Equatable, Sendable, WordList {
  /// The words in lower case, each once, in the order of their arrival.
  package private(set) var words: [String] = []

  /// For each word whether its origin is a service.
  private var areOfService: [Bool] = []
  private var known: Set<[UInt8]> = []
  /// More words, in a list of any length. Only those that ``finding(in:)`` finds in a text are compared with the text.
  var listed: ListedWords?

  package enum Origin: Equatable, Sendable {
    /// A name, an email address or a user name of the user.
    case person
    /// The name of a service or a host, or a word that is easy to guess there.
    case service

    var reason: Reason.Kind {
      switch self {
      case .person: .personal
      case .service: .local
      }
    }
  }

  package init() {}

  init(listed: ListedWords?) { self.listed = listed }

  package static func == (one: ContextWords, other: ContextWords) -> Bool {
    one.words == other.words && one.areOfService == other.areOfService && one.listed === other.listed
  }

  /// These words, and of the list's words those that may be in `text`.
  func finding(in text: UTF8Span) -> ContextWords {
    guard let listed else { return self }
    var found = self
    found.listed = nil
    listed.forEachWord(in: text) { found.insert($0, .service) }
    return found
  }

  package init(_ texts: some Sequence<String>, from origin: Origin = .person) {
    for text in texts { add(text, from: origin) }
  }

  /// Adds `text` and its parts: `ada.smith@north-wind.org` adds itself, `ada`, `smith`, `north` and `wind`.
  ///
  /// Anything that is neither a letter nor a digit ends a part. The last part of an email address is left out. So are
  /// words of fewer than ``minimumCount`` code points, which occur in too many texts by chance, and of more than
  /// ``maximumCount``.
  package mutating func add(_ text: String, from origin: Origin = .person) {
    insert(text, origin)
    // Characters would load the tables of grapheme clusters before the first frame, so the parts are made of scalars.
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

  package func origin(of index: Int) -> Origin { areOfService[index] ? .service : .person }

  package func contains(_ text: UTF8Span) -> Bool { reason(for: text, or: []) != nil }

  /// Why `text` counts less: it is one of these words, or a word of `lists`. `nil` if it is neither. Ignores case.
  func reason(for text: UTF8Span, or lists: [any WordList]) -> Reason.Kind? {
    if let index = words.firstIndex(where: { $0.isEqual(to: text) }) { return origin(of: index).reason }
    if listed != nil { return finding(in: text).reason(for: text, or: lists) }
    return lists.contains { $0.contains(text) } ? .word : nil
  }

  private mutating func insert(_ word: String, _ origin: Origin) {
    let word = word.lowercased()
    guard (Self.minimumCount...Self.maximumCount).contains(word.unicodeScalars.count) else { return }
    // Strings are equal even if their normal forms differ. But words are compared with texts by code points, so a word
    // is kept in each form.
    guard known.insert(Array(word.utf8)).inserted else { return }
    words.append(word)
    areOfService.append(origin == .service)
  }

  package static let minimumCount = 3
  package static let maximumCount = 64
}

extension Unicode.Scalar {
  fileprivate var isPartOfWord: Bool {
    if isASCII {
      return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
    return isMark || isLetterOrNumber || properties.isAlphabetic
  }
}

extension String {
  /// Whether `text` in lower case has the same code points as this, which is in lower case.
  fileprivate func isEqual(to text: UTF8Span) -> Bool {
    var mine = unicodeScalars.makeIterator()
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      // A mapping takes at most 15 bytes, which a String holds without going to the heap.
      for lower in scalar.properties.lowercaseMapping.unicodeScalars where mine.next() != lower {
        return false
      }
    }
    return mine.next() == nil
  }
}

package protocol WordList {
  /// Whether the whole of `text` is a word of the list. Ignores case.
  func contains(_ text: UTF8Span) -> Bool

  /// Whether the whole of `text` is a word of the list, or as easy to guess as one for somebody who knows the words of
  /// `context`. Ignores case. By default the same as ``contains(_:)``.
  func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool

  /// Whether words are missing, because the list could not be read to its end. False by default.
  var lacksWords: Bool { get }

  /// Whether the list need not be read before typing pauses, or a field is left; false by default.
  var isPutOff: Bool { get }

  /// Reads the rest of the list. Returns whether there was anything to read; false by default.
  func finish() -> Bool

  /// The words that also count inside a text. `nil`, the default, if words count only as a whole text.
  var innerWords: WordIndex? { get }
}

extension WordList {
  package var lacksWords: Bool { false }

  package var isPutOff: Bool { false }

  package func finish() -> Bool { false }

  package var innerWords: WordIndex? { nil }

  package func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool { contains(text) }
}
