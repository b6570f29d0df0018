internal import CWatchwordAssuan

/// Why a dialog did not end with what the agent asked for. The numbers are those of libgpg-error, with the source
/// pinentry (5).
enum PinentryError: Error, Equatable, Sendable {
  /// The person cancelled, or the agent does not wait for the answer any more.
  case cancelled
  /// The person cancelled all that the agent does for this, by ^C or a closed terminal. It is the number of a cancel
  /// with a status line before it, of which the agent makes another number.
  case fullyCancelled
  /// The person said no, by the third button of a question.
  case notConfirmed
  /// Nobody pressed a key in time.
  case timeout
  /// The terminal cannot be drawn on.
  case terminal(TerminalFault)
  /// There is no memory that can be locked.
  case noMemory
  /// What the place requires is not known, as this sentence says.
  case configuration(String)
  /// What belongs to the command is wrong.
  case parameter
  /// What can be asked about is not known here.
  case general

  /// What is wrong with a terminal.
  struct TerminalFault: Equatable, Sendable {
    /// The step that failed.
    let step: Step
    /// The error as libgpg-error counts it.
    let code: UInt32

    /// The steps up to the first picture, with the names that Debian's pinentry-curses has for its own.
    enum Step: String, Sendable {
      case isTerminal = "isatty"
      case open = "open_tty_for_read"
      case lock = "lock_tty"
      case start = "curses_init"
      case draw = "draw"
    }
  }

  /// The error as libgpg-error counts it.
  var code: gpg_error_t {
    switch self {
    case .cancelled, .fullyCancelled: Self.make(GPG_ERR_CANCELED)
    case .notConfirmed: Self.make(GPG_ERR_NOT_CONFIRMED)
    case .timeout: Self.make(GPG_ERR_TIMEOUT)
    case .terminal(let fault): fault.code
    case .noMemory: Self.make(GPG_ERR_ENOMEM)
    case .configuration: Self.make(GPG_ERR_CONFIGURATION)
    case .parameter: Self.make(GPG_ERR_ASS_PARAMETER)
    case .general: Self.make(GPG_ERR_ASS_GENERAL)
    }
  }

  /// What the agent is told before the error, a keyword and its arguments.
  var status: (keyword: String, text: String)? {
    switch self {
    case .fullyCancelled: ("BUTTON_INFO", "close")
    // A text of its own could stand at the end.
    case .terminal(let fault): ("ERROR", "\(PinentryServer.flavor).\(fault.step.rawValue) \(fault.code) ")
    default: nil
    }
  }

  static func make(_ code: gpg_err_code_t) -> gpg_error_t { gpg_err_make(GPG_ERR_SOURCE_PINENTRY, code) }
}

extension PinentryError.TerminalFault {
  init(_ step: Step, errno number: Int32) {
    self.init(step: step, code: PinentryError.make(gpg_err_code_from_errno(number)))
  }

  init(_ step: Step, _ code: gpg_err_code_t) { self.init(step: step, code: PinentryError.make(code)) }
}
