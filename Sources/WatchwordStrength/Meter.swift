/// Works out how strong a text is.
///
/// A meter need not be `Sendable`: it may own a word list still being read. One session uses it, on one thread.
package protocol Meter {
  /// How strong `text`, of `count` grapheme clusters, is against somebody who knows the words of `context`.
  ///
  /// Called after every edit, so it has to return within a millisecond. Keeps nothing of the text.
  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate

  /// Forgets the old passwords. Does nothing by default.
  func forgetOldPasswords()

  /// Notes an old password. A new password that contains it is weaker, as with a word of the context. A meter keeps the
  /// old password only in memory that it wipes. Does nothing by default.
  func learnOldPassword(_ text: UTF8Span)

  /// Whether ``warmUp()`` makes the first estimate faster; `true` by default.
  var needsWarmUp: Bool { get }

  /// Does what the first estimate would have to do once, such as reading dictionaries into memory. May be called while
  /// the program is idle, before the first text. Does nothing by default.
  func warmUp()
}

extension Meter {
  package var needsWarmUp: Bool { true }

  package func warmUp() {}

  package func forgetOldPasswords() {}

  package func learnOldPassword(_ text: UTF8Span) {}
}
