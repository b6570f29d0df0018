import WatchwordCurses
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension FormDescription {
  /// Talks the form through line by line on the terminal of the process.
  func talk(
    _ form: FormState, _ presentation: Presentation, _ configuration: JudgeConfiguration,
    _ verifier: Verifier?,
    _ oldVerifier: Verifier?, _ agent: (any FormAgent)?, _ delegate: (any TextFieldDelegate)?
  ) throws(FormFailure) -> Outcome {
    var form = form
    form.prepareForLines()
    let (memory, judge) = try form.makeMemory(for: Teletype.capacities, presentation, configuration)
    let terminal = try rethrow(
      try Teletype(
        typedAhead: presentation.typedAhead(for: form), in: memory, path: presentation.device,
        caller: presentation.caller), as: FormFailure.terminal)
    let session: Session
    do throws(WatchwordError) {
      session = try Session(
        form, appearance: Appearance(glyphs: .ascii, width: terminal.characterWidth), judge: judge,
        lists: configuration.lists, verifier: verifier, oldVerifier: oldVerifier, agent: agent, in: memory,
        delegate: delegate)
    } catch {
      throw .form(error)
    }
    var dialogue = Dialogue(session, on: terminal)
    do throws(WatchwordError) {
      return try dialogue.run()
    } catch {
      if error == .terminalGone, let failure = dialogue.terminal.failure { throw .terminal(failure) }
      throw .form(error)
    }
  }
}

extension FormState {
  /// Takes the memory of a form whose terminal has buffers of these `capacities`, and makes its judge there.
  func makeMemory(
    for capacities: [Int], _ presentation: Presentation, _ configuration: JudgeConfiguration
  ) throws(FormFailure) -> (SecretMemory, Judge) {
    do throws(SecretError) {
      let isJudged = judgedField != nil
      let knownCount = fields.count { $0.configuration.requirement == .knownPassword }
      let meter = isJudged ? GuessMeter.capacities(oldPasswords: knownCount) : []
      let memory = try SecretMemory(
        for: capacities + Session.capacities(of: self) + meter, locking: presentation.locking)
      guard isJudged else { return (memory, Judge()) }
      let guesses = try configuration.makeGuessMeter(in: memory, oldPasswords: knownCount)
      let judge = try configuration.makeJudge(countingWith: guesses, locking: presentation.locking)
      return (memory, judge)
    } catch {
      throw .form(.memory(error))
    }
  }
}

extension Presentation {
  /// Whether the form is talked through line by line, whatever the terminal can do: it was asked for, ACCESSIBLE is
  /// neither empty nor 0, or the caller's word for the terminal, or else TERM, names none that has a screen.
  var asksForLines: Bool {
    if isPlain ?? !["", "0"].contains(environmentVariable("ACCESSIBLE") ?? "") { return true }
    return ["", "dumb"].contains(caller?.terminalType ?? environmentVariable("TERM") ?? "")
  }
}
