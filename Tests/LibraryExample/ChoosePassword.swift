import Watchword

/// Lets the person at the terminal choose a password for `name`, and tells how strong it is; `nil` when they cancel.
func choosePassword(for name: String) throws(WatchwordError) -> Level? {
  var form = NewPasswordForm()
  form.title = "Choose a password for \(name)"
  form.policy = .nist(minimumLevel: .medium)
  var judge = JudgeConfiguration()
  judge.dictionary = try? WordFile(path: WordFile.systemPath)
  switch try form.run(judge: judge) {
  case .accepted(let answer):
    answer.withPassword { password in print("\(password.count) bytes, lent for as long as this takes") }
    return answer.strength
  case .cancelled: return nil
  }
}
