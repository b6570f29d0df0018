import Glibc
import Watchword

extension PasswordForm {
  /// The form of the sandbox, which says where the log is. If there is no room for both, it asks for a wider window.
  static func sandbox(_ place: String, hasRoom: Bool = true) throws -> PasswordForm {
    let letters = "b begin, e end, c change, l clear, r return"
    var password = Field.newPassword(label: "Password")
    password.isConfirmed = false
    var refuse = Field.text("refuse", label: "Say no to").optional()
    refuse.placeholder = letters
    var form = try PasswordForm("Sandbox", fields: [password, .text("anything").optional(), refuse])
    form.message =
      "Every call\(hasRoom ? " of the delegate" : "") stands \(place). These letters say no: \(letters)."
      + (hasRoom ? "" : " A window of 120 columns shows more.")
    return form
  }
}

/// Writes down every call and the strength, and answers no to the questions whose letters stand in the field "refuse".
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

  /// A log is no place for a secret: of a password it has the number of bytes.
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool {
    let new =
      switch (textField.isSecure, replacement.count) {
      case (false, _): "\"\(String(copying: replacement))\""
      case (true, 1): "1 byte"
      case (true, let count): "\(count) bytes"
      }
    return answer("c", textField.name, "shouldChangeCharactersIn \(range), \(new)")
  }

  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    if textField.name == "refuse" { refused = textField.text ?? "" }
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
    let value =
      switch event {
      case .editingChanged: textField.text.map { "\"\($0)\"" }
      case .valueChanged: form.strength.map { "the password is \($0)" }
      default: nil as String?
      }
    log.write(textField.name, "didSend \(event)" + (value.map { ": \($0)" } ?? ""))
  }

  /// The field of the letters refuses nothing, so that a letter can always be deleted.
  private func answer(_ letter: Character, _ field: String, _ question: String) -> Bool {
    let isRefused = field != "refuse" && refused.contains(letter)
    log.write(field, question + (isRefused ? " <== NO" : ": yes"))
    return !isRefused
  }
}
