import Glibc
import Watchword

/// What a delegate of UIKit's would do in a form for a card: fill in a zero, refuse what cannot be and say why, and go on
/// once a field is full.
final class Card: TextFieldDelegate {
  /// Turns the first digit of a month that has one into two: "5" is May.
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool {
    guard textField.name == "expiry", textField.text == "", let digit = Int(String(copying: replacement)),
      2...9 ~= digit
    else { return true }
    return form.refuse(settingText: "0\(digit)")
  }

  /// Keeps the person in the field until there is such a month.
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    guard textField.name == "expiry", let month = textField.text?.prefix(2), month.count == 2 else {
      return true
    }
    return Int(month).map { 1...12 ~= $0 } == true || form.refuse("Pick a month from 1 to 12.")
  }

  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    guard event == .editingChanged, let text = textField.text else { return }
    switch (textField.name, text.count) {
    case ("number", 16): form["expiry"].becomeFirstResponder()
    case ("expiry", 4): form["holder"].becomeFirstResponder()
    case ("holder", _): form["holder"].text = text.uppercased()
    default: break
    }
  }

  func formShouldSubmit(_ form: borrowing RunningForm) -> Bool {
    form["number"].text?.hasPrefix("4") == true || form.refuse("We take cards whose number begins with 4.")
  }
}

/// A number of a card whose last digit is the check of the others (Luhn).
func isNumber(_ digits: String) -> Bool {
  let sum = digits.reversed().compactMap(\.wholeNumberValue).enumerated().reduce(0) { sum, digit in
    let value = digit.element * (digit.offset.isMultiple(of: 2) ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }
  return sum.isMultiple(of: 10)
}

do {
  var number = PasswordForm.Field.text("number", label: "Card number").validated {
    isNumber($0) ? .valid : .invalid("A digit of it is wrong.")
  }
  number.pattern = "9999 9999 9999 9999"
  var expiry = PasswordForm.Field.text("expiry", label: "Valid until")
  expiry.pattern = "99/99"
  var form = try PasswordForm(
    "Pay by card", fields: [number, expiry, .personName("holder", label: "Name on the card")])
  form.buttonTitle = "Pay"
  let answer = try form.runAndWait(delegate: Card())
  print("\(answer["holder"] ?? "") pays with the card that ends in \(answer["number"]?.suffix(4) ?? "").")
} catch is PasswordForm.Cancellation {
  exit(1)
} catch {
  print("No card was asked for: \(error)")
  exit(6)
}
