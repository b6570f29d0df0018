public import Screen

/// Where a form stands on its way from being filled in to being accepted.
public enum Submission: Equatable, Sendable {
  /// The form can be worked in.
  case open
  /// What was typed is being checked; all but cancelling waits.
  case checking(since: Instant)

  /// How often the check is looked at.
  static let interval = Duration.milliseconds(30)
  /// How long one picture of the spinner stands.
  static let pictureDuration = Duration.milliseconds(90)

  /// When the check is to be looked at; `nil` when none runs.
  func deadline(after now: Instant) -> Instant? {
    guard case .checking(let start) = self else { return nil }
    return start.advanced(by: Self.interval * ((now - start).count(of: Self.interval) + 1))
  }

  /// How far the spinner has turned, in pictures; `nil` when no check runs. Without animation it stands still.
  func spinnerStep(at now: Instant, isAnimated: Bool) -> Int? {
    guard case .checking(let start) = self else { return nil }
    return isAnimated ? (now - start).count(of: Self.pictureDuration) : 0
  }
}

/// What a check says of a submission.
public enum SubmissionVerdict: Equatable, Sendable {
  /// The form may be accepted.
  case accepted
  /// It may not, for this reason if one was given; where the reason is about one field, with its number.
  case refused(String?, field: Int? = nil)
  /// The check gave no answer, for this reason.
  case failed(String)
}
