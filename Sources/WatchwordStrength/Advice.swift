internal import WatchwordBase

/// What would make a text strong enough.
package enum Advice: Hashable, Sendable {
  /// Add this many unrelated words, each behind a dash if the policy takes dashes.
  case words(Int, behindDashes: Bool)
  /// Add this many random characters.
  case characters(Int)
  /// Use this many characters in all, or more.
  case length(Int)
  /// Replace the part that the reason is about.
  case replacement
}
