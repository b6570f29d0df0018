import WatchwordMessages
import WatchwordScreen

/// What happens from a press of the button to the end of the form, with the verifier in between if there is one.
extension Form where Texts: ~Copyable {
  /// Ends editing, judges all fields, and submits the form if all pass. Otherwise each field in error says what is
  /// missing, and the focus goes to the first of them (A10, A15), or back to the one whose Return found an error (A11).
  mutating func accept(going way: Way = .on) {
    let submitter = state.firstResponder
    guard endEditing(going: way) else { return beep() }
    state.submitter = submitter
    let stays = state.fields.indices.filter { way == .byReturn && submitter == .field($0) && isInError($0) }
    finishLists()
    state.isSubmitted = true
    for index in fields.indices { liftRefusal(of: index) }
    for index in fields.indices { judgeAtEndOfEditing(index) }
    let failing = fields.indices.filter { fields[$0].error != nil || !isValid($0) }
    if failing.isEmpty { submit() } else { refuse(goingTo: (stays + failing).map(Responder.field)) }
  }

  private func isValid(_ index: Int) -> Bool { state.result(of: index)?.isSuccessful ?? true }

  /// Ends with what was typed, or asks the verifier first.
  private mutating func submit() {
    maskAll()
    if state.hasVerifier {
      state.submission = .verifying(since: state.now)
      ask(.verify)
    } else {
      endValidations()
      ask(.accept)
    }
  }

  /// Goes on after the verifier has ended, which ``Request/verify`` asked for. If the form no longer waits for it, does
  /// nothing.
  ///
  /// If a refusal is about one field, its reason becomes the error of that field, and the focus goes there. Otherwise
  /// it becomes the error of the form, and the focus goes to the first field. If the verifier gave no answer, the form
  /// says so, and the focus goes to the button, since nothing that was typed is known to be wrong. A new password that
  /// was refused stays, and the first edit replaces it.
  mutating func verifierDidEnd(_ outcome: VerifierOutcome) {
    guard state.submission != .open else { return }
    state.submission = .open
    switch outcome {
    case .accepted:
      endValidations()
      return ask(.accept)
    case .refused(let reason, let field):
      let message = reason ?? catalogue.verifier.refused
      if let refused = field ?? state.judgedField, state.takesNewPassword(refused) { fields[refused].arm() }
      if let field, fields.indices.contains(field) {
        fields[field].error = FieldError(.refusal, message: message)
        moveFocus(toFirstOf: [.field(field)] + ring(after: .field(field)))
      } else {
        state.error = message
        moveFocus(toFirstOf: ring(after: .form))
      }
    case .failed(let reason):
      state.error = reason
      moveFocus(toFirstOf: [.button] + ring(after: .button))
    }
    beep()
  }

  /// Removes what the verifier said about field `index` and about the form.
  mutating func liftRefusal(of index: Int) {
    state.error = nil
    if fields[index].error?.cause == .refusal { fields[index].error = nil }
    fields[index].disarm()
  }
}
