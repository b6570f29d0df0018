/// What a command said to what was entered.
public enum CheckResult: Equatable, Sendable {
  /// It may be accepted: the exit status is 0.
  case accepted
  /// It may not, for the reason that the last line gives, if there was one.
  case refused(CheckMessage?)
  /// There is no answer.
  case failed(CheckFailure)
}
