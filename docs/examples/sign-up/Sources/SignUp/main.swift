import Glibc
import Watchword

/// Lets no digits into a name.
final class NoDigits: TextFieldDelegate {
  func textField(
    _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
    in form: borrowing RunningForm
  ) -> Bool {
    textField.name != "name" || !String(copying: replacement).contains(where: \.isNumber)
  }
}

/// Lets the person at the terminal sign up.
func signUp() throws -> PasswordForm.Answer {
  var form = try PasswordForm(
    "Create account",
    fields: [
      .personName(),
      .email().validated { address in
        address == "ada@example.com" ? .invalid("There is an account with this address.") : .valid
      },
      .newPassword(),
    ])
  form.buttonTitle = "Sign up"
  return try form.runAndWait(delegate: NoDigits())
}

do {
  let answer = try signUp()
  // Only here can the password be read. Its bytes would go to whatever derives a key from it.
  print("\(answer.withPassword { $0.count }) bytes of password")
  let strength = answer.strength.map { "\($0)" } ?? ""
  print("Welcome, \(answer["name"] ?? "") <\(answer["email"] ?? "")>! Your password is \(strength).")
} catch is PasswordForm.Cancellation {
  exit(1)
} catch WatchwordError.noTerminal(let reason) {
  print("No form without a terminal: \(reason)")
  exit(3)
} catch {
  print("The form could not be shown: \(error)")
  exit(6)
}
