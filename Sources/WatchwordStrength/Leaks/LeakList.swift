/// A list of leaked passwords, which takes time to search. One text is searched for at a time.
package protocol LeakList {
  /// The result for `text` so far, without waiting.
  func finding(on text: UTF8Span) -> LeakFinding
  /// Starts a search for `text`, and drops the search before. Does nothing if the search before was for `text` too,
  /// unless the list was unreadable then.
  func begin(_ text: UTF8Span)
  func wait(atMost duration: Duration)
  /// Returns true if no search is under way any more. Does not wait. If `elapsed`, the time since ``begin(_:)``, has
  /// reached the time limit, the search ends and the list counts as unreadable.
  func look(after elapsed: Duration) -> Bool
  /// Searches for `text`, and waits for the result up to the time limit.
  func find(_ text: UTF8Span) -> LeakFinding
  /// Ends the search, and forgets the text and the result.
  func cancel()
}

package enum LeakFinding: Equatable, Sendable {
  /// The search for this text was not begun, or is not over.
  case open
  case clear
  /// The list has the text. It was leaked `count` times, at least once.
  case leaked(count: Int)
  case unreadable
}
