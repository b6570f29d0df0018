package import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
package import WatchwordSystem

extension FormDescription {
  /// Shows the form on a terminal that is not the one of the process, until it is accepted or cancelled: nothing of the
  /// process is touched, nothing moves on the screen, secrets are locked where that can be done, and the next event is
  /// asked for once all validators have answered.
  ///
  /// - Parameters:
  ///   - terminal: The terminal.
  ///   - width: How wide characters are on it.
  ///   - presentation: How the form is shown; what it says of the process and its terminal does not count.
  ///   - configuration: What says how strong a new password is.
  ///   - verifier: Who has to accept what was typed.
  ///   - agent: Who has a say while the form is shown.
  ///   - delegate: Who answers the questions of the fields and hears what happened.
  /// - Returns: What was typed and the strength of the password, or that the form was cancelled.
  /// - Throws: Why the form could not be shown or brought to its end.
  package func show(
    on terminal: inout some Terminal & ~Copyable, width: CharacterWidth, _ presentation: Presentation,
    judge configuration: JudgeConfiguration, verifier: Verifier?, agent: (any FormAgent)?,
    delegate: (any TextFieldDelegate)?
  ) throws(FormFailure) -> Outcome {
    var (form, presentation) = (makeForm(), presentation)
    form.keepStill()
    presentation.allowsUnlockedMemory = true
    let (memory, judge) = try form.makeMemory(for: [], presentation, configuration)
    let glyphs: GlyphSet = presentation.glyphs == .ascii ? .ascii : .unicode
    var appearance = Appearance(glyphs: glyphs, width: width)
    appearance.isTypingQuiet = presentation.isTypingQuiet
    do throws(WatchwordError) {
      var session = try Session(
        form, appearance: appearance, judge: judge, lists: configuration.lists, verifier: verifier,
        agent: agent,
        in: memory, delegate: delegate)
      session.waitsForValidators = true
      return try session.run(on: &terminal)
    } catch {
      throw .form(error)
    }
  }
}
