internal import WatchwordMessages

/// One thing that libpwquality asks of a password, with its own meaning. All that is to know of it stands in its row.
///
/// The library counts bytes, and knows letters and digits of ASCII alone: all other bytes are special, also those of an
/// accented letter. So it does in every locale whose character set is UTF-8. What is empty it refuses.
package enum PWQualityTest: Equatable, Sendable {
  /// So many bytes, of which some count twice: at most so many of each class as `credits` says.
  case length(atLeast: Int, credits: [CharacterClass: Int])
  case bytes(of: CharacterClass, atLeast: Int)
  case kinds(atLeast: Int)
  /// No more than so many bytes of one class in a row.
  case sameKind(atMost: Int)
  /// No more than so many times the same byte in a row, 1 or more.
  case sameByte(atMost: Int)
  /// No more than so many bytes in a row, 1 or more, of which each is one more, or each one less, than the byte before.
  case sequence(atMost: Int)
  /// Not the same backwards, whatever the case of its letters.
  case noPalindrome
  /// None of these words in it, whatever the case of its letters: see ``PWQualityWords``.
  case without(PWQualityWords)

  var asksForAnything: Bool { if case .without(let words) = self { !words.isEmpty } else { true } }

  /// All that is to know of the test. No text is copied.
  var row: Policy.Criterion.Row {
    typealias Row = Policy.Criterion.Row
    typealias Words = Policy.Criterion.Words
    switch self {
    case .length(let least, let credits):
      return Row(name: "length", leastBytes: least, bytesCountedTwice: credits.values.reduce(0, +)) {
        text, _ in
        credits.reduce(text.count) { $0 + min($1.value, text.span.count(of: $1.key)) } >= least
      } words: { texts in
        let label = texts("{count} characters or more", ["count": "\(least)"])
        let short = texts("{count} or more", ["count": "\(least)"])
        if credits.isEmpty { return Words(label: label, short: short) }
        let kinds = CharacterClass.allCases.compactMap { kind in
          credits[kind].map { kind.row.counted(texts, $0) }
        }
        return Words(
          label: texts(
            "{condition}; counted twice: up to {kinds}",
            ["condition": label, "kinds": texts.list(kinds)]),
          short: texts("{condition} (some twice)", ["condition": short]))
      }
    case .bytes(let kind, let least):
      return Row(name: kind.rawValue, characters: kind.charactersByByte, leastOfKind: least) { text, _ in
        text.span.count(of: kind) >= least
      } words: { texts in
        let short = kind.row.short(texts)
        return Words(
          label: kind.row.atLeast(texts, least),
          short: least == 1 ? short : texts("{count} of {kind}", ["count": "\(least)", "kind": short]))
      }
    case .kinds(let least):
      return Row(name: "kinds", leastClasses: least) { text, _ in
        CharacterClass.allCases.count { text.span.count(of: $0) > 0 } >= least
      } words: { texts in
        least == CharacterClass.allCases.count
          ? Words(
            label: texts("all of these 4: A-Z, a-z, 0-9, special"), short: texts("all of A-Z a-z 0-9 !@#"))
          : Words(
            label: texts("at least {count} of these 4: A-Z, a-z, 0-9, special", ["count": "\(least)"]),
            short: texts("{count} of A-Z a-z 0-9 !@#", ["count": "\(least)"]))
      }
    case .sameKind(let most):
      return Row(name: "kind-repeat") { text, _ in
        text.span.longestRun { CharacterClass(ofByte: $0) == CharacterClass(ofByte: $1) } <= most
      } words: { texts in
        Words(
          label: texts("at most {count} of one kind in a row (A-Z, a-z, 0-9, special)", ["count": "\(most)"]),
          short: texts("max {count} of a kind in a row", ["count": "\(most)"]))
      }
    case .sameByte(let most):
      return Row(
        name: "repeat", test: { text, _ in text.span.longestRun(==) <= most }, words: { .ofRepeats(most, $0) }
      )
    case .sequence(let most):
      return Row(name: "sequence") { text, _ in
        max(text.span.longestRun { Int($0) + 1 == $1 }, text.span.longestRun { Int($0) - 1 == $1 }) <= most
      } words: {
        .ofSequence(most, $0)
      }
    case .noPalindrome:
      return Row(name: "palindrome") { text, _ in
        let bytes = text.span
        return !(0..<bytes.count / 2).allSatisfy {
          bytes[$0].lowercased == bytes[bytes.count - 1 - $0].lowercased
        }
      } words: { texts in
        Words(label: texts("not the same backwards"), short: texts("no palindrome"))
      }
    case .without(let words):
      return Row(name: words.kind.rawValue) { text, _ in
        !words.occur(in: text.span)
      } words: { texts in
        switch words.kind {
        case .userName:
          Words(
            label: words.partLength.map {
              texts("without {count} characters in a row of your user name", ["count": "\($0)"])
            } ?? texts("without your user name"),
            short: texts("no user name"))
        case .fullName: Words(label: texts("without a word of your full name"), short: texts("no full name"))
        case .forbidden: Words(label: texts("without a forbidden word"), short: texts("no forbidden word"))
        }
      }
    }
  }
}

extension Span<UInt8> {
  fileprivate func count(of kind: CharacterClass) -> Int {
    indices.count { CharacterClass(ofByte: self[$0]) == kind }
  }

  /// The most bytes in a row of which each goes on from the one before, as `goesOn` says; 0 where there are none.
  fileprivate func longestRun(_ goesOn: (UInt8, UInt8) -> Bool) -> Int {
    var (longest, run) = (0, 0)
    for index in indices {
      run = index > 0 && goesOn(self[index - 1], self[index]) ? run + 1 : 1
      longest = Swift.max(longest, run)
    }
    return longest
  }
}

/// Words that libpwquality looks for in a password, forwards and backwards: the user name, words of the person's full
/// name, and forbidden words.
///
/// A password has a word where the word stands in it as a whole, and where the two are the same but for bytes that are
/// repeated in a row, as in `annna` and `ana`. Words of fewer than ``minimumCount`` bytes are not looked for.
package struct PWQualityWords: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case userName = "user-name"
    case fullName = "full-name"
    case forbidden
  }

  let kind: Kind
  /// The bytes of the parts of a user name, where these are looked for in its place.
  private(set) var partLength: Int?
  /// The words in lower case, each followed by the word backwards.
  private var words: [[UInt8]] = []

  /// The words of `text`, between single spaces; other white space is a part of a word.
  init(_ kind: Kind, in text: some Collection<UInt8>) {
    self.kind = kind
    for word in text.split(separator: UInt8(ascii: " ")) { add(word) }
  }

  /// The user name `name` as a whole, or, where it is longer than `length` bytes and that is enough for a word, all parts
  /// of it that have that length.
  init(userName name: some Collection<UInt8>, inPartsOf length: Int) {
    let name = Array(name)
    let hasParts = length >= Self.minimumCount && name.count > length
    (kind, partLength) = (.userName, hasParts ? length : nil)
    let count = partLength ?? name.count
    for start in 0...name.count - count { add(name[start..<start + count]) }
  }

  var isEmpty: Bool { words.isEmpty }

  /// The least number of bytes of a word.
  static let minimumCount = 4

  private mutating func add(_ word: some Collection<UInt8>) {
    guard word.count >= Self.minimumCount else { return }
    let word = word.map(\.lowercased)
    words += [word, word.reversed()]
  }

  func occur(in bytes: Span<UInt8>) -> Bool {
    words.contains { word in
      let starts = 0..<max(0, bytes.count - word.count + 1)
      return starts.contains { start in
        word.indices.allSatisfy { bytes[start + $0].lowercased == word[$0] }
      } || Self.isSame(bytes, word)
    }
  }

  /// Whether `bytes` are `word` where each run of the same byte counts as one.
  private static func isSame(_ bytes: Span<UInt8>, _ word: [UInt8]) -> Bool {
    var (index, position) = (0, 0)
    while index < bytes.count, position < word.count {
      let byte = bytes[index].lowercased
      guard byte == word[position] else { return false }
      while index < bytes.count, bytes[index].lowercased == byte { index += 1 }
      while position < word.count, word[position] == byte { position += 1 }
    }
    return index == bytes.count && position == word.count
  }
}
