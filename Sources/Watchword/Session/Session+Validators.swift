/// The validators that answer later, beside the form. Their answers are taken in after each event.
///
/// Their tasks start in code that is compiled into the caller. Otherwise Swift's runtime for tasks would be part of the
/// program.
extension Session {
  /// Asks the validator of field `field` about its text, unless the text has changed since question `number`.
  mutating func startValidator(of field: Int, number: Int) {
    guard form.state.awaitsValidator(of: field, number: number), let text = form.text(of: field),
      case .later(let start)? = form.fields[field].configuration.validator?.work
    else { return }
    questions += 1
    let cancel = start(text) { [validatorAnswers] in validatorAnswers.put((field, number, $0)) }
    validatorRuns.updateValue((number, cancel), forKey: field)?.cancel()
  }

  /// Takes in the answers of the validators, and cancels those that were asked about texts that have changed.
  mutating func lookAtValidators() {
    guard !validatorRuns.isEmpty, form.ending == nil else { return }
    for answer in validatorAnswers.take() where form.ending == nil {
      form.validatorDidEnd(answer.validity, of: answer.field, number: answer.number)
    }
    for (field, run) in validatorRuns where !form.state.awaitsValidator(of: field, number: run.number) {
      run.cancel()
      validatorRuns[field] = nil
    }
  }
}

/// What a validator answered to question `number`, about the text of `field`.
typealias ValidatorAnswer = (field: Int, number: Int, validity: Result<Validity, any Error>)
