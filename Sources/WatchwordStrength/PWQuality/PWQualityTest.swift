internal import WatchwordBase

/// Something that libpwquality asks of a password. Its ``row`` has the test and the words.
///
/// The library counts bytes, in every locale with UTF-8. It knows only letters and digits of ASCII; all other bytes are
/// special, also those of an accented letter. It refuses an empty password.
package enum PWQualityTest: Equatable, Sendable {
  /// At least this many bytes. Of each class, up to as many bytes as `credits` has for the class count twice.
  case length(atLeast: Int, credits: [CharacterClass: Int])
  case bytes(of: CharacterClass, atLeast: Int)
  case kinds(atLeast: Int)
  /// At most this many bytes of one class in a row.
  case sameKind(atMost: Int)
  /// The same byte at most this many times in a row, 1 or more.
  case sameByte(atMost: Int)
  /// At most this many bytes in a row, 1 or more, with codes that go up by one, or down by one, as in abc or 321.
  case sequence(atMost: Int)
  /// Not the same backwards, ignoring case.
  case noPalindrome
  /// The text has none of these words in it, ignoring case.
  case without(PWQualityWords)

  var asksForAnything: Bool { if case .without(let words) = self { !words.isEmpty } else { true } }

  /// The test and the words. The test copies no text.
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

  /// The longest run of bytes in which each pair of neighbours satisfies `goesOn`; 0 if there are no bytes.
  fileprivate func longestRun(_ goesOn: (UInt8, UInt8) -> Bool) -> Int {
    var (longest, run) = (0, 0)
    for index in indices {
      run = index > 0 && goesOn(self[index - 1], self[index]) ? run + 1 : 1
      longest = Swift.max(longest, run)
    }
    return longest
  }
}
