import WatchwordScreen

/// The validators of the program's own. What one of them says is the last part of a field's validation.
///
/// One that answers later is asked through ``Request/validate(field:number:)``. Until its answer is there the validation
/// is open and the form is not accepted, but no key waits for it.
extension Form where Texts: ~Copyable {
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
  /// Whether the field's validator is asked about the text, and has not answered.
  var awaitsValidator: Bool { validation?.openNumber != nil }
}

extension FormState {
  /// Whether a validator that was asked has not answered yet.
  package var awaitsValidators: Bool { fields.contains(where: \.awaitsValidator) }

  /// When to look, after `now`, whether a validator has answered; `nil` where none is asked.
  func validatorDeadline(after now: Instant) -> Instant? {
    let starts = fields.lazy.filter(\.awaitsValidator).compactMap(\.validation?.openSince)
    return starts.min().map { Submission.nextLook(since: $0, after: now) }
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
