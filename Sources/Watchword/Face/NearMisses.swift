/// Methods that look like those of ``TextFieldDelegate``, and that no form calls. A debug build calls them once when a
/// form begins, and traps at one that is the host's own.
public protocol _NearMisses: AnyObject {
  func formWillBegin(_ form: borrowing RunningForm)
  func textFieldShouldBeginEditing(_ textField: borrowing TextField) -> Bool
  func textFieldDidEndEditing(_ textField: borrowing TextField)
  func textFieldShouldReturn(_ textField: borrowing TextField) -> Bool
  func textFieldDidEndEditing(_ textField: borrowing TextField, reason: TextField.EndReason)
  func textFieldShouldReturn(_ textField: borrowing TextField, in form: inout RunningForm) -> Bool
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: borrowing RunningForm)
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacementString: String,
    in form: borrowing RunningForm
  ) -> Bool
}

extension _NearMisses {
  /// Takes its note back.
  public func formWillBegin(_ form: borrowing RunningForm) { _ = form.base.misses.popLast() }
  /// Takes its note back.
  public func textFieldShouldBeginEditing(_ textField: borrowing TextField) -> Bool { textField.isDefault() }
  /// Takes its note back.
  public func textFieldDidEndEditing(_ textField: borrowing TextField) { textField.isDefault() }
  /// Takes its note back.
  public func textFieldShouldReturn(_ textField: borrowing TextField) -> Bool { textField.isDefault() }
  /// Takes its note back.
  public func textFieldDidEndEditing(_ textField: borrowing TextField, reason: TextField.EndReason) {
    textField.isDefault()
  }
  /// Takes its note back.
  public func textFieldShouldReturn(_ textField: borrowing TextField, in form: inout RunningForm) -> Bool {
    textField.isDefault()
  }
  /// Takes its note back.
  public func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: borrowing RunningForm) {
    textField.isDefault()
  }
  /// Takes its note back.
  public func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacementString: String,
    in form: borrowing RunningForm
  ) -> Bool { textField.isDefault() }
}

extension RunningForm {
  /// Traps if `delegate` has some of ``_NearMisses`` of its own, and names all of them.
  mutating func hasNoNearMisses(_ delegate: any TextFieldDelegate, _ field: borrowing TextField) -> Bool {
    expect("formWillBegin(_:)", "make the form `inout`") { delegate.formWillBegin($0) }
    expect("textFieldShouldBeginEditing(_:)") { _ in _ = delegate.textFieldShouldBeginEditing(field) }
    expect("textFieldDidEndEditing(_:)") { _ in delegate.textFieldDidEndEditing(field) }
    expect("textFieldShouldReturn(_:)") { _ in _ = delegate.textFieldShouldReturn(field) }
    expect("textFieldDidEndEditing(_:reason:)") { _ in
      delegate.textFieldDidEndEditing(field, reason: .committed)
    }
    expect("textFieldShouldReturn(_:in:)", "make the form `borrowing`") {
      _ = delegate.textFieldShouldReturn(field, in: &$0)
    }
    expect("textFieldDidChangeSelection(_:in:)", "make the form `inout`") {
      delegate.textFieldDidChangeSelection(field, in: $0)
    }
    expect(
      "textField(_:shouldChangeCharactersIn:replacementString:in:)", "take `replacement: UTF8Span`"
    ) {
      _ = delegate.textField(field, shouldChangeCharactersIn: 0..<0, replacementString: "", in: $0)
    }
    let misses = base.misses.joined(separator: "; ")
    precondition(misses.isEmpty, "in \(type(of: delegate)): \(misses)")
    return true
  }

  /// Notes `method`, and leaves the note unless `call` ends in a default, which takes the last note back.
  private mutating func expect(
    _ method: String, _ advice: String = "add `in form`", _ call: (inout RunningForm) -> Void
  ) {
    base.misses.append("\(method) is never called as it is: \(advice)")
    call(&self)
  }
}
