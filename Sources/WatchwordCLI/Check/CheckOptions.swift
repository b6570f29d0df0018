internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What the command line asks of `watchword check`.
struct CheckOptions: Equatable, Sendable {
  /// How passwords are judged.
  var judge = JudgeOptions()
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
  var policy: Policy { judge.makePolicy { .classic(minimumLevel: $0) } }
}

extension CheckOptions {
  /// Reads `options`, each of which is for the command.
  init(_ options: [(option: Option, value: String)]) throws(UsageError) {
    for (option, value) in options {
      switch option {
      case .json: isJSON = true
      case .batch: isBatch = true
      case .null: separator = .nul
      case .allowUnlockedMemory: allowsUnlockedMemory = true
      default: try judge.apply(option, value)
      }
    }
    try judge.checkTogether(with: policy)
  }
}
