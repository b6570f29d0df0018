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
    /// Typed input was lost, so the text is not the one that was meant. Nothing replaces this error until the user
    /// deletes from the text or replaces it.
    case loss
    /// The verifier has refused the text. Once the text was edited, the error is muted. It stays until the field is left,
    /// or the text is submitted to the verifier again.
    case refusal
    /// The program has set the message. It stays until the user changes the text, or the program removes it.
    case program
  }

  package let cause: Cause
  /// Whether the error is about a text that has been edited since.
  package var isMuted = false
  /// Whether somebody else has found the error, so that judging the text does not remove it.
  var isFromOutside: Bool { [.loss, .refusal, .program].contains(cause) }
  package let message: String
}
