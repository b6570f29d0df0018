internal import WatchwordCurses
package import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
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
    try show(delegate, agent: nil)
  }

  /// Shows the form as the synchronous function does, while the task waits and its actor does other work.
  ///
  /// The form is on a thread of its own. The delegate is only ever called on the actor that waits, so that it can be the main
  /// actor's. While that is busy the form goes on, but for what it has to ask or tell the delegate.
  ///
  /// - Parameter delegate: Who answers the questions of the fields and hears what happened.
  /// - Returns: What was typed; `nil` if the person cancelled.
  /// - Throws: Why the form could not be shown or brought to its end; ``WatchwordError/taskCancelled`` where the task was
  ///   cancelled before the form was accepted.
  @export(implementation)
  public func run(delegate: (any TextFieldDelegate)? = nil) async throws(WatchwordError) -> Answer? {
    try await AwaitedForm(showing: self, delegate).answer(keeping: delegate)
  }

  /// Shows the form on the terminal of the process.
  func show(
    _ delegate: (any TextFieldDelegate)?, agent: (any FormAgent)?
  ) throws(WatchwordError) -> Answer? {
    try answer(in: .ofProcess, delegate, agent) { (form, advisers) throws(FormFailure) in
      try form.show(presentation, advisers)
    }
  }

  /// Shows the form on another terminal than that of the process, of which nothing is touched. The names of the person and
  /// of the machine do not count.
  package func run(
    on terminal: inout some Terminal & ~Copyable, width: CharacterWidth,
    delegate: (any TextFieldDelegate)? = nil, agent: (any FormAgent)? = nil
  ) throws(WatchwordError) -> Answer? {
    try answer(in: ContextWords(), delegate, agent) { (form, advisers) throws(FormFailure) in
      try form.show(on: &terminal, width: width, presentation, advisers)
    }
  }

  /// What comes of the form where `show` shows it, in the `context` of a person and a place.
  private func answer(
    in context: ContextWords, _ delegate: (any TextFieldDelegate)?, _ agent: (any FormAgent)?,
    _ show: (FormDescription, Advisers) throws(FormFailure) -> Outcome
  ) throws(WatchwordError) -> Answer? {
    let form = try makeDescription()
    var program = Verifier(arguments: verifier)
    program?.attempts = verifierAttempts
    let advisers = Advisers(
      judge: try makeJudge(in: context), verifier: program, agent: agent, delegate: delegate)
    switch try rethrow(try show(form, advisers), as: WatchwordError.init) {
    case .accepted(let answer): return Answer(answer)
    case .cancelled: return nil
    }
  }
}

extension PasswordForm {
  /// Leaves the screen of the form that is shown, if there is one, and gives the terminal its modes back.
  ///
  /// It is for a handler of signals of your own: it is async-signal-safe, and leaves errno alone. Any thread may call it at
  /// any time. Afterwards the process may end. If the form goes on instead, it takes the terminal again within a second.
  public static func restoreTerminal() { DeadlySignals.restoreTerminal() }
}
