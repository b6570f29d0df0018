import Messages
public import Screen
public import Strength

/// The validations of a form: each field's text on its way through its ``Validation``, the results combined into
/// ``canSubmit`` (reference behaviour, C).
extension Form {
  /// What a validation tells texts apart by.
  struct Subject: Equatable, Sendable {
    /// The field's own text.
    var text: Fingerprint?
    /// The text that it has to equal, if it has to.
    var confirmed: Fingerprint?
    /// Which of the contexts, one after the other, the text was judged in; 0 where it does not matter.
    var context = 0
  }

  /// Whether the validations of all fields succeeded, so that the button is awake (C7).
  public var canSubmit: Bool { validations.lazy.compactMap { $0?.result }.canSubmit }

  /// What came of the validation of field `index`; `nil` where it has none.
  public func result(of index: Int) -> ValidationResult? { validations[index]?.result }

  /// What is to be validated before `event`, which happened at `now`, is handled: what is due by then, and all that
  /// waits where the event can end editing, so that no focus is chosen by an old verdict (C10).
  public mutating func validationsDue(before event: Event, at now: Instant) -> [Effect] {
    guard validationDeadline != nil else { return [] }
    return event.canEndEditing ? flushValidations() : take { $0.value(at: now) }
  }

  /// What waits to be validated, due or not.
  public mutating func flushValidations() -> [Effect] { take { $0.flush() } }

  private mutating func take(
    _ value: (inout Validation<Subject, Instant>) -> Subject?
  ) -> [Effect] {
    fields.indices.compactMap { index in
      guard var validation = validations[index] else { return nil }
      defer { validations[index] = validation }
      return value(&validation).map { _ in .validate(index) }
    }
  }

  /// Validates the text of a field, and shows what came of it under the field (C8).
  ///
  /// - Parameters:
  ///   - index: The field.
  ///   - text: Its text.
  ///   - isConfirmed: Whether the text equals the one that it has to equal, if it has to.
  ///   - judge: What says how strong a password is, and whether it is a common one.
  public mutating func validate(_ index: Int, text: UTF8Span, isConfirmed: Bool, judge: Judge) {
    guard let rule = fields[index].configuration.validation else { return }
    let result = result(of: rule, in: index, text: text, isConfirmed: isConfirmed, judge: judge)
    validations[index]?.result = result
    // The text may have been validated anew without an edit, which takes no refusal away.
    if result.message == nil, fields[index].error?.cause == .refusal { return }
    fields[index].error = result.message.map { FieldError(.validation, message: $0) }
  }

  private func result(
    of rule: ValidationRule, in index: Int, text: UTF8Span, isConfirmed: Bool, judge: Judge
  ) -> ValidationResult {
    let field = fields[index]
    let texts = configuration.catalogue.account
    func judges(_ policy: Policy, by judge: Judge) -> ValidationResult {
      let verdict = policy.verdict(on: text, count: field.shape.count, by: judge)
      return verdict.firstFailure.map { .failure(policy.rules[$0].message) } ?? .success
    }
    var judgesPolicy: ValidationResult { judges(configuration.policy, by: judge) }
    switch rule {
    case .confirmation(let other):
      // Of two texts of which one is empty nothing is said (C5), but the rule of the password holds as well (C4).
      let isOtherEmpty = fields[other].shape.count == 0
      if field.shape.count == 0 { return isOtherEmpty && field.configuration.isOptional ? .success : .empty }
      if isOtherEmpty { return judgesPolicy.isSuccessful ? .empty : judgesPolicy }
      return isConfirmed ? judgesPolicy : .failure(texts.differs)
    case _ where field.shape.count == 0: return field.configuration.isOptional ? .success : .empty
    case .presence:
      return !field.configuration.isOptional && text.allSatisfy(WhiteSpace.contains) ? .empty : .success
    case .email: return EmailAddress.matches(text) ? .success : .failure(texts.invalidEmail)
    case .policy: return judgesPolicy
    case .account: return judges(.account(configuration.catalogue), by: Judge())
    }
  }

  /// When the next validation is due; `nil` when none waits.
  var validationDeadline: Instant? { validations.lazy.compactMap { $0?.deadline }.min() }

  /// Sends what the text of field `changed` has become to its validation, and to that of the field that confirms it.
  mutating func send(_ fingerprint: Fingerprint, from changed: Int) {
    fingerprints[changed] = fingerprint
    for index in fields.indices {
      let confirmed = fields[index].configuration.confirmedField
      guard index == changed || confirmed == changed else { continue }
      let subject = subject(of: index)
      validations[index]?.send(subject, at: now)
    }
  }

  /// Sends the texts that were typed and have to be what the policy asks for to their validations once more, since the
  /// same text may be worth something else by now.
  mutating func revalidatePasswords() {
    for index in fields.indices where fields[index].configuration.validation?.asksPolicy == true {
      let subject = subject(of: index)
      if subject.text != nil || subject.confirmed != nil { validations[index]?.send(subject, at: now) }
    }
  }

  private func subject(of index: Int) -> Subject {
    let configuration = fields[index].configuration
    return Subject(
      text: fingerprints[index], confirmed: configuration.confirmedField.flatMap { fingerprints[$0] },
      context: configuration.validation?.asksPolicy == true ? contextNumber : 0)
  }

  /// Ends all validations with the form: what is not due yet never runs (C9).
  mutating func endValidations() {
    for index in validations.indices { validations[index]?.cancel() }
  }
}

extension TextField.Configuration {
  /// The validation of a field in which nothing was typed yet.
  func makeValidation(delay: Int64) -> Validation<Form.Subject, Instant>? {
    guard validation != nil else { return nil }
    return Validation(debounce: delay, startingWith: isOptional ? .success : .empty)
  }
}

extension UTF8Span {
  /// Whether `predicate` holds for every scalar.
  func allSatisfy(_ predicate: (Unicode.Scalar) -> Bool) -> Bool {
    var scalars = makeUnicodeScalarIterator()
    while let scalar = scalars.next() { if !predicate(scalar) { return false } }
    return true
  }
}

extension Event {
  /// Whether the event can end the editing of a field by the person's leave. Cancelling judges nothing.
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
