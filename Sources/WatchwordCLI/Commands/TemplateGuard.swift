internal import Watchword
internal import WatchwordMessages
internal import WatchwordSystem

/// Keeps what separates the values of a template out of the fields: such a text is an error of its field, and the form
/// is not accepted while it stands.
final class TemplateGuard: TextFieldDelegate {
  private let template: AnswerTemplate

  init(_ template: AnswerTemplate) { self.template = template }

  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    let name = textField.name
    guard event == .editingChanged,
      let separator = form.withText(of: name, { template.separator(in: $0, of: name) }) ?? nil
    else { return }
    let message =
      separator == " "
      ? text("Leave out spaces.")
      : text("Leave out the character {character}.", ["character": String(separator).quoted])
    form.setErrorMessage(message, of: name)
  }
}
