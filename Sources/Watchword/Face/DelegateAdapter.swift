/// Hands what a form asks and tells to a delegate of the library's user.
struct DelegateAdapter: FieldDelegate {
  let delegate: any TextFieldDelegate
  /// Makes a call, where the delegate may be called, before it returns.
  let make: (_ call: () -> Void) -> Void

  private func ask(
    _ field: FormField, _ form: borrowing some ShownForm,
    _ question: (borrowing TextField, borrowing RunningForm) -> Bool
  ) -> Bool {
    let field = TextField(field, named: form.textFields.name(of: field.tag))
    var answer = true
    RunningForm.withForm(reading: form) { form in make { answer = question(field, form) } }
    return answer
  }

  private func tell(
    _ field: FormField, _ form: inout some ShownForm,
    _ fact: (borrowing TextField, inout RunningForm) -> Void
  ) {
    let field = TextField(field, named: form.textFields.name(of: field.tag))
    RunningForm.withForm(changing: &form) { form in make { fact(field, &form) } }
  }

  func textFieldShouldBeginEditing(
    _ textField: FormField, in form: borrowing some ShownForm
  ) -> Bool {
    ask(textField, form) { delegate.textFieldShouldBeginEditing($0, in: $1) }
  }

  func textFieldDidBeginEditing(
    _ textField: FormField, in form: inout some ShownForm
  ) {
    tell(textField, &form) { delegate.textFieldDidBeginEditing($0, in: &$1) }
  }

  func textFieldShouldEndEditing(
    _ textField: FormField, in form: borrowing some ShownForm
  ) -> Bool {
    ask(textField, form) { delegate.textFieldShouldEndEditing($0, in: $1) }
  }

  func textFieldDidEndEditing(
    _ textField: FormField, reason: EndReason,
    in form: inout some ShownForm
  ) {
    tell(textField, &form) { delegate.textFieldDidEndEditing($0, reason: .init(reason), in: &$1) }
  }

  func textField(
    _ textField: FormField, shouldChangeCharactersIn range: Range<Int>,
    replacement: UTF8Span, in form: borrowing some ShownForm
  ) -> Bool {
    ask(textField, form) {
      delegate.textField($0, shouldChangeCharactersIn: range, replacement: replacement, in: $1)
    }
  }

  func textFieldDidChangeSelection(
    _ textField: FormField, in form: inout some ShownForm
  ) {
    tell(textField, &form) { delegate.textFieldDidChangeSelection($0, in: &$1) }
  }

  func textFieldShouldClear(
    _ textField: FormField, in form: borrowing some ShownForm
  ) -> Bool {
    ask(textField, form) { delegate.textFieldShouldClear($0, in: $1) }
  }

  func textFieldShouldReturn(
    _ textField: FormField, in form: borrowing some ShownForm
  ) -> Bool {
    ask(textField, form) { delegate.textFieldShouldReturn($0, in: $1) }
  }

  func textField(
    _ textField: FormField, didSend event: ControlEvent,
    in form: inout some ShownForm
  ) {
    tell(textField, &form) { delegate.textField($0, didSend: .init(event), in: &$1) }
  }
}

extension [FormField] {
  /// The name by which a program knows field `tag`.
  func name(of tag: Int) -> String {
    let configuration = self[tag].configuration
    if let confirmed = configuration.confirmedField { return "\(name(of: confirmed)).confirmation" }
    return configuration.name ?? ""
  }

  /// The field that a program knows by `name`.
  func tag(of name: String) -> Int? { indices.first { self.name(of: $0) == name } }
}
