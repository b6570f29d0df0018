/// Works out how strong a text is.
///
/// A meter need not be `Sendable`: it may own a word list that is still being read. One session uses it, on one
/// thread.
public protocol Meter {
  /// The level of `text`, which has `count` grapheme clusters.
  ///
  /// It is asked after every edit, so an answer has to come within microseconds, and it keeps nothing of the text.
  func level(of text: UTF8Span, count: Int) -> Level
}

/// A list of words, wherever it comes from.
public protocol WordList {
  /// Whether `text` as a whole is a word of the list. Case is ignored.
  func contains(_ text: UTF8Span) -> Bool
}
