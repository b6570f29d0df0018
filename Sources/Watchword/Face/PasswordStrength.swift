internal import WatchwordStrength

/// How strong a password is.
@nonexhaustive
public enum PasswordStrength: CaseIterable, Comparable, Sendable {
  /// Fewer than 2^40 guesses find it.
  case weak
  /// It is in between.
  case medium
  /// 2^75 guesses or more are needed.
  case strong

  init(_ level: Level) {
    switch level {
    case .weak: self = .weak
    case .medium: self = .medium
    case .strong: self = .strong
    }
  }

  var level: Level {
    switch self {
    case .weak: .weak
    case .medium: .medium
    case .strong: .strong
    }
  }
}
