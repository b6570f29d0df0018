import Glibc
import Watchword

/// What is known of a person who signed up; the password is not among it.
struct Account {
  var name = ""
  var email = ""
  var strength: Level
}

/// A name has no digits, and an address can sign up once.
struct SignUpDelegate: TextFieldDelegate {
  /// Refuses a change that would bring a digit into the name.
  func textField(
    _ textField: TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing some RunningForm
  ) -> Bool {
    guard textField.configuration.name == "name" else { return true }
    let bytes = replacement.span
    return !bytes.indices.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[$0] }
  }

  /// Sets an error under an address that has an account already, and gives its field the focus again.
  func textFieldDidEndEditing(_ textField: TextField, in form: inout some RunningForm) {
    guard textField.configuration.name == "email", form.text(of: textField.tag) == "ada@example.com" else {
      return
    }
    form.setErrorMessage("There is an account with this address.", of: textField.tag)
    form.becomeFirstResponder(textField.tag)
  }
}

/// Lets the person at the terminal sign up; `nil` when they cancel.
func signUp() throws(WatchwordError) -> Account? {
  switch try CustomForm.signUp().run(delegate: SignUpDelegate()) {
  case .cancelled: return nil
  case .accepted(let answer):
    // Only here can the password be read. Its bytes would go to whatever derives a key from it.
    let count = answer.withPassword { $0.count }
    print("\(count) bytes of password")
    var account = Account(strength: answer.strength)
    for value in answer.values where !value.isSecure {
      let text = answer.withText(of: value) { String(copying: $0) }
      if value.name == "name" { account.name = text } else { account.email = text }
    }
    return account
  }
}

do throws(WatchwordError) {
  guard let account = try signUp() else { exit(1) }
  print("Welcome, \(account.name) <\(account.email)>! Your password is \(account.strength).")
} catch .noTerminal(let reason) {
  print("No form without a terminal: \(reason)")
  exit(3)
} catch {
  print("The form could not be shown: \(error)")
  exit(6)
}
