package import WatchwordScreen

/// Whether a form is being filled in, or waits for a verifier or a list of leaked passwords.
package enum Submission: Equatable, Sendable {
  case open
  /// The verifier of `subject` has been running since this time. Meanwhile the user can cancel but not edit.
  case verifying(_ subject: Subject = .form, since: Instant)
  /// Since this time, the form waits for a search in a list of leaked passwords, or for a validator of the host.
  /// Everything else is valid. The user can cancel but not edit.
  case waiting(since: Instant)

  package enum Subject: Equatable, Sendable {
    /// All that was typed, before the form is accepted.
    case form
    case field(Int)

    var field: Int? { if case .field(let index) = self { index } else { nil } }
  }

  /// The field whose verifier runs.
  var checkedField: Int? { if case .verifying(let subject, _) = self { subject.field } else { nil } }

  /// How often the verifier or the search is checked.
  static let interval = Duration.milliseconds(30)
  /// How long each frame of the spinner is shown.
  static let pictureDuration = Duration.milliseconds(90)

  /// The next time after `now` to check on work that began at `start`.
  static func nextLook(since start: Instant, after now: Instant) -> Instant {
    start.advanced(by: interval * ((now - start).count(of: interval) + 1))
  }

  private var start: Instant? {
    switch self {
    case .open: nil
    case .verifying(_, let start), .waiting(let start): start
    }
  }

  /// When to check what the form waits for; `nil` if it waits for nothing.
  func deadline(after now: Instant) -> Instant? { start.map { Self.nextLook(since: $0, after: now) } }

  /// How far the spinner has turned, in frames; `nil` if the form waits for nothing. Without animation it stands still.
  func spinnerStep(at now: Instant, isAnimated: Bool) -> Int? {
    guard let start else { return nil }
    return isAnimated ? (now - start).count(of: Self.pictureDuration) : 0
  }
}
