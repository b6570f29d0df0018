/// A list of passwords that have leaked, which takes time to search.
package protocol LeakList {
  /// What is known of `text` now, without waiting.
  func finding(on text: UTF8Span) -> LeakFinding
}

/// What a list of leaked passwords says about a text.
package enum LeakFinding: Equatable, Sendable {
  /// It has not been searched yet for this text.
  case open
  /// The text is not in it.
  case clear
  /// The text is in it, and was counted so many times, once at least.
  case leaked(count: Int)
  /// The list cannot be read.
  case unreadable
}
