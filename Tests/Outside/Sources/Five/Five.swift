import Watchword

/// A delegate and an error in a package that knows no `any`.
final class Months: TextFieldDelegate {
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    textField.text != "13" || form.refuse("Pick a month from 1 to 12.")
  }
}

struct NoCard: Error {
  var cause: Error
}

/// Asks for a month.
public func ask() throws -> String? {
  var month = PasswordForm.Field.text("month")
  month.pattern = "99"
  do {
    return try PasswordForm("Card", fields: [month]).runAndWait(delegate: Months())["month"]
  } catch is PasswordForm.Cancellation {
    return nil
  } catch {
    throw NoCard(cause: error)
  }
}
