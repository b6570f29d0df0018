import WatchwordScreen

/// How far the search in a list of leaked passwords is.
struct SearchProgress: Equatable, Sendable {
  /// When the search begins; `nil` if none is planned.
  var due: Instant?
  /// When the running search began; `nil` if there is none.
  var start: Instant?
  /// Whether a search has begun or ended since the last key.
  var wasTried = false

  /// How long typing has to pause before the search begins, or before lists of words are read that were put off.
  static let pause = Duration.milliseconds(300)
  /// How long leaving the field waits for the answer at most. Nobody notices it, and most disks need less.
  static let patience = Duration.milliseconds(20)

  /// When to check, after `now`, whether the search is over; `nil` if none runs.
  func look(after now: Instant) -> Instant? { start.map { Submission.nextLook(since: $0, after: now) } }
}
