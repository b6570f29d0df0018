import Glibc
import Watchword

/// Asks for the last day of an account where it is one of a guest.
final class Guests: TextFieldDelegate {
  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    guard textField.name == "user", event == .editingChanged else { return }
    form["lastDay"].isHidden = textField.text?.hasPrefix("guest-") != true
  }
}

func makeForm() throws -> PasswordForm {
  let user = PasswordForm.Field.text("user", label: "User name").validated { name in
    name.wholeMatch(of: /[a-z_][a-z0-9_-]{0,31}/) == nil
      ? .invalid("A user name has small letters, digits, _ and -.") : .valid
  }
  var lastDay = PasswordForm.Field.text("lastDay", label: "Last day").validated { day in
    day.wholeMatch(of: /\d{4}-[01]\d-[0-3]\d/) == nil ? .invalid("Write it as 2030-12-31.") : .valid
  }
  lastDay.isHidden = true
  let name = PasswordForm.Field.personName().optional().validated { name in
    name.contains(":") ? .invalid("A name has no colon.") : .valid
  }
  var form = try PasswordForm("New account", fields: [user, lastDay, name, .newPassword()])
  form.buttonTitle = "Create account"
  return form
}

guard let path = CommandLine.arguments.dropFirst().first else {
  print("Usage: Useradd FILE")
  exit(2)
}
do {
  let accounts = Accounts(path: path)
  let answer = try await makeForm().run(delegate: Guests()) { answer in await accounts.create(answer) }
  // The password would go to chpasswd(8) here.
  print("Created \(answer["user"] ?? "") with a password of \(answer.withPassword { $0.count }) bytes.")
} catch is PasswordForm.Cancellation {
  exit(1)
} catch {
  print("No account was made: \(error)")
  exit(6)
}
