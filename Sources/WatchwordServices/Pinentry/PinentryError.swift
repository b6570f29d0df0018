internal import CWatchwordAssuan
internal import Glibc
internal import WatchwordCurses

/// Why a dialog did not end with what the agent asked for.
struct PinentryError: Error, Equatable, Sendable {
  /// A libgpg-error number, with the source pinentry (5).
  let code: UInt32
  /// The status keyword sent before the error, with its ``arguments``; `nil` for none.
  private(set) var keyword: String?
  private(set) var arguments = ""
  /// Replaces libgpg-error's words; `nil` to keep them.
  private(set) var sentence: String?

  init(_ code: gpg_err_code_t) { self.code = gpg_err_make(GPG_ERR_SOURCE_PINENTRY, code) }

  /// The user cancelled, or the agent no longer waits for the answer.
  static let cancelled = PinentryError(GPG_ERR_CANCELED)
  /// The user cancelled the agent's whole operation, with ^C or by closing the terminal. It has the same number as
  /// ``cancelled``. The status line before it makes the agent use the number of a full cancel instead.
  static let fullyCancelled = cancelled.saying("BUTTON_INFO", "close")
  /// The agent has named no terminal, and the program has none.
  static var noTerminal: PinentryError {
    terminal("isatty", GPG_ERR_ENOTTY, "\(TerminalError.noTerminal(errno: ENOTTY))")
  }
  /// The user said no, by the third button of a question.
  static let notConfirmed = PinentryError(GPG_ERR_NOT_CONFIRMED)
  static let timeLimit = PinentryError(GPG_ERR_TIMEOUT)
  static let noMemory = PinentryError(GPG_ERR_ENOMEM)
  /// The command's argument is wrong.
  static let parameter = PinentryError(GPG_ERR_ASS_PARAMETER)
  /// The command cannot be carried out.
  static let general = PinentryError(GPG_ERR_ASS_GENERAL)

  /// The terminal cannot be drawn on: the failed step, named as in Debian's pinentry-curses, and why.
  static func terminal(_ step: String, _ code: gpg_err_code_t, _ sentence: String? = nil) -> PinentryError {
    var error = PinentryError(code)
    error.sentence = sentence
    // The space at the end would separate a text, which may be left out.
    return error.saying("ERROR", "\(PinentryServer.flavor).\(step) \(error.code) ")
  }

  /// The system's requirements are unknown, because of `sentence`.
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
