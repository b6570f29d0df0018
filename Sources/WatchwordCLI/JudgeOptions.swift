internal import Forms
internal import Secrets
internal import Strength
internal import System

/// What the command line asks of the judgement without a form.
struct JudgeOptions: Equatable, Sendable {
  /// Whether each result is a JSON object.
  var isJSON = false
  /// Whether standard input holds a list, rather than one password.
  var isBatch = false
  /// What stands between two passwords.
  var separator = SecretLines.Separator.newline
  /// Whether to go on where memory cannot be locked, or the process not be guarded.
  var allowsUnlockedMemory = false

  /// What happens where memory cannot be locked.
  var locking: SecretBuffer.Locking { allowsUnlockedMemory ? .ifPossible : .required }

  func makeExaminer() throws(SecretError) -> PasswordExaminer {
    PasswordExaminer(policy: .classic(), judge: Judge())
  }
}
