import WatchwordBase
import WatchwordScreen
import WatchwordStrength

/// The validations of a form: each field's text goes through its ``Validation``, and the results are combined into
/// ``FormState/canSubmit``.
extension Form {
  /// Validates each field from whose validation `subject` takes a value, such as a value that is due.
  mutating func validate(_ subject: (inout Validation) -> ValidationSubject?) {
    for index in fields.indices where state.isPending(index) {
      guard var validation = fields[index].validation else { continue }
      let isDue = subject(&validation) != nil
      fields[index].validation = validation
      if isDue { validate(index) }
    }
  }

  /// Validates the text of a field. Once an error was shown under the field, the result is shown too (C6, C8).
  private mutating func validate(_ index: Int) {
    let result = newResult(of: index)
    fields[index].validation?.result = result
    askValidator(of: index)
    if !fields[index].configuration.requirement.isOfNewPassword { tell(.validated, to: index) }
  }

  /// Validates a field whose requirement has changed while its text is the same.
  mutating func requirementDidChange(of index: Int) {
    if fields[index].validation != nil { validate(index) }
    tell(.requirementChanged, to: index)
  }

  private func newResult(of index: Int) -> ValidationResult {
    let field = fields[index]
    if let fault = inputFault(of: index) { return .failure(fault) }
    switch field.configuration.requirement {
    case .nothing: return .success
    case .policy, .equality:
      return switch state.standing(of: index) {
      case .right, nil: .success
      case .empty, .alone: .empty
      case .open: .open
      case .differs: .failure(state.configuration.unequalMessage(of: field.configuration))
      case .fails(let rule): .failure(state.message(ofRule: rule))
      }
    case _ where field.shape.count == 0: return field.configuration.isOptional ? .success : .empty
    case .presence:
      let isBlank = withJudgedText(of: index) { $0.allSatisfy(\.isWhiteSpace) }
      return !field.configuration.isOptional && isBlank ? .empty : .success
    case .email:
      return withJudgedText(of: index, EmailAddress.matches)
        ? .success : .failure(state.configuration.texts("Invalid email address."))
    case .knownPassword:
      guard let policy = state.configuration.knownPasswordPolicy else { return .success }
      let verdict = withJudgedText(of: index) {
        policy.verdict(on: $0, count: field.shape.count, by: Judge())
      }
      return verdict.firstFailure.map { .failure(policy.rules[$0].message.text) } ?? .success
    }
  }

  /// Tells the validation of field `changed` that its text has changed, and that of the field that confirms it.
  mutating func sendToValidation(from changed: Int) {
    guard fields[changed].validation != nil else { return }
    let (key, now) = (fingerprintKey, state.now)
    let fingerprint = withJudgedText(of: changed) { Fingerprint(of: $0, key: key) }
    fields[changed].validation?.fingerprint = fingerprint
    for index in fields.pair(of: changed) {
      let subject = subject(of: index)
      fields[index].validation?.send(subject, at: now)
    }
  }

  func subject(of index: Int) -> ValidationSubject {
    ValidationSubject(
      text: fields[index].validation?.fingerprint,
      confirmed: fields[index].configuration.confirmedField.flatMap { fields[$0].validation?.fingerprint })
  }

  /// Ends all validations, because the form ends. A validation that is not due yet never runs (C9), and nothing is
  /// shown or masked later.
  mutating func endValidations() {
    state.lastInput = nil
    state.search = SearchProgress()
    assessor.judge.leaks?.cancel()
    for index in fields.indices { fields[index].validation?.cancel() }
  }
}

/// The host's validators, which come last in a field's validation.
///
/// A validator that answers later is asked through ``Request/validate(field:number:)``. Until it answers, the
/// validation is open and the form is not accepted, but no key waits for it.
extension Form {
  /// Asks the validator of field `index` about its text, if nothing else is wrong with it.
  mutating func askValidator(of index: Int) {
    guard let validator = fields[index].configuration.validator, fields[index].shape.count > 0,
      state.result(of: index) == .success, let text = text(of: index)
    else { return }
    switch validator.work {
    case .now(let validate):
      let result = take(Result { try validate(text) }, of: index)
      fields[index].validation?.result = result
    case .later:
      let now = state.now
      guard let number = fields[index].validation?.open(at: now) else { return }
      request(.validate(field: index, number: number))
    }
  }

  /// What the answer of the validator of field `index` makes of its text. If it has thrown, the text is open.
  private mutating func take(_ answer: Result<Validity, any Error>, of index: Int) -> ValidationResult {
    switch answer {
    case .success(.valid): return .success
    case .success(.invalid("")): return .failure(state.texts("This was not accepted."))
    case .success(.invalid(let message)): return .failure(message)
    case .failure(let error):
      host.noteFailure?("the validator of the field \"\(fields.names[index])\" has thrown: \(error)")
      let words = state.texts("Cannot be checked now.")
      // A notice stands below the focused field.
      state.notice =
        fields[index].isFirstResponder
        ? words : state.ofField(state.label(of: fields[index].configuration), words)
      return .open
    }
  }

  /// Asks the validators that have thrown about their texts again: of all fields, or of the focused one.
  mutating func checkAgain(inAll: Bool) {
    for index in fields.indices where inAll || fields[index].isFirstResponder {
      if fields[index].configuration.validator != nil, state.result(of: index) == .open,
        state.isValidated(index)
      {
        validate(index)
      }
    }
  }

  /// Takes the answer of the validator of field `index`. An answer about an outdated text is ignored. If the field
  /// has been left, it is judged now.
  mutating func validatorDidEnd(_ answer: Result<Validity, any Error>, of index: Int, number: Int) {
    reevaluate()
    guard state.awaitsValidator(of: index, number: number) else { return }
    let result = take(answer, of: index)
    fields[index].validation?.close(with: result)
    tell(.answered(isLeft: fields[index].isLeft), to: index)
    takeAnswers()
  }
}

extension FormField {
  var awaitsValidator: Bool { validation?.openSince != nil }
}

extension FormState {
  package var awaitsValidators: Bool {
    fields.indices.contains { isPending($0) && fields[$0].awaitsValidator }
  }

  /// When to check, after `now`, whether a validator has answered; `nil` if none is asked.
  func validatorDeadline(after now: Instant) -> Instant? {
    earliest { fields[$0].validation?.openSince }.map { Submission.nextLook(since: $0, after: now) }
  }

  /// Whether question `number` about field `index` is still unanswered.
  package func awaitsValidator(of index: Int, number: Int) -> Bool {
    fields[index].validation?.openNumber == number
  }

  /// Whether the validation of field `index` is complete: no text waits to be validated, and no validator is being
  /// asked. A hidden field is not validated.
  package func isValidated(_ index: Int) -> Bool {
    !isPending(index) || fields[index].validation?.deadline == nil && !fields[index].awaitsValidator
  }
}
