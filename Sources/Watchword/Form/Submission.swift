package import WatchwordScreen

/// Whether a form is being filled in, or waits for a verifier or a list of leaked passwords.
package enum Submission: Equatable, Sendable {
  /// The person can work in the form.
  case open
  /// The verifier of `subject` has been running since this time. Meanwhile the person can cancel but not edit.
  case verifying(_ subject: Subject = .form, since: Instant)
  /// The new password has been looked up in a list of leaked passwords, or a validator of the program's own asked, since
  /// this time, and all else is right. The person can cancel but not edit.
  case searching(since: Instant)

  /// What a verifier is asked about.
  package enum Subject: Equatable, Sendable {
    /// All that was typed, before the form is accepted.
    case form
    /// The text of a field, before its editing ends.
    case field(Int)

    /// The number of that field.
    var field: Int? { if case .field(let index) = self { index } else { nil } }
  }

  /// How often the verifier, or the list, is looked at.
  static let interval = Duration.milliseconds(30)
  /// How long one picture of the spinner stands.
  static let pictureDuration = Duration.milliseconds(90)

  /// When to look next, after `now`, at what began at `start`.
  static func nextLook(since start: Instant, after now: Instant) -> Instant {
    start.advanced(by: interval * ((now - start).count(of: interval) + 1))
  }

  private var start: Instant? {
    switch self {
    case .open: nil
    case .verifying(_, let start), .searching(let start): start
    }
  }

  /// When to look at what is waited for; `nil` where that is nothing.
  func deadline(after now: Instant) -> Instant? { start.map { Self.nextLook(since: $0, after: now) } }

  /// How far the spinner has turned, in pictures; `nil` where nothing is waited for. Without animation it stands still.
  func spinnerStep(at now: Instant, isAnimated: Bool) -> Int? {
    guard let start else { return nil }
    return isAnimated ? (now - start).count(of: Self.pictureDuration) : 0
  }
}

/// How a verifier ended.
package enum VerifierOutcome: Equatable, Sendable {
  /// What was typed may stand.
  case accepted
  /// It may not, for this reason, if one was given. If the reason is about one field, `field` is its number.
  case refused(String?, field: Int? = nil)
  /// The verifier gave no answer, for this reason.
  case failed(String)
}
