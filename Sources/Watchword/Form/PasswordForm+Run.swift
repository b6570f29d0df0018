internal import WatchwordForms
internal import WatchwordSecrets
internal import WatchwordSession
internal import WatchwordSystem

extension PasswordForm {
  /// Shows the form on the terminal of the process until it is accepted or cancelled.
  ///
  /// When this returns, or throws, the terminal and the process are as they were before. Nothing is read from standard
  /// input or written to standard output, unless there is no other terminal.
  ///
  /// - Parameter delegate: Who answers the questions of the fields and hears what happened.
  /// - Returns: What was typed; `nil` if the person cancelled.
  /// - Throws: Why the form could not be shown or brought to its end.
  public func run(delegate: (any TextFieldDelegate)? = nil) throws(WatchwordError) -> Answer? {
    let adapter: any WatchwordForms.TextFieldDelegate =
      delegate.map(DelegateAdapter.init) ?? DefaultDelegate()
    let (form, judge) = (try makeDescription(), try makeJudge())
    let outcome = try rethrow(
      try form.show(
        WatchwordSession.Presentation(presentation), judge: judge, verifier: makeVerifier(),
        delegate: adapter),
      as: WatchwordError.init)
    return Answer(of: outcome)
  }
}

extension PasswordForm.Answer {
  /// What came of a form; `nil` if the person cancelled.
  init?(of outcome: consuming Outcome) {
    switch consume outcome {
    case .accepted(let answer): self.init(answer)
    case .cancelled: return nil
    }
  }
}
