import WatchwordBase
package import WatchwordCurses

/// How a form ended, or why it could not be shown.
package enum Ending: Error, Equatable, Sendable {
  case accepted
  /// The user left the form, as with Esc.
  case cancelled
  /// A question was answered by its button that says no.
  case answeredNo
  /// The user pressed the second button.
  case secondaryPress(PasswordForm.SecondaryPress)
  /// Nobody waits for the answer any more.
  case withdrawn
  /// The user wants to end the whole program.
  case interrupted
  /// Nobody has pressed a key for too long.
  case timeLimit
  /// The terminal is gone.
  case hangUp
  /// The verifier has refused as often as it may.
  case refused(count: Int)
  case unusable(TerminalError)
  case failed(WatchwordError)
}

extension Ending {
  /// What the library's caller and the system's log are told of an ending.
  var row: (error: (any Error)?, word: String) {
    switch self {
    case .accepted: (nil, "accepted")
    case .cancelled: (PasswordForm.Cancellation.escape, "cancelled")
    case .answeredNo: (PasswordForm.Cancellation.escape, "answered no")
    case .secondaryPress(let press): (press, "left by its second button")
    case .withdrawn: (PasswordForm.Cancellation.escape, "withdrawn")
    case .interrupted: (PasswordForm.Cancellation.interrupt, "interrupted")
    case .timeLimit: (PasswordForm.Cancellation.timeout, "ended by the time limit")
    case .hangUp: (WatchwordError.terminalGone, "lost its terminal")
    case .refused: (WatchwordError.tooManyRefusals, "refused too often")
    case .unusable(.memory(let error)): (WatchwordError.memory(error), "lost its terminal")
    case .unusable(let error): (WatchwordError.noTerminal(reason: "\(error)"), "lost its terminal")
    case .failed(let error): (error, "failed")
    }
  }

  /// What the line of an inline `form` says of an ending: the number of its sign, and what stands behind the label;
  /// `nil` for no line.
  func line(of form: FormDescription) -> (sign: Int, words: String)? {
    let (texts, isQuestion) = (form.texts, form.buttons.contains { $0.effect == .cancel })
    return switch self {
    case .timeLimit:
      (2, ": " + texts("no key for {count} s", ["count": (form.timeLimit ?? .zero).inSeconds]))
    case .refused(let count):
      (2, ": " + texts.plural("refused {count} time", "refused {count} times", count))
    case .accepted: (0, isQuestion ? " " + texts("yes") : "")
    case .cancelled, .answeredNo: (1, isQuestion ? " " + texts("no") : ": " + texts("cancelled"))
    case .secondaryPress: (1, ": " + (form.secondaryTitle ?? ""))
    case .withdrawn, .interrupted, .hangUp, .unusable, .failed: nil
    }
  }

  /// The error that the library throws; `nil` if the form was accepted.
  package var error: (any Error)? { row.error }

  /// The ending by the terminal's own `failure`, if that is why it is gone.
  func because(of failure: TerminalError?) -> Ending {
    self == .hangUp ? failure.map(Ending.unusable) ?? self : self
  }

  /// The error of a form that failed; `nil` if its user or time ended it.
  package var failure: WatchwordError? { row.error as? WatchwordError }
}
