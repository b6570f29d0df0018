import WatchwordMessages
package import WatchwordScreen
import WatchwordSecrets
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
    let failing = state.shownFields.filter {
      fields[$0].error != nil || due.contains($0) && !open.contains($0) && !isValid($0)
    }
    if !failing.isEmpty {
      refuse(goingTo: (stays + failing).map(Responder.field) + [state.submitter])
    } else if !open.isEmpty {
      waitingStep = { $0.judgeAndSubmit() }
      state.submission = .searching(since: state.now)
    } else if delegateAllows({ $0.formShouldSubmit($1) }) {
      maskAll()
      if state.hasVerifier { verify(.form) } else { end() }
    } else {
      moveFocus(to: .button(state.pressedButton))
      beep()
    }
  }

  private mutating func end() {
    endValidations()
    tellDelegate { $0.formDidSubmit($1) }
    ask(.accept)
  }

  private func isValid(_ index: Int) -> Bool {
    if let result = state.result(of: index) { return result.isSuccessful }
    // The list is searched for the first new password alone.
    return fields[index].configuration.requirement != .policy || !verdict(of: index).isOpen
  }

  /// Does `step`, which ends the editing of what has the focus. Where that is a field whose own verifier has not accepted
  /// the text yet, or the last one that it asks for, the verifier is asked first; where `step` accepts the form, wherever
  /// that field is. After the last one that it asks for the form goes on with what it was asked for then.
  mutating func leave(isAccepting: Bool = false, _ step: @escaping Step) {
    flushValidations()
    let focus = state.focusedField
    let isAnswering = focus != nil && focus == askedField
    guard let index = state.unverifiedField, isAccepting || isAnswering || index == focus else {
      return step(&self)
    }
    state.submitter = state.firstResponder
    let next = isAnswering ? interruptedStep ?? step : step
    waitingStep = { $0.leave(isAccepting: isAccepting, next) }
    maskAll()
    verify(.field(index))
  }

  private mutating func verify(_ subject: Submission.Subject) {
    state.submission = .verifying(subject, since: state.now)
    ask(.verify)
  }

  /// Goes on after the verifier has ended, which ``Request/verify`` asked for. If the form no longer waits for it, does
  /// nothing. The fields that a verdict adds to the form are there by then, see ``add(_:locking:)``.
  ///
  /// If it was asked about a field and has accepted, the form does what the person asked for. A refusal that names no field
  /// is about that field then, which keeps the focus.
  ///
  /// A reason becomes the error of the field that it names, and the focus goes to the first of these. Where none is named,
  /// it becomes the error of the form, and the focus goes to the first field that is emptied, or else to the button that was
  /// pressed, since nothing that was typed is known to be wrong; so it does where the verifier gave no answer.
  mutating func verifierDidEnd(_ verdict: FormVerdict) {
    guard case .verifying(let subject, _) = state.submission else { return }
    let step = waitingStep
    (state.submission, waitingStep) = (.open, nil)
    switch (verdict.kind, subject) {
    case (.accepted, .form): return end()
    case (.accepted, .field(let index)):
      liftRefusal(of: index)
      fields[index].isVerified = true
      (askedField, interruptedStep) = (nil, nil)
      step?(&self)
      return
    case (.refused(let refusal), _): refuse(refusal, about: subject)
    case (.asks(let fields), _):
      let names = (try? fields(state.texts))?.compactMap(\.name) ?? []
      let asked = names.compactMap { name in state.fields.firstIndex { $0.configuration.name == name } }
      return ask(for: asked, before: step)
    case (.failed(let reason), _):
      (state.notice, state.error, earlyKey) = (nil, reason, nil)
      if subject == .form { moveFocus(to: .button(state.pressedButton)) }
    }
    beep()
  }

  private mutating func refuse(_ refusal: Refusal, about subject: Submission.Subject) {
    (state.notice, earlyKey) = (nil, nil)
    let names = fields.indices.map { fields.name(of: $0) ?? "" }
    let cleared = state.shownFields.filter { refusal.cleared.contains(names[$0]) }
    for index in cleared { clear(index) }
    // What a validation says of an empty text must not come behind the refusal.
    if !cleared.isEmpty { flushValidations() }
    var messages = refusal.messages
    var named = state.shownFields.filter { messages[names[$0]] != nil }
    for index in named { setRefusal(messages.removeValue(forKey: names[index]), of: index) }
    var message = refusal.message ?? messages.min { $0.key < $1.key }?.value
    if named.isEmpty {
      message = message ?? state.texts("This was not accepted")
      if let index = subject.field {
        setRefusal(message, of: index)
        (named, message) = ([index], nil)
      }
    }
    state.error = message
    if refusal.doubtsTexts, subject == .form, let index = named.first ?? state.judgedField,
      state.takesNewPassword(index)
    {
      fields[index].isRefused = true
    }
    if let first = named.first ?? cleared.first {
      if !fields[first].isFirstResponder {
        moveFocus(toFirstOf: (named + cleared).map(Responder.field) + ring(after: .field(first)))
      }
    } else if refusal.doubtsTexts {
      let isSignIn = state.judgedField == nil && !state.asksInTurn
      let doubtful = isSignIn ? fields.firstIndex(where: \.holdsKnownPassword) : nil
      if let doubtful { fields[doubtful].isRefused = true }
      moveFocus(toFirstOf: (doubtful.map { [.field($0)] } ?? []) + ring(after: .form))
    } else {
      moveFocus(to: .button(state.pressedButton))
    }
  }

  private mutating func setRefusal(_ message: String?, of index: Int) {
    fields[index].error = message.map { FieldError(cause: .refusal, message: $0) }
  }

  /// Adds the fields that a verdict asks for and the form has not, below its own. A password among them is none that the
  /// new one has to differ from.
  ///
  /// - Throws: Why one of them cannot be, or that there is no memory for its text.
  mutating func add(
    _ asked: (Texts) throws(FormProblem) -> [FormField.Configuration], locking: SecretMemory.Locking
  ) throws(WatchwordError) {
    var more = state.configuration
    do throws(FormProblem) {
      let asked = try asked(state.texts)
      more.fields = asked.filter { field in !fields.contains { $0.configuration.name == field.name } }
      for index in more.fields.indices where more.fields[index].requirement == .knownPassword {
        more.fields[index].requirement = .presence
      }
      if let new = more.fields.first(where: { $0.requirement == .policy }) {
        throw .lateNewPassword(new.name ?? new.label)
      }
      more = more.completed
      var all = state.configuration
      all.fields += more.fields
      try all.check()
    } catch {
      throw .invalidForm(reason: "\(error)")
    }
    for field in more.fields {
      append(field, try rethrow(try SecretField(of: field, locking: locking), as: WatchwordError.memory))
    }
  }

  /// Shows the fields `asked`, and gives the focus to the first of them. Once they are filled in, the verifier is asked
  /// again; where it was asked about a field, the form then takes `step`, which it was asked before.
  private mutating func ask(for asked: [Int], before step: Step?) {
    for index in asked { setHidden(false, of: index) }
    (askedField, interruptedStep) = (asked.last, step)
    moveFocus(toFirstOf: asked.map(Responder.field) + ring(after: state.submitter))
  }

  mutating func liftRefusal(of index: Int) {
    state.error = nil
    fields[index].liftRefusal()
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
