/// Works out how strong a text is.
///
/// A meter need not be `Sendable`: it may own a word list that is still being read. One session uses it, on one
/// thread.
package protocol Meter {
  /// How strong `text` is, which has `count` grapheme clusters, for somebody who knows the words of `context`.
  ///
  /// It is asked after every edit, so an answer has to come within a millisecond, and it keeps nothing of the text.
  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate

  /// Forgets what ``learnOldPassword(_:)`` was given; by default it does nothing.
  func forgetOldPasswords()

  /// Takes note of a known password, which counts against a new one as the words of a context do. A meter that keeps it
  /// keeps it in memory that is wiped; by default it does nothing.
  func learnOldPassword(_ text: UTF8Span)

  /// Whether ``warmUp()`` makes the first estimate quicker; by default `true`.
  var needsWarmUp: Bool { get }

  /// Does once what the first estimate would otherwise have to, such as reading dictionaries into memory. May be called
  /// while the program has nothing better to do, before the first text; by default it does nothing.
  func warmUp()
}

extension Meter {
  package var needsWarmUp: Bool { true }

  package func warmUp() {}

  package func forgetOldPasswords() {}

  package func learnOldPassword(_ text: UTF8Span) {}
}
