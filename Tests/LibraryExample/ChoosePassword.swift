import Watchword

/// Asks the person at the terminal for a new password for `name`. Returns how strong it is, or `nil` if they cancel.
func choosePassword(for name: String) throws(WatchwordError) -> Level? {
  var form = NewPasswordForm()
  form.title = "Choose a password for \(name)"
  form.policy = .nist(minimumLevel: .medium)
  var judge = JudgeConfiguration()
  judge.dictionary = try? WordFile(path: WordFile.systemPath)
  switch try form.run(judge: judge) {
  case .accepted(let answer):
    answer.withPassword { password in print("The password has \(password.count) bytes.") }
    return answer.strength
  case .cancelled: return nil
  }
}
