import Glibc
import Watchword

var forms = try [
  PasswordForm("Who are you?", fields: [.personName(), .email()]),
  PasswordForm("Which plan?", fields: [.choice("plan", of: ["solo", "team"]), .date("start").optional()]),
  .newPassword("Choose a password"),
]
var answers: [PasswordForm.Answer] = []
while answers.count < forms.count {
  let step = answers.count
  if step > 0 { forms[step].secondaryButtonTitle = "Back" }
  do {
    answers.append(try await forms[step].run())
    forms[step].initialTexts = answers[step].texts
  } catch let press as PasswordForm.SecondaryPress {
    forms[step].initialTexts = press.texts
    answers.removeLast()
  } catch is PasswordForm.Cancellation { exit(1) }
}
print("\(answers[0]["name"] ?? "") has the plan \(answers[1]["plan"] ?? "").")
