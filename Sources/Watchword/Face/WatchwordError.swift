package import WatchwordCurses
internal import WatchwordMessages
package import WatchwordSecrets

/// Why a form cannot be made or shown, or not be brought to its end. The description is one line without a full stop, which says what is wrong and what
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
  /// The task that awaited the form was cancelled.
  case taskCancelled

  /// Whether ``PasswordForm/Presentation/allowsUnlockedMemory`` goes on in spite of the error.
  package var canBeAllowed: Bool { if case .unprotected = self { true } else { false } }

  /// The form has more than 256 fields.
  package static var tooManyFields: WatchwordError {
    .invalidForm(reason: text("a form cannot have so many fields"))
  }
  package static var memoryNotLocked: WatchwordError {
    .unprotected(reason: text("memory cannot be locked ({command})", ["command": "ulimit -l"]))
  }
  package static var memoryNotShielded: WatchwordError {
    .unprotected(reason: text("memory cannot be kept out of core dumps"))
  }
  package static var processNotGuarded: WatchwordError {
    .unprotected(reason: text("the process cannot be kept from core dumps and tracing"))
  }
}

extension WatchwordError: CustomStringConvertible {
  /// The error as one line.
  public var description: String {
    switch self {
    case .invalidForm(let reason), .noTerminal(let reason), .unprotected(let reason): reason
    case .unreadableList(let path, let reason):
      text("the list {path} cannot be read: {reason}", ["path": path, "reason": reason])
    case .busy: text("a form of this process is open already: wait for its end")
    case .terminalGone: text("the terminal went away")
    case .noMemory: text("there is no memory for the password")
    case .tooManyRefusals: text("the verifier refused what was typed too often")
    case .taskCancelled: text("the task that awaited the form was cancelled")
    }
  }
}

extension PasswordForm {
  /// How a form ended that was not accepted. The library sends no signal: a host that has a handler of SIGINT, or ends on
  /// it, hears of Control-C by this error.
  @nonexhaustive
  public enum Cancelled: Error, Equatable, Sendable, CustomStringConvertible {
    /// The person left the form, by Escape or its button.
    case escape
    /// The person stopped the form and all that it belongs to, by Control-C.
    case interrupt
    /// Nobody pressed a key within ``PasswordForm/timeout``.
    case timeout

    /// The end as one line.
    public var description: String {
      switch self {
      case .escape: text("the form was cancelled")
      case .interrupt: text("the form was cancelled by Ctrl-C")
      case .timeout: text("closed: no key was pressed within the time limit")
      }
    }
  }
}

/// Why a form could not be shown or brought to its end, as a program of this package is told.
package enum FormFailure: Error, Equatable, Sendable {
  case terminal(TerminalError)
  case form(WatchwordError)

  /// Says why the terminal is gone where it knows that.
  init(_ error: WatchwordError, of failure: TerminalError?) {
    self = if error == .terminalGone, let failure { .terminal(failure) } else { .form(error) }
  }
}

extension WatchwordError {
  package init(_ failure: FormFailure) {
    self =
      switch failure {
      case .form(let error): error
      case .terminal(.memory(let error)): .memory(error)
      case .terminal(let error): .noTerminal(reason: "\(error)")
      }
  }

  package static func memory(_ error: SecretError) -> WatchwordError {
    switch error {
    case .notLocked: .memoryNotLocked
    case .notShielded: .memoryNotShielded
    case .notGuarded: .processNotGuarded
    case .tooMany: .tooManyFields
    case .notMapped, .full, .controlCharacter: .noMemory
    }
  }
}
