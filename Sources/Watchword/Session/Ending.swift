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
  /// What others are told of an ending: the library's caller, the system's log, and the terminal of an inline form.
  typealias Row = (error: (any Error)?, word: String, line: LineBehind.Words?)

  var row: Row {
    switch self {
    case .accepted: (nil, "accepted", (0, \.wordsOfYes))
    case .cancelled: (PasswordForm.Cancellation.escape, "cancelled", (1, \.wordsOfNo))
    case .answeredNo: (PasswordForm.Cancellation.escape, "answered no", (1, \.wordsOfNo))
    case .secondaryPress(let press):
      (press, "left by its second button", (1, { ": " + ($0.secondaryTitle ?? "") }))
    case .withdrawn: (PasswordForm.Cancellation.escape, "withdrawn", nil)
    case .interrupted: (PasswordForm.Cancellation.interrupt, "interrupted", nil)
    case .timeLimit:
      (
        PasswordForm.Cancellation.timeout, "ended by the time limit",
        (
          2,
          { form in
            ": " + form.texts("no key for {count} s", ["count": (form.timeLimit ?? .zero).inSeconds])
          }
        )
      )
    case .hangUp: (WatchwordError.terminalGone, "lost its terminal", nil)
    case .refused(let count):
      (
        WatchwordError.tooManyRefusals, "refused too often",
        (
          2,
          { form in ": " + form.texts.plural("refused {count} time", "refused {count} times", count) }
        )
      )
    case .unusable(.memory(let error)): (WatchwordError.memory(error), "lost its terminal", nil)
    case .unusable(let error): (WatchwordError.noTerminal(reason: "\(error)"), "lost its terminal", nil)
    case .failed(let error): (error, "failed", nil)
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

extension FormDescription {
  private var isQuestion: Bool { buttons.contains { $0.effect == .cancel } }
  fileprivate var wordsOfYes: String { isQuestion ? " " + texts("yes") : "" }
  fileprivate var wordsOfNo: String { isQuestion ? " " + texts("no") : ": " + texts("cancelled") }
}
