internal import WatchwordMessages

/// Why a form cannot be made or shown. The description is one line without a full stop, which says what is wrong and what
/// to do where something can be done.
@nonexhaustive
public enum WatchwordError: Error, Equatable, Sendable {
  /// The form or the policy is not as it has to be.
  case invalidForm(reason: String)
  /// A list of words or of leaked passwords cannot be read.
  case unreadableList(path: String, reason: String)
  /// A form is shown already: there can be one at a time in a process.
  case busy
  /// There is no terminal that the form can be shown on.
  case noTerminal(reason: String)
  /// The terminal went away while the form was shown.
  case terminalGone
  /// Memory cannot be locked or the process not be guarded, and ``PasswordForm/Presentation/allowsUnlockedMemory`` does not
  /// allow it.
  case unprotected(reason: String)
  /// There is no memory for what is typed.
  case noMemory
  /// The verifier refused what was typed as often as it may.
  case tooManyRefusals
  /// Nobody pressed a key within ``PasswordForm/timeout``.
  case timedOut
  /// The task that awaited the form was cancelled.
  case taskCancelled

  init(_ failure: FormFailure) {
    let error = FormError(failure)
    self =
      switch error {
      case .noTerminal(let reason): .noTerminal(reason: reason)
      case .terminalGone: .terminalGone
      case .busy: .busy
      case .noMemory: .noMemory
      case .tooManyFields: .invalidForm(reason: "\(error)")
      case .memoryNotLocked, .memoryNotShielded, .processNotGuarded: .unprotected(reason: "\(error)")
      case .tooManyRefusals: .tooManyRefusals
      case .timedOut: .timedOut
      }
  }
}

extension WatchwordError: CustomStringConvertible {
  /// The error as one line.
  public var description: String {
    switch self {
    case .invalidForm(let reason), .noTerminal(let reason), .unprotected(let reason): reason
    case .unreadableList(let path, let reason):
      text("the list {path} cannot be read: {reason}", ["path": path, "reason": reason])
    case .busy: "\(FormError.busy)"
    case .terminalGone: "\(FormError.terminalGone)"
    case .noMemory: "\(FormError.noMemory)"
    case .tooManyRefusals: "\(FormError.tooManyRefusals)"
    case .timedOut: "\(FormError.timedOut)"
    case .taskCancelled: text("the task that awaited the form was cancelled")
    }
  }
}
