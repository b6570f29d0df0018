import WatchwordScreen

/// The end of a form in which nobody presses a key (F7).
///
/// It counts from the last key, whatever else goes on: also while the verifier runs, and while the process is stopped.
extension FormState {
  /// The time before the end for which the seconds are counted on the screen.
  private static let countedTime = Duration.seconds(20)

  /// When the form ends, unless a key comes before; `nil` where there is no limit.
  var timeLimit: Instant? { configuration.timeout.flatMap { lastInput?.advanced(by: $0) } }

  /// The seconds that are left, as they are counted on the screen; `nil` where none are.
  package var secondsLeft: Int? {
    guard let time = timeLimit.map({ $0 - now }), time <= Self.countedTime else { return nil }
    return Int((max(.zero, time) + .nanoseconds(999_999_999)).wholeNanoseconds / 1_000_000_000)
  }

  /// When the count begins or goes on, or the form ends.
  var countDeadline: Instant? {
    timeLimit?.advanced(by: secondsLeft.map { .seconds(min(0, 1 - $0)) } ?? .zero - Self.countedTime)
  }
}
