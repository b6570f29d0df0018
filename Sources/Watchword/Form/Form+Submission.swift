import WatchwordMessages
package import WatchwordScreen
import WatchwordStrength

/// What happens from a press of a button to the end of the form, and where a verifier is asked meanwhile.
extension Form {
  typealias Step = (inout Self) -> Void

  /// Ends editing, judges all fields, and submits the form if all pass. Otherwise each field in error says what is
  /// missing, and the focus goes to the first of them (A10, A15), or back to the one whose Return found an error (A11).
  /// Before all that, the verifier of a field is asked about a text that it has not accepted yet.
  mutating func accept(byButton button: Int = 0, going way: Way = .on) {
    leave(isAccepting: true) { $0.endAndSubmit(byButton: button, going: way) }
  }

  private mutating func endAndSubmit(byButton button: Int, going way: Way) {
    let submitter = state.firstResponder
    guard endEditing(going: way) else { return beep() }
    (state.submitter, state.pressedButton) = (submitter, button)
    let stays = state.fields.indices.filter { way == .byReturn && submitter == .field($0) && isInError($0) }
    if judge.finishLists() { judgeAgain() }
    state.isSubmitted = true
    for index in fields.indices { liftRefusal(of: index) }
    judgeAndSubmit(staying: stays)
  }

  /// Judges all fields, and submits the form if all pass. Where the new password is still searched for in a list, or a
  /// validator asked, and all else is right, that is waited for, and the fields are judged again.
  private mutating func judgeAndSubmit(staying stays: [Int] = []) {
    for index in fields.indices { judgeAtEndOfEditing(index) }
    let due = fields.indices.filter(state.mustBeRight)
    let open = due.filter {
      fields[$0].awaitsValidator || $0 == state.judgedField && state.panel.verdict.isOpen
    }
    let failing = fields.indices.filter {
      fields[$0].error != nil || due.contains($0) && !open.contains($0) && !isValid($0)
    }
    if !failing.isEmpty {
      refuse(goingTo: (stays + failing).map(Responder.field) + [state.submitter])
    } else if !open.isEmpty {
      waitingStep = { $0.judgeAndSubmit() }
      state.submission = .searching(since: state.now)
    } else {
      maskAll()
      if state.hasVerifier { verify(.form) } else { end() }
    }
  }

  private mutating func end() {
    endValidations()
    ask(.accept)
  }

  private func isValid(_ index: Int) -> Bool {
    if let result = state.result(of: index) { return result.isSuccessful }
    // The list is searched for the first new password alone.
    return fields[index].configuration.requirement != .policy || !verdict(of: index).isOpen
  }

  /// Does `step`, which ends the editing of what has the focus. Where that is a field whose own verifier has not accepted
  /// the text yet, the verifier is asked first; where `step` accepts the form, wherever that field is.
  mutating func leave(isAccepting: Bool = false, _ step: @escaping Step) {
    flushValidations()
    guard let index = state.unverifiedField, isAccepting || index == state.focusedField else {
      return step(&self)
    }
    state.submitter = state.firstResponder
    waitingStep = { $0.leave(isAccepting: isAccepting, step) }
    maskAll()
    verify(.field(index))
  }

  private mutating func verify(_ subject: Submission.Subject) {
    state.submission = .verifying(subject, since: state.now)
    ask(.verify)
  }

  /// Goes on after the verifier has ended, which ``Request/verify`` asked for. If the form no longer waits for it, does
  /// nothing.
  ///
  /// If it was asked about a field and has accepted, the form does what the person asked for. A refusal is about that
  /// field then, which keeps the focus.
  ///
  /// If a refusal is about one field, its reason becomes the error of that field, and the focus goes there. Otherwise
  /// it becomes the error of the form, and the focus goes to the first field, or where only a known password is asked for
  /// to that, which is as good as wrong: the first edit replaces it (C7). If the verifier gave no answer, the form
  /// says so, and the focus goes to the button that was pressed, since nothing that was typed is known to be wrong. A
  /// new password that was refused with the form stays, and the first edit replaces it.
  mutating func verifierDidEnd(_ outcome: VerifierOutcome) {
    guard case .verifying(let subject, _) = state.submission else { return }
    let step = waitingStep
    (state.submission, waitingStep) = (.open, nil)
    switch (outcome, subject) {
    case (.accepted, .form): return end()
    case (.accepted, .field(let index)):
      liftRefusal(of: index)
      fields[index].isVerified = true
      step?(&self)
      return
    case (.refused(let reason, let named), _):
      let field = subject.field ?? named
      let message = reason ?? state.configuration.texts("This was not accepted")
      if subject == .form, let refused = field ?? state.judgedField, state.takesNewPassword(refused) {
        fields[refused].isRefused = true
      }
      if let field, fields.indices.contains(field) {
        fields[field].error = FieldError(cause: .refusal, message: message)
        if !fields[field].isFirstResponder {
          moveFocus(toFirstOf: [.field(field)] + ring(after: .field(field)))
        }
      } else {
        state.error = message
        let isSignIn = state.judgedField == nil && !state.asksInTurn
        let doubtful = isSignIn ? fields.firstIndex(where: \.holdsKnownPassword) : nil
        if let doubtful { fields[doubtful].isRefused = true }
        moveFocus(toFirstOf: (doubtful.map { [.field($0)] } ?? []) + ring(after: .form))
      }
    case (.failed(let reason), _):
      state.error = reason
      if subject == .form { moveFocus(to: .button(state.pressedButton)) }
    }
    beep()
  }

  mutating func liftRefusal(of index: Int) {
    state.error = nil
    if fields[index].error?.cause == .refusal { fields[index].error = nil }
    fields[index].disarm()
  }
}

/// Whether a form is being filled in, or waits for a verifier or a list of leaked passwords.
package enum Submission: Equatable, Sendable {
  case open
  /// The verifier of `subject` has been running since this time. Meanwhile the person can cancel but not edit.
  case verifying(_ subject: Subject = .form, since: Instant)
  /// The new password has been searched for in a list of leaked passwords, or a validator of the program's own asked, since
  /// this time, and all else is right. The person can cancel but not edit.
  case searching(since: Instant)

  package enum Subject: Equatable, Sendable {
    /// All that was typed, before the form is accepted.
    case form
    case field(Int)

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

package enum VerifierOutcome: Equatable, Sendable {
  case accepted
  /// It may not, for this reason, if one was given. If the reason is about one field, `field` is its number.
  case refused(String?, field: Int? = nil)
  case failed(String)
}
