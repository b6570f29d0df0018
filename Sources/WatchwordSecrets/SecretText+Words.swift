internal import WatchwordMessages

extension SecretText {
  /// The start of the word that the caret is in or after, or 0 if there is none. Alt-B goes there, and
  /// Alt-Backspace deletes back to there.
  ///
  /// A word is a run of letters and digits. readline(3): backward-word.
  package var wordStart: Int { startOfRun(where: \.isLetterOrNumber) }

  /// The start of the word between white space that the caret is in or after, or 0 if there is none.
  /// Ctrl-W deletes back to there.
  ///
  /// readline(3): unix-word-rubout.
  package var whiteSpaceWordStart: Int { startOfRun { !$0.isWhiteSpace } }

  /// Whether the caret is at the start or after white space, so that what is typed there begins a word.
  package var isAtWordStart: Bool {
    guard caret > 0 else { return true }
    var clusters = utf8.makeCharacterIterator()
    _ = clusters.skipForward(by: caret - 1)
    return utf8.scalar(at: clusters.currentCodeUnitOffset)?.isWhiteSpace ?? true
  }

  /// The end of the word that the caret is in or before, or ``count`` if there is none. Alt-F goes there, and
  /// Alt-D deletes up to there.
  ///
  /// A word is a run of letters and digits. readline(3): forward-word.
  package var wordEnd: Int {
    var clusters = utf8.makeCharacterIterator()
    _ = clusters.skipForward(by: caret)
    var index = caret
    var isInWord = false
    while let base = utf8.scalar(at: clusters.currentCodeUnitOffset) {
      if base.isLetterOrNumber {
        isInWord = true
      } else if isInWord {
        break
      }
      index += clusters.skipForward()
    }
    return index
  }

  /// The start of the last run before the caret of clusters whose base `isInSet`, or 0 if there is none.
  private func startOfRun(where isInSet: (Unicode.Scalar) -> Bool) -> Int {
    var clusters = utf8.makeCharacterIterator()
    var start = 0
    var isInRun = false
    for index in 0..<caret {
      let base = utf8.scalar(at: clusters.currentCodeUnitOffset)
      let continues = base.map(isInSet) ?? false
      if continues, !isInRun { start = index }
      isInRun = continues
      _ = clusters.skipForward()
    }
    return start
  }
}
