internal import WatchwordBase

/// What would make a text strong enough.
package enum Advice: Equatable, Sendable {
  /// Add this many random characters, or this many unrelated words; `words` is `nil` if no words fit.
  case addition(characters: Int, words: Int?)
  /// Use this many characters in all, or more.
  case length(Int)
  /// Replace the part that the reason is about.
  case replacement
}
