import WatchwordSecrets

/// What the form says of the text in a field, as a state machine: each input leads to a state, and may ask the form to
/// look for a fault.
///
/// For example, a wrong address is `.silent(.afterPause)` while it is typed, `.wrong` once the field is left,
/// `.silent(.atOnce)` when it was corrected, and from then on each new mistake is `.wrong` as soon as it is found (C6).
enum FieldJudgement: Equatable, Sendable {
  /// When the form says that a validation has found a fault (C6).
  enum Pace: Equatable, Sendable {
    /// When the user pauses or leaves the field.
    case afterPause
    /// At once, because the field already had a fault.
    case atOnce
  }

  case silent(Pace)
  /// The form has found this fault.
  case wrong(FieldError)
  /// Typed input was lost, so the text is not the one that was meant. Nothing replaces this message until the user
  /// deletes from the text or replaces it.
  case lost(String, Pace)
  /// The verifier has refused the text.
  case refused(String, Pace)
  /// The verifier has refused a text that was edited since. The message stays until the field is left, or the text is
  /// submitted to the verifier again.
  case muted(String, Pace)
  /// The program has set the message. It stays until the user changes the text, or the program removes it.
  case told(String, Pace)

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
    switch (input, self) {
    case (.found, .lost), (.found(nil), .refused), (.found(nil), .muted), (.found(nil), .told): break
    case (.found(let fault?), _): self = .wrong(fault)
    case (.found(nil), _), (.corrected, .wrong), (.emptied, _), (.lossMadeUp, .lost), (.edited, .told),
      (.left, .muted), (.refusalLifted, .refused), (.refusalLifted, .muted):
      self = .silent(pace)
    case (.compared(.equal, isJudged: _), _): return take(.found(nil))
    case (.compared(.start, isJudged: _), .wrong(let fault)) where fault.cause == .differs:
      self = .silent(.atOnce)
    case (.inputLost(let message), _): self = .lost(message, pace)
    case (.refused(let message), _): self = .refused(message, pace)
    case (.edited, .refused(let message, let pace)): self = .muted(message, pace)
    case (.told, .lost): break
    case (.told(let message), _): self = message.map { .told($0, pace) } ?? .silent(pace)
    default: break
    }
    return switch (input, self) {
    case (.left, _), (.answered(isLeft: true), _), (.compared(.different, isJudged: true), _),
      (.requirementChanged, .wrong):
      .findFault
    case (.validated, _), (.answered, _): pace == .atOnce ? .findFault : .none
    default: .none
    }
  }

  /// Whether a fault is said after a pause. Nothing replaces the message that input was lost, so then no fault waits.
  var waitsForPause: Bool { !isLost && pace == .afterPause }

  /// What the form has found wrong and says.
  var fault: FieldError.Cause? { if case .wrong(let error) = self { error.cause } else { nil } }

  var isLost: Bool { if case .lost = self { true } else { false } }

  var isSilent: Bool { if case .silent = self { true } else { false } }

  /// What is shown below the field.
  var error: FieldError? {
    switch self {
    case .silent: nil
    case .wrong(let fault): fault
    case .lost(let message, _): FieldError(cause: .loss, message: message)
    case .refused(let message, _): FieldError(cause: .refusal, message: message)
    case .muted(let message, _): FieldError(cause: .refusal, isMuted: true, message: message)
    case .told(let message, _): FieldError(cause: .program, message: message)
    }
  }

  private var pace: Pace {
    switch self {
    case .wrong: .atOnce
    case .silent(let pace), .lost(_, let pace), .refused(_, let pace), .muted(_, let pace),
      .told(_, let pace):
      pace
    }
  }
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
