package struct FieldError: Equatable, Sendable {
  /// What has to change before the error goes away.
  package enum Cause: Equatable, Sendable {
    /// Rule `number` of the policy fails.
    case rule(Int)
    case missing
    /// The confirm field differs from the new password.
    case differs
    /// The validation found the text wrong. The next validation decides whether the error stays.
    case validation
    /// See ``FieldJudgement/lost(_:_:)``.
    case loss
    /// See ``FieldJudgement/refused(_:_:)``.
    case refusal
    /// See ``FieldJudgement/told(_:_:)``.
    case program
  }

  package let cause: Cause
  /// Whether the error is about a text that has been edited since.
  package var isMuted = false
  /// Whether somebody else has found the error, so that judging the text does not remove it.
  var isFromOutside: Bool { [.loss, .refusal, .program].contains(cause) }
  package let message: String
}
