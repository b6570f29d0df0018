internal import WatchwordSecrets

/// Context words in a list of any length, shared by all threads. Words are looked up by fingerprint, so a longer list
/// takes no more time.
final class ListedWords: Sendable {
  /// The words by fingerprint. Words that look alike share a fingerprint.
  private let words: [UInt64: [String]]
  /// The fingerprints of the first ``startCount`` letters of the words.
  private let starts: Set<UInt64>

  /// Lists the words of `texts`, as given and in Normal Form C, so that they match passwords in either form.
  init(_ texts: [String]) throws(SecretError) {
    var context = ContextWords(texts, from: .service)
    let normalizer = try Normalizer(.nfc, locking: .ifPossible)
    for word in normalizer.normalized(context).words { context.add(word) }
    var words: [UInt64: [String]] = [:]
    var starts: Set<UInt64> = []
    for word in context.words {
      var (hash, count) = (LetterHash(), 0)
      for likeness in word.unicodeScalars.lazy.compactMap(\.likeness) {
        hash.add(UInt64(likeness))
        count += 1
        if count == Self.startCount { starts.insert(hash.value) }
      }
      words[hash.value, default: []].append(word)
    }
    (self.words, self.starts) = (words, starts)
  }

  private static let startCount = ContextWords.minimumCount

  /// Calls `body` with each word that may be in `text`, forwards or backwards, in any case, and with look-alikes for
  /// letters. A word may come more than once.
  func forEachWord(in text: UTF8Span, _ body: (String) -> Void) {
    var place = text.makeUnicodeScalarIterator()
    repeat {
      for isBackwards in [false, true] {
        var (scalars, hash, count) = (place, LetterHash(), 0)
        while count < ContextWords.maximumCount,
          let scalar = isBackwards ? scalars.previous() : scalars.next()
        {
          guard let likeness = scalar.likeness else { continue }
          hash.add(UInt64(likeness))
          count += 1
          if count == Self.startCount, !starts.contains(hash.value) { break }
          if count >= Self.startCount { words[hash.value]?.forEach(body) }
        }
      }
    } while place.skipForward() == 1
  }
}

extension Unicode.Scalar {
  /// A value that characters share if libzxcvbn may take one for another. `nil` for the combining dot that İ has in
  /// lower case, which is skipped.
  fileprivate var likeness: UInt32? {
    guard isASCII else {
      return value == 0x307 ? nil : properties.lowercaseMapping.unicodeScalars.first?.value
    }
    let letter = swappedLetters?.first ?? lowerCase
    return letter == "l" || letter == "t" ? 0x69 : letter.value
  }

  /// The letters for which people write this digit or sign, as libzxcvbn knows them. Most stand for one.
  var swappedLetters: (first: Unicode.Scalar, second: Unicode.Scalar)? {
    switch self {
    case "4", "@": ("a", "a")
    case "8": ("b", "b")
    case "(", "{", "[", "<": ("c", "c")
    case "3": ("e", "e")
    case "6", "9": ("g", "g")
    case "1", "!", "|": ("i", "l")
    case "0": ("o", "o")
    case "$", "5": ("s", "s")
    case "7": ("t", "l")
    case "+": ("t", "t")
    case "%": ("x", "x")
    case "2": ("z", "z")
    default: nil
    }
  }
}
