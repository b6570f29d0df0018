import WatchwordSecrets

/// What the form says of the text in a field, as a state machine: each input leads to a state, and may ask the form to
/// look for a fault.
///
/// For example, nothing is said of a wrong address while it is typed. Its error comes once the field is left and goes when
/// the address was corrected. From then on each new mistake is an error as soon as it is found (C6).
struct FieldJudgement: Equatable, Sendable {
  /// When the form says that a validation has found a fault (C6).
  enum Pace: Equatable, Sendable {
    /// When the user pauses or leaves the field.
    case afterPause
    /// At once, because the field already had a fault.
    case atOnce
  }

  /// What is shown below the field.
  private(set) var error: FieldError?
  private(set) var pace = Pace.afterPause

  enum Input {
    /// The form has looked for a fault, and found this one, or none.
    case found(FieldError?)
    /// The fault that was found is gone.
    case corrected
    /// The validation has a result.
    case validated
    /// The search in a list, or the host's validator, has answered. See ``FormField/isLeft``.
    case answered(isLeft: Bool)
    /// A confirm field's text, or the text that it confirms, has changed.
    case compared(TextMatch, isJudged: Bool)
    case requirementChanged
    /// The user has changed the text.
    case edited
    case left
    /// The form has emptied the field.
    case emptied
    case inputLost(String)
    case lossMadeUp
    case refused(String)
    /// The verifier has accepted the text, or the user submits it again.
    case refusalLifted
    case told(String?)
  }

  enum Duty: Equatable { case none, findFault }

  /// Goes to the next state. If the answer is `.findFault`, ``Input/found(_:)`` has to follow.
  @discardableResult
  mutating func take(_ input: Input) -> Duty {
    switch (input, error?.cause) {
    case (.found, .loss), (.found(nil), .refusal), (.found(nil), .program), (.told, .loss): break
    case (.found(let fault), _):
      error = fault
      if fault != nil { pace = .atOnce }
    case (.compared(.equal, isJudged: _), _): return take(.found(nil))
    case (.compared(.start, isJudged: _), .differs), (.emptied, _), (.lossMadeUp, .loss), (.edited, .program),
      (.refusalLifted, .refusal):
      error = nil
    case (.corrected, _): if fault != nil { error = nil }
    case (.left, _): if error?.isMuted == true { error = nil }
    case (.edited, .refusal): error?.isMuted = true
    case (.inputLost(let message), _): error = FieldError(cause: .loss, message: message)
    case (.refused(let message), _): error = FieldError(cause: .refusal, message: message)
    case (.told(let message), _): error = message.map { FieldError(cause: .program, message: $0) }
    default: break
    }
    return switch input {
    case .left, .answered(isLeft: true), .compared(.different, isJudged: true): .findFault
    case .requirementChanged: fault == nil ? .none : .findFault
    case .validated, .answered: pace == .atOnce ? .findFault : .none
    default: .none
    }
  }

  /// Whether a fault is said after a pause. Nothing replaces the message that input was lost, so then no fault waits.
  var waitsForPause: Bool { !isLost && pace == .afterPause }

  /// What the form has found wrong and says.
  var fault: FieldError.Cause? { error.flatMap { $0.isFromOutside ? nil : $0.cause } }

  var isLost: Bool { error?.cause == .loss }
}

/// What a new password or its repetition is now; see ``FormState/standing(of:)``.
enum Standing: Equatable {
  case right
  case empty
  /// A repetition of a text that is empty now. The two are not compared (C5).
  case alone
  case differs
  /// The new password fails this rule of the policy.
  case fails(rule: Int)
  /// The list of leaked passwords is being searched.
  case open
}
