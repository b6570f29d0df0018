public import WatchwordScreen

/// Where a form stands on its way from being filled in to being accepted.
public enum Submission: Equatable, Sendable {
  /// The form can be worked in.
  case open
  /// The verifier runs; all but cancelling waits.
  case verifying(since: Instant)

  /// How often the verifier is looked at.
  static let interval = Duration.milliseconds(30)
  /// How long one picture of the spinner stands.
  static let pictureDuration = Duration.milliseconds(90)

  /// When the verifier is to be looked at; `nil` when none runs.
  func deadline(after now: Instant) -> Instant? {
    guard case .verifying(let start) = self else { return nil }
    return start.advanced(by: Self.interval * ((now - start).count(of: Self.interval) + 1))
  }

  /// How far the spinner has turned, in pictures; `nil` when no verifier runs. Without animation it stands still.
  func spinnerStep(at now: Instant, isAnimated: Bool) -> Int? {
    guard case .verifying(let start) = self else { return nil }
    return isAnimated ? (now - start).count(of: Self.pictureDuration) : 0
  }
}

/// How a verifier ended.
public enum VerifierOutcome: Equatable, Sendable {
  /// The form may be accepted.
  case accepted
  /// It may not, for this reason if one was given; where the reason is about one field, with its number.
  case refused(String?, field: Int? = nil)
  /// The verifier gave no answer, for this reason.
  case failed(String)
}
