extension String {
  /// The word that this text was probably meant to be: the one with the fewest typing errors, and the first of several.
  /// `nil` if every word takes more errors than a third of the letters here, and more than one.
  package func nearest(of words: [String]) -> String? {
    let letters = Array(unicodeScalars)
    // Leading dashes do not count as letters, because nobody mistypes them.
    let limit = max(1, letters.drop { $0 == "-" }.count / 3)
    var nearest: (word: String, distance: Int)?
    for word in words where abs(word.unicodeScalars.count - letters.count) <= limit {
      let distance = Self.distance(letters, Array(word.unicodeScalars))
      if distance <= limit, distance < nearest?.distance ?? .max { nearest = (word, distance) }
    }
    return nearest?.word
  }

  /// How many letters have to be added, left out, replaced or swapped with their neighbour to turn one text into the
  /// other, without changing a part twice (optimal string alignment).
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
