import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The validations of a form: each field's text on its way through its ``Validation``, the results combined into
/// ``FormState/canSubmit`` (reference behaviour, C).
extension Form {
  /// Validates what waits, due or not, so that no old verdict decides (C10): before a verifier or a delegate is asked
  /// whether a field may be left or begun, and before a field is judged. The new password is searched for in the list first.
  mutating func flushValidations() {
    hastenSearch()
    validate { $0.flush() }
  }

  /// Validates what `subject` takes out of each validation.
  mutating func validate(_ subject: (inout Validation) -> ValidationSubject?) {
    for index in fields.indices where state.isPending(index) {
      guard var validation = fields[index].validation else { continue }
      let isDue = subject(&validation) != nil
      fields[index].validation = validation
      if isDue { validate(index) }
    }
  }

  /// Validates the text of a field. Once an error was shown under the field, what came of it is shown too (C6, C8).
  private mutating func validate(_ index: Int) {
    let result = newResult(of: index)
    fields[index].validation?.result = result
    askValidator(of: index)
    if fields[index].showsResult, !fields[index].configuration.requirement.isOfNewPassword {
      setError(fault(of: index), of: index)
    }
  }

  /// Validates a field again whose text is the same, while what is asked of it is new.
  mutating func validateAgain(_ index: Int) {
    if fields[index].validation != nil { validate(index) }
    if fields[index].error?.isFromOutside == false { setError(fault(of: index), of: index) }
  }

  private func newResult(of index: Int) -> ValidationResult {
    let field = fields[index]
    switch field.configuration.requirement {
    case .nothing: return .success
    case .equality(let other):
      // If one of the two is empty, they are not compared (C5).
      let isOtherEmpty = fields[other].shape.count == 0
      if field.shape.count == 0 { return isOtherEmpty && field.configuration.isOptional ? .success : .empty }
      if isOtherEmpty { return .empty }
      return field.match == .equal
        ? .success : .failure(state.configuration.unequalMessage(of: field.configuration))
    case _ where field.shape.count == 0: return field.configuration.isOptional ? .success : .empty
    case .presence:
      let isBlank = withJudgedText(of: index) { $0.allSatisfy(\.isWhiteSpace) }
      return !field.configuration.isOptional && isBlank ? .empty : .success
    case .email:
      return withJudgedText(of: index, EmailAddress.matches)
        ? .success : .failure(state.configuration.texts("Invalid email address."))
    case .policy:
      let (policy, verdict) = (state.configuration.policy, verdict(of: index))
      if let rule = verdict.firstFailure { return .failure(policy.rules[rule].message.text) }
      return verdict.isOpen ? .open : .success
    case .knownPassword:
      guard let policy = state.configuration.knownPasswordPolicy else { return .success }
      let verdict = withJudgedText(of: index) {
        policy.verdict(on: $0, count: field.shape.count, by: Judge())
      }
      return verdict.firstFailure.map { .failure(policy.rules[$0].message.text) } ?? .success
    }
  }

  /// Sends the new text of field `changed` to its validation, and to that of the field that confirms it.
  mutating func sendToValidation(from changed: Int) {
    guard fields[changed].validation != nil else { return }
    let (key, now) = (fingerprintKey, state.now)
    let fingerprint = withJudgedText(of: changed) { Fingerprint(of: $0, key: key) }
    fields[changed].validation?.fingerprint = fingerprint
    for index in fields.indices {
      guard index == changed || fields[index].configuration.confirmedField == changed else { continue }
      let subject = subject(of: index)
      fields[index].validation?.send(subject, at: now)
    }
  }

  func subject(of index: Int) -> ValidationSubject {
    ValidationSubject(
      text: fields[index].validation?.fingerprint,
      confirmed: fields[index].configuration.confirmedField.flatMap { fields[$0].validation?.fingerprint })
  }

  /// Ends all validations with the form: what is not due yet never runs (C9), nor is anything shown or masked later.
  mutating func endValidations() {
    state.lastInput = nil
    state.search = SearchProgress()
    judge.leaks?.cancel()
    for index in fields.indices { fields[index].validation?.cancel() }
  }
}

/// The validators of the program's own. What one of them says is the last part of a field's validation.
///
/// One that answers later is asked through ``Request/validate(field:number:)``. Until its answer is there the validation
/// is open and the form is not accepted, but no key waits for it.
extension Form {
  /// Asks the validator of field `index` about its text, if nothing else is wrong with that.
  mutating func askValidator(of index: Int) {
    guard let validator = fields[index].configuration.validator, fields[index].shape.count > 0,
      state.result(of: index) == .success, let text = text(of: index)
    else { return }
    switch validator.work {
    case .now(let validate): fields[index].validation?.result = ValidationResult(validate(text))
    case .later:
      let now = state.now
      guard let number = fields[index].validation?.open(at: now) else { return }
      ask(.validate(field: index, number: number))
    }
  }

  /// Takes in what the validator of field `index` says. An answer about a text that has changed since is left out. A
  /// field that has been left is judged as it would have been then.
  mutating func validatorDidEnd(_ validity: Validity, of index: Int, number: Int) {
    settle()
    guard fields[index].validation?.close(number, with: ValidationResult(validity)) == true else { return }
    if fields[index].showsResult || fields[index].isJudged && !fields[index].isFirstResponder {
      setError(fault(of: index), of: index)
    }
    goOnWithAnswers()
  }
}

extension FormField {
  var awaitsValidator: Bool { validation?.openSince != nil }
}

extension FormState {
  package var awaitsValidators: Bool {
    fields.indices.contains { isPending($0) && fields[$0].awaitsValidator }
  }

  /// When to look, after `now`, whether a validator has answered; `nil` where none is asked.
  func validatorDeadline(after now: Instant) -> Instant? {
    earliest { $0.openSince }.map { Submission.nextLook(since: $0, after: now) }
  }

  /// Whether validation `number` of field `index` is still to be answered.
  package func awaitsValidator(of index: Int, number: Int) -> Bool {
    fields[index].validation?.openNumber == number
  }

  /// Whether nothing more has to be found out about the text of field `index`.
  package func isValidated(_ index: Int) -> Bool {
    fields[index].validation?.deadline == nil && !fields[index].awaitsValidator
  }
}
