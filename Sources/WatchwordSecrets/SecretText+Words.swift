internal import WatchwordText

extension SecretText {
  /// Where the word that the caret is in or behind starts, or 0 without one: where Alt-B goes, and to where
  /// Alt-Backspace deletes.
  ///
  /// A word is a run of letters and digits. readline(3): backward-word.
  public var wordStart: Int { startOfRun(where: \.isLetterOrNumber) }

  /// Where the white-space delimited word that the caret is in or behind starts, or 0 without one: to where
  /// Ctrl-W deletes.
  ///
  /// readline(3): unix-word-rubout.
  public var whiteSpaceWordStart: Int { startOfRun { !$0.isWhiteSpace } }

  /// Whether the caret stands at the start or behind white space, so that what is typed there begins a word.
  public var isAtWordStart: Bool {
    guard caret > 0 else { return true }
    var clusters = utf8.makeCharacterIterator()
    _ = clusters.skipForward(by: caret - 1)
    return utf8.scalar(at: clusters.currentCodeUnitOffset)?.isWhiteSpace ?? true
  }

  /// Where the word that the caret is in or before ends, or ``count`` without one: where Alt-F goes, and to
  /// where Alt-D deletes.
  ///
  /// A word is a run of letters and digits. readline(3): forward-word.
  public var wordEnd: Int {
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

  /// Where the last run before the caret of clusters whose base is in `set` starts, or 0 without one.
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
