import WatchwordBase
import WatchwordCurses
package import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension FormDescription {
  /// Shows the form on the terminal of the process (/dev/tty), or on ``Presentation/devicePath``, until it is accepted
  /// or cancelled.
  ///
  /// Afterwards, also after an error, the terminal is as it was before. Standard input and output are used only if
  /// there is no other terminal.
  ///
  /// - Throws: ``WatchwordError/busy`` if this process shows a form already, before anything is touched; or how the
  ///   form ended without an answer.
  package func show(
    _ presentation: Presentation, _ advisers: Advisers = Advisers()
  ) throws(Ending) -> Answer {
    var line: LineBehind?
    return try show(presentation, advisers, leaving: &line)
  }

  /// Does the same, and makes the `line` that an inline form leaves behind.
  package func show(
    _ presentation: Presentation, _ advisers: Advisers, leaving line: inout LineBehind?
  ) throws(Ending) -> Answer {
    var log = FormLog(self, presentation)
    do throws(Ending) {
      // The guard ends only after the form has left the screen.
      let hostGuard = try ProcessGuard.begin(
        presentation, waitingUnless: advisers.waits ? advisers.isOver : nil)
      defer { extendLifetime(hostGuard) }
      let answer = try showGuarded(presentation, advisers, leaving: &line, &log)
      log?.noteEnd(answer.button > 0 ? "declined" : Ending.accepted.row.word)
      return answer
    } catch {
      log?.noteEnd(error.row.word)
      throw error == .unusable(.abandoned) ? .withdrawn : error
    }
  }

  private func showGuarded(
    _ presentation: Presentation, _ advisers: Advisers, leaving line: inout LineBehind?,
    _ log: inout FormLog?
  ) throws(Ending) -> Answer {
    var form = makeForm()
    if environmentVariable("WATCHWORD_MOTION") == "off" { form.describe { $0.isAnimated = false } }
    let reason = presentation.asksForLines ? nil : TerminalError(ofType: presentation.terminalType)
    guard !presentation.asksForLines, reason == nil else {
      return try form.showInLines(presentation, advisers, because: reason, &log)
    }
    let (memory, judge) = try form.makeMemory(for: CursesTerminal.capacities, presentation, advisers.judge)
    var terminal: CursesTerminal
    do throws(TerminalError) {
      terminal = try CursesTerminal(
        color: presentation.color, background: presentation.background,
        ownColors: presentation.ownColors, isInline: presentation.isInline,
        usesMouse: presentation.usesMouse, isASCII: presentation.glyphs == .ascii,
        typedAhead: presentation.typedAhead(for: form), in: memory, path: presentation.devicePath,
        mustBeOwn: presentation.mustOwnDevice, manner: presentation.manner, caller: presentation.caller)
    } catch {
      guard error.isOfType else { throw .unusable(error) }
      return try form.showInLines(presentation, advisers, because: error, &log)
    }
    let reader = presentation.otherReader(of: terminal.foreignNumber)
    if reader != nil { terminal.askNothing() }
    terminal.askPlace()
    form.warn(ofReader: reader, onType: presentation.terminalType)
    var appearance = presentation.appearance(on: terminal)
    appearance.hasLines = true
    var session = try rethrow(
      try Session(form, appearance: appearance, judge: judge, advisers, in: memory), as: Ending.failed)
    log?.noteStart(on: terminal.foreignNumber)
    do throws(Ending) {
      if let announcement = presentation.caller?.announcement { terminal.draw(announcement) }
      session.play(on: &terminal)
      guard session.leaveForLines() else {
        defer {
          terminal.findLastPlace()
          line = LineBehind(form, on: &terminal, presentation)
        }
        return try session.finish(on: &terminal)
      }
    } catch {
      throw error.because(of: terminal.failure)
    }
    let teletype: Teletype
    do throws(Ending) {
      let lines = try rethrow(
        try SecretMemory(for: Teletype.capacities, locking: presentation.locking),
        as: { Ending.failed(.memory($0)) })
      terminal.findLastPlace()
      terminal.close()
      teletype = try presentation.teletype(typedAhead: .taken, in: lines)
    } catch {
      session.abandon()
      throw error
    }
    return try session.ask(on: teletype, isGoingOn: true)
  }

  /// Shows the form on a terminal that is not the one of the process, until it is accepted or cancelled. Nothing of the
  /// process is touched, nothing is animated, and secrets are locked if possible. What `presentation` says about the
  /// process and its terminal is ignored.
  package func show(
    on terminal: inout some Terminal & ~Copyable, width: CharacterWidth, _ presentation: Presentation,
    _ advisers: Advisers
  ) throws(Ending) -> Answer {
    var (form, presentation) = (makeForm(), presentation)
    form.describe { $0.isAnimated = false }
    presentation.protection.allowsUnlockedMemory = true
    let (memory, judge) = try form.makeMemory(for: [], presentation, advisers.judge)
    let appearance = Appearance(glyphs: presentation.glyphs == .ascii ? .ascii : .unicode, width: width)
    let session = try rethrow(
      try Session(form, appearance: appearance, judge: judge, advisers, in: memory), as: Ending.failed)
    return try session.run(on: &terminal)
  }

  /// Runs the form in line mode on a terminal that is not the one of the process; see ``show(on:width:_:_:)``.
  package func showInLines(
    on terminal: inout some LineTerminal, _ presentation: Presentation, _ advisers: Advisers
  ) throws(Ending) -> Answer {
    var (form, presentation) = (makeForm(), presentation)
    form.prepareForLines()
    presentation.protection.allowsUnlockedMemory = true
    let (memory, judge) = try form.makeMemory(for: [], presentation, advisers.judge)
    let appearance = Appearance(glyphs: .ascii, width: terminal.characterWidth)
    let session = try rethrow(
      try Session(form, appearance: appearance, judge: judge, advisers, in: memory), as: Ending.failed)
    var dialogue = Dialogue(session, on: terminal)
    defer { terminal = dialogue.terminal }
    return try dialogue.run()
  }
}

extension FormState {
  /// Runs the form in line mode, because that was asked for, or because of `error`.
  fileprivate func showInLines(
    _ presentation: Presentation, _ advisers: Advisers, because error: TerminalError?, _ log: inout FormLog?
  ) throws(Ending) -> Answer {
    var form = self
    form.prepareForLines()
    let (memory, judge) = try form.makeMemory(for: Teletype.capacities, presentation, advisers.judge)
    let terminal = try presentation.teletype(typedAhead: presentation.typedAhead(for: form), in: memory)
    form.warn(ofReader: presentation.otherReader(of: terminal.foreignNumber), onType: nil)
    let appearance = Appearance(glyphs: .ascii, width: terminal.characterWidth)
    let session = try rethrow(
      try Session(form, appearance: appearance, judge: judge, advisers, in: memory), as: Ending.failed)
    log?.noteStart(on: terminal.foreignNumber)
    return try session.ask(on: terminal, because: error?.reasonForLines(in: texts))
  }

  /// Allocates the memory of a form, with buffers of these `capacities` for its terminal, and makes its judge there.
  func makeMemory(
    for capacities: [Int], _ presentation: Presentation, _ configuration: JudgeConfiguration
  ) throws(Ending) -> (SecretMemory, Judge) {
    do throws(SecretError) {
      let isJudged = judgedField != nil
      let knownCount = fields.count { $0.configuration.requirement == .knownPassword }
      let meter = isJudged ? GuessMeter.capacities(oldPasswords: knownCount) : []
      let memory = try SecretMemory(
        for: capacities + Session.capacities(of: self) + meter, locking: presentation.locking)
      guard isJudged else { return (memory, Judge()) }
      return (memory, try configuration.makeJudge(in: memory, oldPasswords: knownCount))
    } catch {
      throw .failed(.memory(error))
    }
  }
}

extension Session {
  /// Runs the form in line mode, from its start or, if it `isGoingOn`, from where the screen was left.
  fileprivate consuming func ask(
    on terminal: consuming Teletype, because reason: String? = nil, isGoingOn: Bool = false
  ) throws(Ending) -> Answer {
    var dialogue = Dialogue(self, on: terminal)
    do throws(Ending) {
      return try dialogue.run(because: reason, isGoingOn: isGoingOn)
    } catch {
      throw error.because(of: dialogue.terminal.failure)
    }
  }
}

extension Presentation {
  fileprivate func teletype(
    typedAhead: TypedAhead, in memory: SecretMemory
  ) throws(Ending) -> Teletype {
    try rethrow(
      try Teletype(
        typedAhead: typedAhead, in: memory, path: devicePath, mustBeOwn: mustOwnDevice, manner: manner,
        caller: caller),
      as: Ending.unusable)
  }

  /// Whether to use line mode whatever the terminal can do: as asked for, or else if ACCESSIBLE is neither empty nor 0.
  var asksForLines: Bool { isPlain ?? !["", "0"].contains(environmentVariable("ACCESSIBLE") ?? "") }

  /// Whether line mode is right for the terminal, or was asked for.
  package var usesLines: Bool { asksForLines || TerminalError(ofType: terminalType) != nil }

  /// The terminal's type as the caller names it, or else TERM; empty if there is neither.
  var terminalType: String { caller?.terminalType ?? environmentVariable("TERM") ?? "" }

  /// What happens to keys pressed before `form` is shown. A question discards them, because they cannot be meant as its
  /// answer. If another program asks, whole lines are discarded, because the user may have been typing a command.
  func typedAhead(for form: FormState) -> TypedAhead {
    form.fields.isEmpty ? .discarded : caller == nil ? .taken : .withoutLines
  }

  var locking: SecretMemory.Locking { protection.allowsUnlockedMemory ? .ifPossible : .required }

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
    appearance.canUnderline = terminal.canUnderline
    appearance.isFilled = look == .filled && terminal.hasColors
    return appearance
  }
}
