import WatchwordScreen

/// The end of a form in which nobody presses a key (F7).
///
/// It counts from the last key, whatever else goes on: also while the verifier runs, and while the process is stopped.
struct TimeLimit: Equatable {
  /// When the form ends, unless a key comes before.
  let end: Instant

  /// The time before the end of which the seconds are counted on the screen.
  static let countedTime = Duration.seconds(20)

  /// The seconds that are left, as they are counted; `nil` as long as they are not.
  func secondsLeft(at now: Instant) -> Int? {
    let time = end - now
    guard time <= Self.countedTime else { return nil }
    return Int((max(.zero, time) + .nanoseconds(999_999_999)).wholeNanoseconds / 1_000_000_000)
  }

  /// When the count begins or goes on, or the form ends.
  func deadline(after now: Instant) -> Instant {
    guard let seconds = secondsLeft(at: now) else { return end.advanced(by: .zero - Self.countedTime) }
    return end.advanced(by: .seconds(min(0, 1 - seconds)))
  }
}

extension FormState {
  /// The time limit; `nil` where there is none.
  var timeLimit: TimeLimit? {
    guard let timeout = configuration.timeout else { return nil }
    return lastInput.map { TimeLimit(end: $0.advanced(by: timeout)) }
  }

  /// The seconds that are counted on the screen; `nil` where none are.
  package var secondsLeft: Int? { timeLimit?.secondsLeft(at: now) }
}
