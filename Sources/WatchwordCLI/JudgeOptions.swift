internal import Secrets
internal import Strength
internal import System
internal import Watchword

/// What the command line asks of the judgement without a form.
struct JudgeOptions: Equatable, Sendable {
  /// How passwords are judged.
  var judgement = JudgementOptions()
  /// Whether each result is a JSON object.
  var isJSON = false
  /// Whether standard input holds a list, rather than one password.
  var isBatch = false
  /// What a password ends with.
  var separator = SecretLines.Separator.newline
  /// Whether to go on where memory cannot be locked, or the process not be guarded.
  var allowsUnlockedMemory = false

  /// What happens where memory cannot be locked.
  var locking: SecretBuffer.Locking { allowsUnlockedMemory ? .ifPossible : .required }

  /// What a password has to be.
  var policy: Policy { judgement.makePolicy { .classic(minimumLevel: $0) } }
}

extension JudgeOptions {
  /// Reads `options`, each of which is for the command.
  init(_ options: [(option: Option, value: String)]) throws(UsageError) {
    for (option, value) in options {
      switch option {
      case .json: isJSON = true
      case .batch: isBatch = true
      case .null: separator = .nul
      case .allowUnlockedMemory: allowsUnlockedMemory = true
      default: try judgement.apply(option, value)
      }
    }
    try judgement.checkTogether(with: policy)
  }
}
