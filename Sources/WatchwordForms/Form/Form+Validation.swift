import WatchwordMessages
import WatchwordScreen
import WatchwordStrength
import WatchwordText

/// The validations of a form: each field's text on its way through its ``Validation``, the results combined into
/// ``FormState/canSubmit`` (reference behaviour, C).
extension Form where Texts: ~Copyable {
  /// Validates what is due, before `event` of the time `now` is handled. If the event can end editing or press the
  /// button, everything that waits is validated, so that no old verdict decides where the focus goes (C10) or what is
  /// accepted.
  mutating func validateWhatIsDue(before event: Event, at now: Instant) {
    guard state.validationDeadline != nil else { return }
    let canPress = state.firstResponder == .button && event.isInput
    if canPress || event.canEndEditing { flushValidations() } else { validate { $0.value(at: now) } }
  }

  /// Validates what waits, due or not.
  mutating func flushValidations() { validate { $0.flush() } }

  private mutating func validate(_ subject: (inout Validation) -> ValidationSubject?) {
    for index in fields.indices {
      guard var validation = fields[index].validation else { continue }
      let isDue = subject(&validation) != nil
      fields[index].validation = validation
      if isDue { validate(index) }
    }
  }

  /// Validates the text of a field, and shows what came of it under the field (C8).
  private mutating func validate(_ index: Int) {
    let result = newResult(of: index)
    fields[index].validation?.result = result
    // Validating a text again, without an edit, does not remove a refusal.
    if result.message == nil, fields[index].error?.cause == .refusal { return }
    fields[index].error = result.message.map { FieldError(.validation, message: $0) }
  }

  private func newResult(of index: Int) -> ValidationResult {
    let field = fields[index]
    let texts = catalogue.account
    var judgesPolicy: ValidationResult {
      verdict(on: index).firstFailure.map { .failure(state.configuration.policy.rules[$0].message) }
        ?? .success
    }
    switch field.configuration.requirement {
    case .nothing: return .success
    case .equality(let other):
      // If one of the two is empty, they are not compared (C5), but the rule of the password applies (C4).
      let isOtherEmpty = fields[other].shape.count == 0
      if field.shape.count == 0 { return isOtherEmpty && field.configuration.isOptional ? .success : .empty }
      if isOtherEmpty { return judgesPolicy.isSuccessful ? .empty : judgesPolicy }
      return isConfirmed(index) ? judgesPolicy : .failure(texts.differs)
    case _ where field.shape.count == 0: return field.configuration.isOptional ? .success : .empty
    case .presence:
      let isBlank = withJudgedText(of: index) { $0.allSatisfy(\.isWhiteSpace) }
      return !field.configuration.isOptional && isBlank ? .empty : .success
    case .email:
      return withJudgedText(of: index, EmailAddress.matches) ? .success : .failure(texts.invalidEmail)
    case .policy: return judgesPolicy
    case .knownPassword: return .success
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

  /// Sends the passwords that the policy judges to their validations once more, since the same text may be judged
  /// differently now.
  mutating func revalidatePasswords() {
    let now = state.now
    for index in fields.indices where fields[index].configuration.requirement.asksPolicy {
      let subject = subject(of: index)
      if subject.text != nil || subject.confirmed != nil {
        fields[index].validation?.send(subject, at: now)
      }
    }
  }

  private func subject(of index: Int) -> ValidationSubject {
    let configuration = fields[index].configuration
    return ValidationSubject(
      text: fields[index].validation?.fingerprint,
      confirmed: configuration.confirmedField.flatMap { fields[$0].validation?.fingerprint },
      context: configuration.requirement.asksPolicy ? state.contextNumber : 0)
  }

  /// Ends all validations with the form: what is not due yet never runs (C9).
  mutating func endValidations() {
    for index in fields.indices { fields[index].validation?.cancel() }
  }
}

extension Event {
  /// Whether the event can end the editing of a field, other than by cancelling, which judges nothing.
  fileprivate var canEndEditing: Bool {
    switch self {
    case .press: true
    case .key(let key):
      switch KeyBinding.action(for: key) {
      case .focusNext, .focusPrevious, .performReturn: true
      default: false
      }
    default: false
    }
  }
}
