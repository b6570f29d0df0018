internal import WatchwordScreen

/// What is done after ^C. Knows no processes and no clock.
///
/// A program that ignores ^C would keep its user at its question for ever. It gets SIGTERM after two seconds, as if the
/// user had sent that from another terminal, and after two more its terminal is closed, unless a shell would go with it.
struct Interruption {
  enum Step: Equatable { case terminates, closes }

  /// Whether the user has ever pressed ^C.
  var hasCome = false
  /// When the next step is due; `nil` if there is none.
  private(set) var due: Instant?
  /// The process group that was interrupted, and how many bytes the command had written by then.
  private var (group, total): (Int32, Int) = (0, 0)
  private var hasTerminated = false
  /// Whether the group is the command's own, and no shell.
  private var canClose = false

  /// Notes ^C in the form for a question of `group`.
  mutating func begin(of group: Int32, canClose: Bool, total: Int, at now: Instant) {
    (hasCome, hasTerminated, due) = (true, false, now.advanced(by: Self.patience))
    (self.group, self.canClose, self.total) = (group, canClose, total)
  }

  private static let patience = Duration.seconds(2)

  /// The next step, unless another `group` has the terminal, the question has gone, or its program has written a new
  /// one since.
  mutating func step(at now: Instant, group: Int32, isByHand: Bool, total: Int, hasLine: Bool) -> Step? {
    guard let due, now >= due else { return nil }
    self.due = nil
    guard isByHand, group == self.group, total == self.total || !hasLine else { return nil }
    if hasTerminated { return canClose ? .closes : nil }
    (hasTerminated, self.due) = (true, now.advanced(by: Self.patience))
    return .terminates
  }
}
