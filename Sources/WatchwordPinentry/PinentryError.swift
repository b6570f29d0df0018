internal import CWatchwordAssuan

/// Why a dialog did not end with what the agent asked for. The numbers are those of libgpg-error, with the source
/// pinentry (5).
package enum PinentryError: Error, Equatable, Sendable {
  /// The person cancelled.
  case cancelled
  /// The person cancelled all that the agent does for this, by ^C or a closed terminal.
  case fullyCancelled
  /// The person said no, by the third button of a question.
  case notConfirmed
  /// Nobody pressed a key in time.
  case timeout
  /// The terminal cannot be drawn on; `number` is the reason, an errno, or 0.
  case terminal(number: Int32)
  /// There is no memory that can be locked.
  case noMemory
  /// Another dialog is on the same terminal.
  case busy
  /// What belongs to the command is wrong.
  case parameter
  /// What can be asked about is not known here.
  case general

  /// The error as libgpg-error counts it.
  var code: gpg_error_t {
    switch self {
    case .cancelled: Self.make(GPG_ERR_CANCELED)
    case .fullyCancelled: Self.make(GPG_ERR_FULLY_CANCELED)
    case .notConfirmed: Self.make(GPG_ERR_NOT_CONFIRMED)
    case .timeout: Self.make(GPG_ERR_TIMEOUT)
    case .terminal(0): Self.make(GPG_ERR_ENOTTY)
    case .terminal(let number): gpg_err_make(GPG_ERR_SOURCE_PINENTRY, gpg_err_code_from_errno(number))
    case .noMemory: Self.make(GPG_ERR_ENOMEM)
    case .busy: Self.make(GPG_ERR_EBUSY)
    case .parameter: Self.make(GPG_ERR_ASS_PARAMETER)
    case .general: Self.make(GPG_ERR_ASS_GENERAL)
    }
  }

  static func make(_ code: gpg_err_code_t) -> gpg_error_t { gpg_err_make(GPG_ERR_SOURCE_PINENTRY, code) }
}
