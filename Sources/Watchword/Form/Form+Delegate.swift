package import WatchwordStrength

/// How a form asks and tells its delegate, and what that can read of the form and change in it (E1 and E3).
extension Form where Texts: ~Copyable {
  /// Whether the delegate allows what `question` asks it about field `index`; yes where there is none.
  func delegateAllows(
    in index: Int,
    _ question: (any TextFieldDelegate, borrowing TextField, borrowing RunningForm) -> Bool
  ) -> Bool {
    guard let delegate else { return true }
    let field = TextField(fields[index], named: fields.name(of: index) ?? "")
    var answer = true
    unsafe withUnsafePointer(to: self) {
      // It is borrowed, so nothing changes it there.
      let form = RunningForm(unsafe FormPointer(UnsafeMutablePointer(mutating: $0)))
      callDelegate { answer = question(delegate, field, form) }
    }
    return answer
  }

  /// Whether the delegate allows that `text` takes the place of `range` in field `index`.
  func delegateAllowsChange(of range: Range<Int>, in index: Int, to text: UTF8Span) -> Bool {
    delegateAllows(in: index) {
      $0.textField($1, shouldChangeCharactersIn: range, replacement: text, in: $2)
    }
  }

  /// Tells the delegate `fact` about field `index`.
  mutating func tellDelegate(
    of index: Int, _ fact: (any TextFieldDelegate, borrowing TextField, inout RunningForm) -> Void
  ) {
    guard let delegate else { return }
    let field = TextField(fields[index], named: fields.name(of: index) ?? "")
    let callDelegate = callDelegate
    unsafe withUnsafeMutablePointer(to: &self) {
      var form = RunningForm(unsafe FormPointer($0))
      callDelegate { fact(delegate, field, &form) }
    }
  }

  /// The text of field `tag`; `nil` if the field is secure.
  func text(of tag: Int) -> String? {
    fields[tag].configuration.isSecure ? nil : texts.withText(of: tag) { String(copying: $0) }
  }

  mutating func becomeFirstResponder(_ tag: Int) -> Bool {
    changeFocus { $0.moveFocus(to: .field(tag)) }
    return fields[tag].isFirstResponder
  }

  mutating func endEditing(force: Bool) -> Bool {
    changeFocus {
      $0.flushValidations()
      if force { $0.resign(.committed) } else { _ = $0.endEditing() }
    }
    return state.focusedField == nil
  }

  private mutating func changeFocus(_ change: (inout Self) -> Void) {
    guard !isFocusHeld else { return }
    isFocusHeld = true
    settle()
    change(&self)
    isFocusHeld = false
  }

  mutating func setText(_ text: String, of tag: Int) -> Bool {
    let all = 0..<texts.count(of: tag)
    guard !fields[tag].configuration.isSecure,
      texts.obstacle(toReplacing: all, in: tag, with: text.utf8Span) == nil
    else { return false }
    texts.replace(all, in: tag, with: text.utf8Span)
    fields[tag].raisedLetters = RaisedLetters()
    textDidChange(in: tag, by: .program)
    return true
  }

  mutating func setEnabled(_ isEnabled: Bool, of tag: Int) {
    fields[tag].isEnabled = isEnabled
    for index in fields.indices where !state.mustBeRight(index) {
      forgetLoss(of: index)
      setError(nil, of: index)
    }
    if !isEnabled, fields[tag].isFirstResponder { resign(.committed) }
  }

  mutating func setErrorMessage(_ message: String?, of tag: Int) {
    if fields[tag].error?.cause == .loss { return }
    fields[tag].error = message.map { FieldError(cause: .program, message: $0) }
  }
}

/// A form in a call of its delegate, whatever holds its texts. The fields go by their numbers, and it does what
/// ``RunningForm`` says.
package protocol FormReference {
  var textFields: [FormField] { get }
  /// How strong the new password is; weak where the form asks for none.
  var strength: Level { get }
  func withText<R>(of tag: Int, _ body: (UTF8Span) -> R) -> R
  func text(of tag: Int) -> String?
  @discardableResult
  func becomeFirstResponder(_ tag: Int) -> Bool
  @discardableResult
  func endEditing(force: Bool) -> Bool
  @discardableResult
  func setText(_ text: String, of tag: Int) -> Bool
  func setEnabled(_ isEnabled: Bool, of tag: Int)
  func setErrorMessage(_ message: String?, of tag: Int)
}

/// The place of a form in memory, for the length of one call.
@safe
private struct FormPointer<Texts: TextStore & ~Copyable>: FormReference {
  private let form: UnsafeMutablePointer<Form<Texts>>

  @unsafe init(_ form: UnsafeMutablePointer<Form<Texts>>) { unsafe self.form = form }

  var textFields: [FormField] { unsafe form.pointee.fields }
  var strength: Level { unsafe form.pointee.state.level }

  func withText<R>(of tag: Int, _ body: (UTF8Span) -> R) -> R {
    unsafe form.pointee.texts.withText(of: tag, body)
  }

  func text(of tag: Int) -> String? { unsafe form.pointee.text(of: tag) }
  func becomeFirstResponder(_ tag: Int) -> Bool { unsafe form.pointee.becomeFirstResponder(tag) }
  func endEditing(force: Bool) -> Bool { unsafe form.pointee.endEditing(force: force) }
  func setText(_ text: String, of tag: Int) -> Bool { unsafe form.pointee.setText(text, of: tag) }
  func setEnabled(_ isEnabled: Bool, of tag: Int) { unsafe form.pointee.setEnabled(isEnabled, of: tag) }
  func setErrorMessage(_ text: String?, of tag: Int) { unsafe form.pointee.setErrorMessage(text, of: tag) }
}
