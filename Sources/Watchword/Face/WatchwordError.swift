internal import WatchwordBase
package import WatchwordSecrets

/// Why a form cannot be made, shown or completed. `description` is one line, without a period, that says what went
/// wrong and how to fix it, if there is a fix.
@nonexhaustive
public enum WatchwordError: Error, Equatable, Sendable {
  /// The form or the policy is invalid.
  case invalidForm(reason: String)
  /// A list of words or of leaked passwords cannot be read.
  case unreadableList(path: String, reason: String)
  /// The process shows another form already.
  case busy
  /// There is no terminal to show the form on.
  case noTerminal(reason: String)
  /// The terminal went away while the form was shown.
  case terminalGone
  /// Memory cannot be locked or the process cannot be protected, and ``PasswordForm/Protection/allowsUnlockedMemory``
  /// is false.
  case unprotected(reason: String)
  /// There is no memory for what is typed.
  case noMemory
  /// The form was refused too often, see ``PasswordForm/maximumRefusals``.
  case tooManyRefusals

  /// Whether ``PasswordForm/Protection/allowsUnlockedMemory`` allows continuing despite the error.
  package var canBeAllowed: Bool { if case .unprotected = self { true } else { false } }

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
    }
  }
}

extension PasswordForm {
  /// How a form ended that was not accepted. The library sends no SIGINT: a host learns of Control-C from this error.
  @nonexhaustive
  public enum Cancellation: Error, Equatable, Sendable, CustomStringConvertible {
    /// The user left the form with Esc or its button.
    case escape
    /// The user stopped the form and the program with Control-C.
    case interrupt
    /// Nobody pressed a key within ``PasswordForm/timeout``.
    case timeout

    /// The reason as one line.
    public var description: String {
      switch self {
      case .escape: text("the form was cancelled")
      case .interrupt: text("the form was cancelled by Ctrl-C")
      case .timeout: text("closed: no key was pressed within the time limit")
      }
    }
  }
}

extension WatchwordError {
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
