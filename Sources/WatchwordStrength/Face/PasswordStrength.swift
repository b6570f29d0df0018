/// How strong a password is, from the weakest on. There will be no further case.
public enum PasswordStrength: String, CaseIterable, Codable, Comparable, Sendable {
  /// Fewer than 2^40 guesses find it.
  case weak
  /// 2^40 guesses or more are needed, but fewer than 2^75.
  case medium
  /// 2^75 guesses or more are needed.
  case strong

  /// Whether one is weaker than the other.
  public static func < (one: PasswordStrength, other: PasswordStrength) -> Bool { one.level < other.level }

  // A level without a case of its own would be above all that have one.
  package init(_ level: Level) { self = Self(rawValue: level.name) ?? .strong }

  package var level: Level {
    switch self {
    case .weak: .weak
    case .medium: .medium
    case .strong: .strong
    }
  }
}
