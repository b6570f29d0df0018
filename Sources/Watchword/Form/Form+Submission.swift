import WatchwordBase
import WatchwordSecrets
import WatchwordStrength

/// From the press of a button to the end of the form, including the verifiers asked on the way.
extension Form {
  typealias Step = (inout Self) -> Void

  /// Ends editing, judges all fields, and submits the form if all pass. Otherwise each field in error says what is
  /// missing, and the focus goes to the first of these fields (A10, A15), or back to the field whose Return found its
  /// error (A11). If a field has a verifier of its own that has not accepted the text yet, that verifier is asked
  /// before all this.
  mutating func accept(byButton button: Int = 0, going way: Way = .on) {
    leave(isAccepting: true) { $0.endAndSubmit(byButton: button, going: way) }
  }

  private mutating func endAndSubmit(byButton button: Int, going way: Way) {
    let submitter = state.firstResponder
    guard endEditing(going: way) else { return beep() }
    (state.submitter, state.pressedButton) = (submitter, button)
    let stays = state.fields.indices.filter { way == .byReturn && submitter == .field($0) && isInError($0) }
    if assessor.judge.finishLists() { reevaluate(.lists) }
    state.isSubmitted = true
    for index in fields.indices { liftRefusal(of: index) }
    judgeAndSubmit(staying: stays)
  }

  /// Judges all fields, and submits the form if all pass. If only the search in a list or a validator is unfinished,
  /// waits for it and judges again.
  private mutating func judgeAndSubmit(staying stays: [Int] = []) {
    for index in fields.indices { judgeAtEndOfEditing(index) }
    let due = state.order.filter(state.mustBeRight)
    let open = due.filter {
      fields[$0].awaitsValidator || state.standing(of: $0) == .open
    }
    let wish = Wish(of: nil)
    let failing = due.filter {
      fields[$0].error != nil || !open.contains($0) && state.result(of: $0)?.isSuccessful == false
    }
    if !failing.isEmpty {
      if let new = state.newPasswordField, state.submitter != .field(new) { countRefusal(of: new) }
      pointToErrors(goingTo: (stays + failing).map(Responder.field) + [state.submitter])
    } else if !open.isEmpty {
      waitingStep = { $0.judgeAndSubmit() }
      state.submission = .waiting(since: state.now)
    } else if delegateAllows(noting: wish, "formShouldSubmit", { $0.formShouldSubmit($2) }) {
      maskAll()
      if state.hasVerifier { verify(.form) } else { end(.accepted) }
    } else {
      if wish.reason == nil, state.notice == nil { state.error = state.texts("This was not accepted.") }
      moveFocus(to: .button(state.pressedButton))
      beep()
    }
  }

  /// Ends the form; no other function does. Without an answer the user gets out from anywhere, whatever the delegate
  /// says (WCAG 2.2, 2.1.2).
  mutating func end(_ ending: Ending) {
    guard self.ending == nil else { return }
    endValidations()
    if ending == .accepted {
      tellDelegate(of: nil, "formDidSubmit") { $0.formDidSubmit($2) }
    } else {
      (state.submission, waitingStep) = (.open, nil)
      withHeldFocus { $0.resign(.cancelled) }
    }
    self.ending = ending
  }

  /// Does `step`, after the field's verifier if that is still due. After the last field that a verifier demanded, goes
  /// on with the step that the demand had interrupted.
  mutating func leave(isAccepting: Bool = false, _ step: @escaping Step) {
    checkAgain(inAll: isAccepting)
    reevaluate(atOnce: true)
    let focus = state.focusedField
    let isAnswering = focus != nil && focus == demandedField
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
    request(.verify)
  }

  /// Goes on after the verifier that ``Request/verify`` started, if the form still waits for it. The caller has already
  /// added the fields that `verdict` asks for; see ``add(_:locking:)``. Once a field is accepted, the form does what
  /// the user asked for. A refusal becomes an error and moves the focus:
  ///
  ///     names              becomes the error of         focus
  ///     fields             these fields                 the first of them
  ///     none, of a field   that field                   that field
  ///     none               the new password, if that    that field
  ///                        is all the form is for
  ///     none               the form                     the first field that is emptied; if the texts are
  ///                                                     in doubt, a sign-in's password or the first field;
  ///                                                     else the pressed button
  ///
  /// A verifier of the form that failed to answer leads to the pressed button.
  mutating func verifierDidEnd(_ verdict: FormVerdict) {
    guard case .verifying(let subject, _) = state.submission else { return }
    if state.isTimeHeld { state.lastInput = state.now }
    let step = waitingStep
    (state.submission, waitingStep) = (.open, nil)
    switch (verdict.kind, subject) {
    case (.accepted, .form): return end(.accepted)
    case (.accepted, .field(let index)):
      liftRefusal(of: index)
      fields[index].wasVerified()
      (demandedField, interruptedStep) = (nil, nil)
      step?(&self)
      return
    case (.refused(let refusal), _): takeRefusal(refusal, about: subject)
    case (.asks(let fields), _):
      let names = (try? fields(state.texts))?.compactMap(\.name) ?? []
      let asked = names.compactMap { name in state.fields.firstIndex { $0.configuration.name == name } }
      guard asked.isEmpty else { return demand(asked, before: step) }
      takeRefusal(Refusal(), about: subject)
    case (.failed(let reason), _):
      (state.notice, state.error, earlyKey) = (nil, reason, nil)
      if subject == .form { moveFocus(to: .button(state.pressedButton)) }
    }
    beep()
  }

  private mutating func takeRefusal(_ refusal: Refusal, about subject: Submission.Subject) {
    (state.notice, earlyKey) = (nil, nil)
    let names = fields.names
    if refusal.isOfHost { for name in refusal.messages.keys + refusal.cleared { _ = tag(of: name) } }
    let cleared = state.order.filter { refusal.cleared.contains(names[$0]) }
    for index in cleared { clear(index) }
    // Validates the emptied texts now, so that no message about an empty text replaces the refusal.
    if !cleared.isEmpty { reevaluate(atOnce: true) }
    let silent = state.texts("This was not accepted.")
    var messages = refusal.messages.mapValues { $0.isEmpty ? silent : $0 }
    var named = state.order.filter { messages[names[$0]] != nil }
    for index in named {
      fields[index].take(.refused(messages.removeValue(forKey: names[index]) ?? silent))
    }
    var message = refusal.message.map { $0.isEmpty ? silent : $0 } ?? messages.min { $0.key < $1.key }?.value
    if named.isEmpty {
      message = message ?? silent
      let judged = state.configuration.judgesOnlyPassword ? state.newPasswordField : nil
      if let index = subject.field ?? judged, let reason = message.take() {
        fields[index].take(.refused(reason))
        named = [index]
      }
    }
    state.error = message
    if refusal.doubtsTexts, subject == .form, let index = named.first ?? state.newPasswordField,
      state.takesNewPassword(index)
    {
      fields[index].follow(.refused)
    }
    if let first = named.first ?? cleared.first {
      if !fields[first].isFirstResponder {
        moveFocus(toFirstOf: (named + cleared).map(Responder.field) + ring(after: .field(first)))
      }
    } else if refusal.doubtsTexts {
      let isSignIn = state.newPasswordField == nil && !state.asksInTurn
      let doubtful = isSignIn ? fields.firstIndex(where: \.holdsKnownPassword) : nil
      if let doubtful { fields[doubtful].follow(.refused) }
      moveFocus(toFirstOf: (doubtful.map { [.field($0)] } ?? []) + ring(after: .form))
      if let doubtful { showHints(of: doubtful) }
    } else {
      moveFocus(to: .button(state.pressedButton))
    }
  }

  /// Of the fields that a verdict asks for, adds those that the form lacks, below its own. The new password need not
  /// differ from an existing password among the added fields.
  ///
  /// - Throws: Why one of them cannot be added, or that there is no memory for its text.
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

  /// Shows the fields `asked`, and focuses the first of them. If all are filled in already, refuses them. When they are
  /// filled in, the verifier is asked again. If it is a field's, `step` follows once it accepts.
  private mutating func demand(_ asked: [Int], before step: Step?) {
    if asked.allSatisfy({ fields[$0].isJudged && fields[$0].canHaveFocus && fields[$0].shape.count > 0 }) {
      for index in asked { fields[index].take(.refused(state.texts("This was not accepted."))) }
    }
    for index in asked { setVisibility(.shown, of: index) }
    (demandedField, interruptedStep) = (asked.last, step)
    moveFocus(toFirstOf: asked.map(Responder.field) + ring(after: state.submitter))
  }

  mutating func liftRefusal(of index: Int) {
    state.error = nil
    fields[index].take(.refusalLifted)
    fields[index].follow(.refusalLifted)
  }
}
