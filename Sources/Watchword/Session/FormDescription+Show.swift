import WatchwordCurses
package import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
package import WatchwordSystem

/// Who is asked while a form is shown.
package struct Advisers {
  /// What says how strong a new password is, and whether it is a common one. Its lists are read while no key waits.
  package var judge: JudgeConfiguration
  /// The program that has to accept what was typed before the form is accepted; the form stays open until then.
  package var verifier: Verifier?
  /// The program that has to accept the text of the first field for a known password, and is given nothing else: it is
  /// asked before the person leaves the field, and before the form is accepted.
  package var oldVerifier: Verifier?
  /// Who else gives a verdict on the form, after the program, and who does in the place of the other program.
  package var verdict, oldVerdict: (any FormVerifier)?
  /// The program that wants the password, where it has a say.
  package var agent: (any FormAgent)?
  package var delegate: (any TextFieldDelegate)?

  package init(
    judge: JudgeConfiguration = JudgeConfiguration(), verifier: Verifier? = nil, oldVerifier: Verifier? = nil,
    agent: (any FormAgent)? = nil, delegate: (any TextFieldDelegate)? = nil
  ) {
    (self.judge, self.verifier, self.oldVerifier) = (judge, verifier, oldVerifier)
    (self.agent, self.delegate) = (agent, delegate)
  }
}

extension FormDescription {
  /// Shows the form on the terminal of the process (/dev/tty), or on ``Presentation/device``, until it is accepted or
  /// cancelled.
  ///
  /// When this returns, or throws, the terminal is as it was before. Nothing is read from standard input or written to
  /// standard output, unless there is no other terminal.
  ///
  /// - Throws: ``WatchwordError/busy`` where this process shows a form already, before anything is touched, and why the
  ///   form could not be shown or brought to its end.
  package func show(
    _ presentation: Presentation, _ advisers: Advisers = Advisers()
  ) throws(FormFailure) -> Outcome {
    // What is shown has gone when the stay ends.
    let stay = try Stay.begin(presentation)
    defer { extendLifetime(stay) }
    return try showInStay(presentation, advisers)
  }

  private func showInStay(
    _ presentation: Presentation, _ advisers: Advisers
  ) throws(FormFailure) -> Outcome {
    var form = makeForm()
    if environmentVariable("WATCHWORD_MOTION") == "off" { form.describe { $0.isAnimated = false } }
    guard !presentation.asksForLines else { return try form.talk(presentation, advisers) }
    let (memory, judge) = try form.makeMemory(for: CursesTerminal.capacities, presentation, advisers.judge)
    var terminal: CursesTerminal
    do throws(TerminalError) {
      terminal = try CursesTerminal(
        color: presentation.color, background: presentation.background, usesMouse: presentation.usesMouse,
        typedAhead: presentation.typedAhead(for: form), in: memory, path: presentation.device,
        caller: presentation.caller)
    } catch {
      guard error.isOfType else { throw .terminal(error) }
      return try form.talk(presentation, advisers)
    }
    do throws(WatchwordError) {
      let appearance = presentation.appearance(on: terminal)
      let session = try Session(form, appearance: appearance, judge: judge, advisers, in: memory)
      if let announcement = presentation.caller?.announcement { terminal.draw(announcement) }
      return try session.run(on: &terminal)
    } catch {
      throw FormFailure(error, of: terminal.failure)
    }
  }

  /// Shows the form on a terminal that is not the one of the process, until it is accepted or cancelled: nothing of the
  /// process is touched, nothing moves on the screen, and secrets are locked where that can be done. What `presentation`
  /// says of the process and its terminal does not count.
  package func show(
    on terminal: inout some Terminal & ~Copyable, width: CharacterWidth, _ presentation: Presentation,
    _ advisers: Advisers
  ) throws(FormFailure) -> Outcome {
    var (form, presentation) = (makeForm(), presentation)
    form.describe { $0.isAnimated = false }
    presentation.allowsUnlockedMemory = true
    let (memory, judge) = try form.makeMemory(for: [], presentation, advisers.judge)
    let appearance = Appearance(glyphs: presentation.glyphs == .ascii ? .ascii : .unicode, width: width)
    do throws(WatchwordError) {
      let session = try Session(form, appearance: appearance, judge: judge, advisers, in: memory)
      return try session.run(on: &terminal)
    } catch {
      throw .form(error)
    }
  }
}

extension FormState {
  fileprivate func talk(_ presentation: Presentation, _ advisers: Advisers) throws(FormFailure) -> Outcome {
    var form = self
    form.prepareForLines()
    let (memory, judge) = try form.makeMemory(for: Teletype.capacities, presentation, advisers.judge)
    let terminal = try rethrow(
      try Teletype(
        typedAhead: presentation.typedAhead(for: form), in: memory, path: presentation.device,
        caller: presentation.caller), as: FormFailure.terminal)
    let appearance = Appearance(glyphs: .ascii, width: terminal.characterWidth)
    let session = try rethrow(
      try Session(form, appearance: appearance, judge: judge, advisers, in: memory), as: FormFailure.form)
    var dialogue = Dialogue(session, on: terminal)
    do throws(WatchwordError) {
      return try dialogue.run()
    } catch {
      throw FormFailure(error, of: dialogue.terminal.failure)
    }
  }

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
      return (memory, try configuration.makeJudge(in: memory, oldPasswords: knownCount).0)
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

  /// What becomes of keys that were pressed before `form` was there: nobody has answered a question that was not asked, and
  /// an agent may ask for a passphrase while somebody types a command.
  func typedAhead(for form: FormState) -> TypedAhead {
    form.fields.isEmpty ? .discarded : caller == nil ? .taken : .withoutLines
  }

  var locking: SecretMemory.Locking { allowsUnlockedMemory ? .ifPossible : .required }

  func appearance(on terminal: borrowing CursesTerminal) -> Appearance {
    var glyphs: GlyphSet =
      switch (terminal.encoding == .utf8 ? glyphs : .ascii, terminal.glyphs) {
      case (.emoji, _), (.auto, .emoji): .emoji
      case (.unicode, _), (.auto, .unicode): .unicode
      case (.ascii, _), (.auto, .ascii): .ascii
      }
    if self.glyphs == .emoji { glyphs.unmetOnLight = nil }
    var appearance = Appearance(glyphs: glyphs, width: terminal.characterWidth, mask: mask)
    (appearance.canSuspend, appearance.showsFaint) = (terminal.canSuspend, terminal.showsFaint)
    return appearance
  }
}

/// A form's stay in its process, of which there is one at a time. When the value goes, the process is as it was before,
/// but for what the presentation wants for good.
struct Stay: ~Copyable {
  private var locale: String?
  private var givesSignalsBack = false
  private var exposure = Hardening.Exposure()
  private var screen: HostScreen?

  private init() {}

  /// Begins a stay.
  ///
  /// - Throws: That there is another one, before anything is touched; or that the process cannot be guarded.
  static func begin(_ presentation: Presentation) throws(FormFailure) -> Stay {
    guard ProcessClaim.take() else { throw .form(.busy) }
    var stay = Stay()
    stay.locale = CharacterEncoding.locale
    if presentation.catchesDeadlySignals { DeadlySignals.install(ownsProcess: false) }
    stay.givesSignalsBack = presentation.catchesDeadlySignals && !presentation.keepsProcessGuarded
    do throws(SecretError) {
      if presentation.hardensProcess {
        if presentation.keepsProcessGuarded {
          try Hardening.apply()
        } else {
          try Hardening.applyForAWhile(&stay.exposure)
        }
      }
    } catch {
      if !presentation.allowsUnlockedMemory { throw .form(.memory(error)) }
    }
    stay.screen = HostScreen()
    return stay
  }

  deinit {
    Hardening.relax(to: exposure)
    if givesSignalsBack { DeadlySignals.giveBack() }
    if let locale { CharacterEncoding.giveBack(locale) }
    screen?.comeBack()
    ProcessClaim.giveUp()
  }
}
