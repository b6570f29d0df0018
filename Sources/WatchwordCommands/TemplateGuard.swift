internal import Watchword
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordSystem

/// Keeps a template's separators out of the fields. A text with a separator is an error of its field, which blocks the
/// form.
final class TemplateGuard: TextFieldDelegate {
  private let template: AnswerTemplate

  init(_ template: AnswerTemplate) { self.template = template }

  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    let name = textField.name
    guard event == .editingChanged,
      let separator = textField.withText({ template.separator(in: $0, of: name) })
    else { return }
    let message =
      separator == " "
      ? text("Leave out spaces.")
      : text("Leave out the character {character}.", ["character": String(separator).quoted])
    form[name].errorMessage = message
  }
}
