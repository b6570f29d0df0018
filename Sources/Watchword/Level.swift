/// How strong a password is.
@nonexhaustive
public enum Level: Int, CaseIterable, Comparable, Sendable {
  /// Easy to guess.
  case weak
  /// Hard to guess for most uses.
  case medium
  /// Hard to guess even for who has time and machines.
  case strong

  /// Compares two levels.
  public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }
}
