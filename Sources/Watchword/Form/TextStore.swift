package import WatchwordSecrets
package import WatchwordStrength

/// The texts of a form's fields, by the numbers of the fields: locked memory in the program, plain text in a test.
/// Behind them are two further places, see ``FormState/offerPlace``.
///
/// Positions and ranges count grapheme clusters. A text is borrowed by a closure and cannot be kept.
package protocol TextStore: ~Copyable {
  /// The number of clusters in a field.
  func count(of field: Int) -> Int
  /// The number of clusters before the caret.
  func caret(of field: Int) -> Int
  /// Whether the caret is at the start of the text or after white space.
  func isAtWordStart(in field: Int) -> Bool
  /// Where the words around the caret begin and end.
  func words(in field: Int) -> TextShape.Words

  /// Calls `body` with the text as it was typed.
  func withText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R
  /// Calls `body` with the text in the normal form of the form's policy, in which new passwords are judged.
  func withNormalText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R
  /// `words` in the same normal form.
  func normalized(_ words: ContextWords) -> ContextWords
  /// Calls `body` with the texts of two fields, in that normal form if `isNormalized`.
  func withTexts<R>(
    of field: Int, and other: Int, isNormalized: Bool, _ body: (UTF8Span, UTF8Span) -> R
  ) -> R

  /// Why `text` cannot replace `range`; `nil` if it can.
  func obstacle(toReplacing range: Range<Int>, in field: Int, with text: UTF8Span) -> SecretError?
  /// How many bytes the field would have if `text` replaced `range`.
  func byteCount(replacing range: Range<Int>, in field: Int, with text: UTF8Span) -> Int
  /// Replaces `range` with `text` and puts the caret after it. Does nothing if there is an obstacle.
  mutating func replace(_ range: Range<Int>, in field: Int, with text: UTF8Span)
  /// Calls `body` with the two clusters at the caret, swapped. Returns `nil` if there are none to swap.
  func withTransposed<R>(in field: Int, _ body: (UTF8Span) -> R) -> R?
  /// Swaps these two clusters and puts the caret after them. Returns whether it could.
  mutating func transpose(in field: Int) -> Bool
  /// Replaces the text of a field with that of `source`, and puts the caret behind it.
  mutating func copy(_ source: Int, to field: Int)
  /// Empties a field.
  mutating func clear(_ field: Int)
  /// Puts the caret after the first `cluster` clusters. The text must have that many.
  mutating func moveCaret(of field: Int, to cluster: Int)
}
