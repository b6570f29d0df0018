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
    /// Typed input was lost, so the text is not the one that was meant. The error stays until the user deletes from the
    /// text or replaces it.
    case loss
    /// The verifier refused the text. The error is muted once the user changes the text. It stays until the field is
    /// left then, or the text is submitted to the verifier again.
    case refusal
    /// The program set the error. It stays until the user changes the text, or the program removes it.
    case program
  }

  package var cause: Cause
  /// Whether the error is about a text that has been edited since.
  package internal(set) var isMuted = false
  /// Whether the error does not come from judging the text, so that judging the text does not remove it.
  var isFromOutside: Bool { [.loss, .refusal, .program].contains(cause) }
  package var message: String
}
