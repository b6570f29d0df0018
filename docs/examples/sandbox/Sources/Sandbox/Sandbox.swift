import Glibc
import Watchword

/// Writes down every call, and answers no to the questions whose letters stand in the field "refuse".
final class Sandbox: TextFieldDelegate {
  private let log: Log
  private var refused = ""

  init(_ log: Log) { self.log = log }

  func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    answer("b", textField.name, "textFieldShouldBeginEditing")
  }

  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    log.write(textField.name, "textFieldDidBeginEditing")
  }

  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    answer("e", textField.name, "textFieldShouldEndEditing")
  }

  func textFieldDidEndEditing(
    _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm
  ) {
    log.write(textField.name, "textFieldDidEndEditing, \(reason)")
  }

  /// A log is no place for a text that is typed, so it has the number of bytes.
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool {
    answer("c", textField.name, "shouldChangeCharactersIn \(range), \(replacement.count) bytes")
  }

  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    if textField.name == "refuse" { refused = form.text(of: "refuse") ?? "" }
    log.write(textField.name, "textFieldDidChangeSelection")
  }

  func textFieldShouldClear(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    answer("l", textField.name, "textFieldShouldClear")
  }

  func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    answer("r", textField.name, "textFieldShouldReturn")
  }

  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    log.write(textField.name, "didSend \(event)")
  }

  /// Only the password refuses, so that a letter can always be deleted.
  private func answer(_ letter: Character, _ field: String, _ question: String) -> Bool {
    let isRefused = field == "password" && refused.contains(letter)
    log.write(field, "\(question): \(isRefused ? "no" : "yes")")
    return !isRefused
  }
}
