/// A list of passwords that have leaked, which takes time to search. It is searched for one text at a time.
package protocol LeakList {
  /// What is known of `text` now, without waiting.
  func finding(on text: UTF8Span) -> LeakFinding
  /// Begins to search for `text`, in the place of what was searched for. Where the list could not be read for this text,
  /// it is tried again.
  func begin(_ text: UTF8Span)
  /// Waits for the answer, no longer than `duration`.
  func wait(atMost duration: Duration)
  /// Looks for the answer, without waiting.
  ///
  /// - Parameter elapsed: The time since ``begin(_:)``. Where it is too long, the list counts as unreadable.
  /// - Returns: Whether the search is over.
  func look(after elapsed: Duration) -> Bool
  /// Searches for `text`, and waits for the answer as long as one may take.
  func find(_ text: UTF8Span) -> LeakFinding
  /// Ends the search, and forgets the text and what was found.
  func cancel()
}

package enum LeakFinding: Equatable, Sendable {
  /// It has not been searched yet for this text.
  case open
  case clear
  /// The text is in it, and was counted so many times, once at least.
  case leaked(count: Int)
  case unreadable
}
