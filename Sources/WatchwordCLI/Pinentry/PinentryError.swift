internal import CWatchwordAssuan

/// Why a dialog did not end with what the agent asked for.
struct PinentryError: Error, Equatable, Sendable {
  /// The number of libgpg-error, with the source pinentry (5).
  let code: UInt32
  /// The keyword of what the agent is told before the error, and its arguments; `nil` for nothing.
  private(set) var keyword: String?
  private(set) var arguments = ""
  /// What the agent is told in the place of libgpg-error's words; `nil` for these.
  private(set) var sentence: String?

  init(_ code: gpg_err_code_t) { self.code = gpg_err_make(GPG_ERR_SOURCE_PINENTRY, code) }

  /// The person cancelled, or the agent does not wait for the answer any more.
  static let cancelled = PinentryError(GPG_ERR_CANCELED)
  /// The person cancelled all that the agent does for this, by ^C or a closed terminal. It is the number of a cancel
  /// with a status line before it, of which the agent makes another number.
  static let fullyCancelled = cancelled.saying("BUTTON_INFO", "close")
  /// The person said no, by the third button of a question.
  static let notConfirmed = PinentryError(GPG_ERR_NOT_CONFIRMED)
  /// Nobody pressed a key in time.
  static let timeout = PinentryError(GPG_ERR_TIMEOUT)
  /// There is no memory that can be locked.
  static let noMemory = PinentryError(GPG_ERR_ENOMEM)
  /// What belongs to the command is wrong.
  static let parameter = PinentryError(GPG_ERR_ASS_PARAMETER)
  /// What can be asked about is not known here.
  static let general = PinentryError(GPG_ERR_ASS_GENERAL)

  /// The terminal cannot be drawn on: the step up to the first picture that failed, with the name that Debian's
  /// pinentry-curses has for its own, and why.
  static func terminal(_ step: String, _ code: gpg_err_code_t) -> PinentryError {
    let error = PinentryError(code)
    // A text of its own could stand at the end.
    return error.saying("ERROR", "\(PinentryServer.flavor).\(step) \(error.code) ")
  }

  /// What the place requires is not known, as `sentence` says.
  static func configuration(_ sentence: String) -> PinentryError {
    var error = PinentryError(GPG_ERR_CONFIGURATION)
    error.sentence = sentence
    return error
  }

  private func saying(_ keyword: String, _ arguments: String) -> PinentryError {
    var error = self
    (error.keyword, error.arguments) = (keyword, arguments)
    return error
  }
}
