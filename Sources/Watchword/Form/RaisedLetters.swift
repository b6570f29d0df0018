/// The letters raised to upper case at the starts of words in one field, and which of them the user took back (D3).
///
/// A letter typed at the start of a word is raised. If the user deletes only that letter and types it again, it stays
/// as typed. Deleting more forgets this.
struct RaisedLetters: Equatable, Sendable {
  private struct Letter: Equatable, Sendable {
    var place: Int
    var scalar: Unicode.Scalar
    var isTakenBack = false
  }

  private var letters: [Letter] = []

  /// The letter to insert when `scalar` is typed at the start of a word, before the cluster `place`: "A" for "a",
  /// unless the user took that "A" back.
  func raising(_ scalar: Unicode.Scalar, at place: Int) -> Unicode.Scalar {
    let raised = scalar.raised
    return letters.contains { $0.isTakenBack && $0.place == place && $0.scalar == raised } ? scalar : raised
  }

  /// Notes that `count` clusters have replaced those of `range`. `typed` is the letter that was typed, if it began a
  /// word.
  mutating func didReplace(_ range: Range<Int>, by count: Int, startingWordWith typed: Unicode.Scalar?) {
    letters = letters.compactMap { letter in
      var letter = letter
      if letter.isTakenBack, letter.place == range.lowerBound, range.isEmpty, let typed {
        return typed.raised == letter.scalar ? letter : nil
      }
      if letter.place >= range.upperBound {
        letter.place += count - range.count
      } else if range.contains(letter.place) {
        guard range.count == 1, count == 0 else { return nil }
        letter.isTakenBack = true
      }
      return letter
    }
    if let typed, typed.isUpper { letters.append(Letter(place: range.lowerBound, scalar: typed)) }
  }
}

extension Unicode.Scalar {
  /// The letter as it begins a word, in every script with case; unchanged if it would become two, as ß would.
  fileprivate var raised: Unicode.Scalar {
    let mapping = properties.titlecaseMapping.unicodeScalars
    return mapping.count == 1 ? mapping[mapping.startIndex] : self
  }

  fileprivate var isUpper: Bool {
    [.uppercaseLetter, .titlecaseLetter].contains(properties.generalCategory)
  }
}
