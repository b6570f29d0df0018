import WatchwordCurses
import WatchwordSecrets
import WatchwordStrength
package import WatchwordSystem

/// A value that describes a form.
package protocol FormDescription {
  /// The form, with nothing in focus.
  func makeForm() -> FormState
}

extension NewPasswordForm: FormDescription {
  /// Shows the form on the terminal of the process (/dev/tty), or on ``Presentation/device``, until it is accepted or
  /// cancelled.
  ///
  /// When this returns, or throws, the terminal is as it was before. Nothing is read from standard input or written to
  /// standard output, unless there is no other terminal.
  ///
  /// - Parameters:
  ///   - presentation: How the form is shown.
  ///   - judge: What says how strong a new password is, and whether it is a common one. Its lists are read while no key
  ///     waits.
  ///   - verifier: Who has to accept what was typed before the form is accepted; the form stays open until then.
  ///   - delegate: Who answers the questions of the fields and hears what happened.
  /// - Returns: What was typed and the strength of the password, or that the form was cancelled.
  /// - Throws: Why the form could not be shown or brought to its end.
  package func run(
    _ presentation: Presentation = Presentation(), judge: JudgeConfiguration = JudgeConfiguration(),
    verifier: Verifier? = nil, delegate: (any TextFieldDelegate)? = nil
  ) throws(WatchwordError) -> Outcome {
    try rethrow(
      try show(presentation, judge: judge, verifier: verifier, delegate: delegate), as: WatchwordError.init)
  }
}

extension CustomForm: FormDescription {
  /// Shows the form as ``NewPasswordForm/run(_:judge:verifier:delegate:)`` does.
  ///
  /// - Parameters:
  ///   - presentation: How the form is shown.
  ///   - judge: What says how strong a new password is, and whether it is a common one.
  ///   - verifier: Who has to accept what was typed before the form is accepted.
  ///   - oldVerifier: Who has to accept the text of the first field for a known password, and is given nothing else: it
  ///     is asked before the person leaves the field, and before the form is accepted.
  ///   - delegate: Who answers the questions of the fields and hears what happened.
  /// - Returns: What was typed and the strength of the password, or that the form was cancelled.
  /// - Throws: Why the form could not be shown or brought to its end.
  package func run(
    _ presentation: Presentation = Presentation(), judge: JudgeConfiguration = JudgeConfiguration(),
    verifier: Verifier? = nil, oldVerifier: Verifier? = nil,
    delegate: (any TextFieldDelegate)? = nil
  ) throws(WatchwordError) -> Outcome {
    try rethrow(
      try show(
        presentation, judge: judge, verifier: verifier, oldVerifier: oldVerifier, delegate: delegate),
      as: WatchwordError.init)
  }
}

extension QuestionForm: FormDescription {}

extension FormDescription {
  /// Shows the form on the terminal of the process until it is accepted or cancelled.
  ///
  /// - Throws: ``WatchwordError/busy`` where this process shows a form already, before anything is touched.
  package func show(
    _ presentation: Presentation, judge configuration: JudgeConfiguration, verifier: Verifier?,
    oldVerifier: Verifier? = nil, agent: (any FormAgent)? = nil,
    delegate: (any TextFieldDelegate)? = nil
  ) throws(FormFailure) -> Outcome {
    // What is shown has gone when the stay ends.
    let stay = try Stay.begin(presentation)
    defer { extendLifetime(stay) }
    return try show(presentation, configuration, verifier, oldVerifier, agent, delegate)
  }

  private func show(
    _ presentation: Presentation, _ configuration: JudgeConfiguration, _ verifier: Verifier?,
    _ oldVerifier: Verifier?, _ agent: (any FormAgent)?, _ delegate: (any TextFieldDelegate)?
  ) throws(FormFailure) -> Outcome {
    var form = makeForm()
    if environmentVariable("WATCHWORD_MOTION") == "off" { form.keepStill() }
    guard !presentation.asksForLines else {
      return try talk(form, presentation, configuration, verifier, oldVerifier, agent, delegate)
    }
    let (memory, judge) = try form.makeMemory(for: CursesTerminal.capacities, presentation, configuration)
    var terminal: CursesTerminal
    do throws(TerminalError) {
      terminal = try CursesTerminal(
        color: presentation.color, background: presentation.background, usesMouse: presentation.usesMouse,
        typedAhead: presentation.typedAhead(for: form), in: memory, path: presentation.device,
        caller: presentation.caller)
    } catch {
      guard error.isOfType else { throw .terminal(error) }
      return try talk(form, presentation, configuration, verifier, oldVerifier, agent, delegate)
    }
    do throws(WatchwordError) {
      let session = try Session(
        form, appearance: presentation.appearance(on: terminal), judge: judge, lists: configuration.lists,
        verifier: verifier, oldVerifier: oldVerifier, agent: agent, in: memory, delegate: delegate)
      if let alert = presentation.caller?.alert { terminal.draw(alert) }
      return try session.run(on: &terminal)
    } catch {
      if error == .terminalGone, let failure = terminal.failure { throw .terminal(failure) }
      throw .form(error)
    }
  }
}
