/// The outline of a field's text: enough to edit and draw it, nothing of what it says.
///
/// All counts are of grapheme clusters. The two facts about the content, widths and words, are there only while the
/// field is shown. While one character is shown for a moment, only its width is there.
package struct TextShape: Equatable, Sendable {
  /// The number of grapheme clusters.
  package var count = 0
  /// The number of grapheme clusters before the caret.
  package var caret = 0
  /// The columns of each cluster, 1 or more, and 1 for those that are masked; empty while nothing of the text is
  /// shown.
  package var widths: [UInt8] = []
  /// Where the words around the caret begin and end; `nil` while the text is masked.
  package var words: Words?
  /// Whether a letter at the caret would begin a word. Set only in fields that capitalise words.
  package var isAtWordStart = false

  /// The word boundaries that motions go to, as cluster numbers.
  package struct Words: Equatable, Sendable {
    /// The start of the word before the caret.
    package var start: Int
    /// The end of the word after the caret.
    package var end: Int
    /// The start of the run without white space before the caret.
    package var spacedStart: Int
  }
}
