/// How strong a password is (reference behaviour, B3).
public enum Level: Int, CaseIterable, Comparable, Sendable {
  /// One bar.
  case weak
  /// Two bars.
  case medium
  /// Three bars.
  case strong

  /// Orders levels from weak to strong.
  public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The level one below, or weak.
  public var demoted: Level { Level(rawValue: rawValue - 1) ?? .weak }

  /// The name for programs, as the option `--min-strength` takes it and the JSON answer gives it: not translated.
  public var name: String {
    switch self {
    case .weak: "weak"
    case .medium: "medium"
    case .strong: "strong"
    }
  }
}
