internal import WatchwordMessages

extension ProgramError {
  /// What a word should have been.
  enum Kind {
    case option, command, policy
  }

  /// A word, as it was typed, that is none of `words`, with the one of them that was probably meant. `kind` is what it
  /// should have been.
  static func unknown(_ kind: Kind, _ word: String, among words: [String] = []) -> ProgramError {
    let texts = Texts.ofProcess
    let error =
      switch kind {
      case .option: texts("unknown option {word}", ["word": word.quoted])
      case .command: texts("unknown command {word}", ["word": word.quoted])
      case .policy: texts("unknown policy {word}", ["word": word.quoted])
      }
    if let nearest = word.nearest(of: words) {
      return .text(
        "{error}; did you mean {suggestion}?", ["error": error, "suggestion": nearest.quoted])
    }
    // Of the policies there are few enough to name them all.
    guard kind == .policy else { return ProgramError(error) }
    return .text("{error}: there are {names}", ["error": error, "names": words.joinedByAnd])
  }
}

extension String {
  /// The first of `words` to which the fewest mistakes lead; `nil` where each is more than a third of this text away.
  func nearest(of words: [String]) -> String? {
    let letters = Array(unicodeScalars)
    // Of the dashes in front nobody mistypes one.
    let limit = max(1, letters.drop { $0 == "-" }.count / 3)
    var nearest: (word: String, distance: Int)?
    for word in words where abs(word.unicodeScalars.count - letters.count) <= limit {
      let distance = Self.distance(letters, Array(word.unicodeScalars))
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (word, distance) }
    }
    return nearest?.word
  }

  /// How many letters have to be added, left out, replaced or exchanged with their neighbour to make one text of the
  /// other, where no part is changed twice (optimal string alignment).
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    var (beforeLast, last) = ([Int](), Array(0...other.count))
    for row in one.indices {
      var current = [row + 1]
      for column in other.indices {
        let isSame = one[row] == other[column]
        var least = Swift.min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          least = Swift.min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[other.count]
  }
}
