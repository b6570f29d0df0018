internal import Watchword
internal import WatchwordMessages
internal import WatchwordSystem

/// Keeps what separates the values of a template out of the fields: such a text is an error of its field, and the form
/// is not accepted while it stands.
struct TemplateGuard: FieldDelegate {
  /// The template.
  let template: AnswerTemplate

  func textField(_ textField: FormField, didSend event: ControlEvent, in form: inout some ShownForm) {
    guard event == .editingChanged, let name = textField.configuration.name,
      let separator = form.withText(of: textField.tag, { template.separator(in: $0, of: name) })
    else { return }
    form.setErrorMessage(Self.message(separator), of: textField.tag)
  }

  /// What a person reads who typed `separator`.
  static func message(_ separator: Unicode.Scalar) -> String {
    separator == " "
      ? text("Leave out spaces.")
      : text("Leave out the character {character}.", ["character": String(separator).quoted])
  }
}
