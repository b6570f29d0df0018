import WatchwordBase
import WatchwordCurses
package import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

extension FormDescription {
  /// Shows the form on the terminal of the process (/dev/tty), or on ``Presentation/devicePath``, until it is accepted
  /// or cancelled.
  ///
  /// Afterwards, also after an error, the terminal is as it was before. Standard input and output are used only if
  /// there is no other terminal.
  ///
  /// Calls `leave` with the line that an inline form leaves behind.
  ///
  /// - Throws: ``WatchwordError/busy`` if this process shows a form already, before anything is touched; or how the
  ///   form ended without an answer.
  package func show(
    _ presentation: Presentation, _ advisers: Advisers = Advisers(), leave: (LineBehind) -> Void = { _ in }
  ) throws(Ending) -> Answer {
    var log = FormLog(self, presentation)
    do throws(Ending) {
      // The guard ends only after the form has left the screen.
      let hostGuard = try ProcessGuard.begin(
        presentation, waitingUnless: advisers.waits ? advisers.checkWithdrawal : nil)
      defer { extendLifetime(hostGuard) }
      var form = makeForm()
      if environmentVariable("WATCHWORD_MOTION") == "off" { form.describe { $0.isAnimated = false } }
      let reason = presentation.asksForLines ? nil : TerminalError(ofType: presentation.terminalType)
      let answer =
        presentation.usesLines
        ? try form.showInLines(presentation, advisers, because: reason, &log)
        : try form.show(presentation, advisers, &log, leave)
      log?.noteEnd(answer.button > 0 ? "declined" : Ending.accepted.row.word)
      return answer
    } catch {
      log?.noteEnd(error.row.word)
      throw error == .unusable(.abandoned) ? .withdrawn : error
    }
  }

  /// Shows the form on a terminal that is not the one of the process, until it is accepted or cancelled. Nothing of the
  /// process is touched, nothing is animated, and secrets are locked if possible. What `presentation` says about the
  /// process and its terminal is ignored.
  package func show(
    on terminal: inout some ScreenTerminal & LineTerminal, width: CharacterWidth,
    _ presentation: Presentation, _ advisers: Advisers
  ) throws(Ending) -> Answer {
    var (form, presentation) = (makeForm(), presentation)
    form.describe { $0.isAnimated = false }
    presentation.protection.allowsUnlockedMemory = true
    let (memory, judge) = try form.makeMemory(for: [], presentation, advisers.judge)
    let session = try Session(form, width: width, judge: judge, advisers, in: memory)
    if presentation.isPlain == true {
      var dialogue = Dialogue(session, on: terminal)
      defer { terminal = dialogue.terminal }
      return try dialogue.run()
    }
    let appearance = Appearance(glyphs: presentation.glyphs == .ascii ? .ascii : .unicode, width: width)
    return try FormScreen(session, appearance: appearance).run(on: &terminal)
  }
}

extension FormState {
  /// Shows the form on the screen, or in line mode if the terminal turns out to have none, or once the user goes on
  /// there.
  fileprivate mutating func show(
    _ presentation: Presentation, _ advisers: Advisers, _ log: inout FormLog?, _ leave: (LineBehind) -> Void
  ) throws(Ending) -> Answer {
    let (memory, judge) = try makeMemory(for: CursesTerminal.capacities, presentation, advisers.judge)
    var terminal: CursesTerminal
    var coloring = presentation.coloring
    coloring.slants = !["ja", "zh"].contains(configuration.texts.languageCode)
    do throws(TerminalError) {
      terminal = try CursesTerminal(
        coloring, isInline: presentation.isInline, usesMouse: presentation.usesMouse,
        isASCII: presentation.glyphs == .ascii, typedAhead: presentation.typedAhead(for: self), in: memory,
        path: presentation.devicePath, mustBeOwn: presentation.mustOwnDevice, manner: presentation.manner,
        caller: presentation.caller)
    } catch {
      guard error.isOfType else { throw .unusable(error) }
      return try showInLines(presentation, advisers, because: error, &log)
    }
    let reader = presentation.otherReader(of: terminal.foreignNumber)
    if reader != nil { terminal.askNothing() }
    terminal.askPlace()
    warn(ofReader: reader, onType: presentation.terminalType)
    var appearance = presentation.appearance(on: terminal)
    appearance.lacks.remove(.goOnInLines)
    let session = try Session(self, width: appearance.width, judge: judge, advisers, in: memory)
    log?.noteStart(on: terminal.foreignNumber)
    if let announcement = presentation.caller?.announcement { terminal.draw(announcement) }
    var screen = FormScreen(session, appearance: appearance)
    screen.play(on: &terminal)
    guard screen.isLeft else {
      defer {
        terminal.findLastPlace()
        LineBehind(self, on: &terminal, presentation).map(leave)
      }
      do throws(Ending) { return try screen.finish(on: &terminal) } catch {
        throw error.because(of: terminal.failure)
      }
    }
    var left = screen.leave()
    let teletype: Teletype
    do throws(Ending) {
      let lines = try rethrow(
        try SecretMemory(for: Teletype.capacities, locking: presentation.locking),
        as: { Ending.failed(.memory($0)) })
      terminal.findLastPlace()
      terminal.close()
      teletype = try presentation.teletype(typedAhead: .taken, in: lines)
    } catch {
      left.form.end(error)
      return try left.finish()
    }
    return try left.runInLines(on: teletype)
  }

  /// Shows the form in line mode, because that was asked for, or because of `error`.
  fileprivate mutating func showInLines(
    _ presentation: Presentation, _ advisers: Advisers, because error: TerminalError?, _ log: inout FormLog?
  ) throws(Ending) -> Answer {
    let (memory, judge) = try makeMemory(for: Teletype.capacities, presentation, advisers.judge)
    let terminal = try presentation.teletype(typedAhead: presentation.typedAhead(for: self), in: memory)
    warn(ofReader: presentation.otherReader(of: terminal.foreignNumber), onType: nil)
    let session = try Session(self, width: terminal.characterWidth, judge: judge, advisers, in: memory)
    log?.noteStart(on: terminal.foreignNumber)
    return try session.runInLines(on: terminal, because: error?.reasonForLines(in: texts))
  }

  /// Allocates the memory of a form, with buffers of these `capacities` for its terminal, and makes its judge there.
  func makeMemory(
    for capacities: [Int], _ presentation: Presentation, _ configuration: JudgeConfiguration
  ) throws(Ending) -> (SecretMemory, Judge) {
    do throws(SecretError) {
      let hasNewPassword = newPasswordField != nil
      let knownCount = fields.count { $0.configuration.requirement == .knownPassword }
      let meter = hasNewPassword ? GuessMeter.capacities(oldPasswords: knownCount) : []
      let memory = try SecretMemory(
        for: capacities + Session.capacities(of: self) + meter, locking: presentation.locking)
      guard hasNewPassword else { return (memory, Judge()) }
      return (memory, try configuration.makeJudge(in: memory, oldPasswords: knownCount))
    } catch {
      throw .failed(.memory(error))
    }
  }
}

extension Session {
  fileprivate consuming func runInLines(
    on terminal: consuming Teletype, because reason: String? = nil
  ) throws(Ending) -> Answer {
    var dialogue = Dialogue(self, on: terminal)
    do throws(Ending) { return try dialogue.run(because: reason) } catch {
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
    var appearance = Appearance(
      glyphs: glyphSet(for: terminal.encoding, terminal.glyphs), width: terminal.characterWidth, mask: mask)
    if !terminal.canSuspend { appearance.lacks.insert(.suspend) }
    (appearance.showsItalics, appearance.canUnderline) = (terminal.showsItalics, terminal.canUnderline)
    appearance.isFilled = fieldLook == .filled && terminal.hasColors
    return appearance
  }

  private func glyphSet(for encoding: CharacterEncoding, _ repertoire: GlyphRepertoire) -> GlyphSet {
    var glyphs: GlyphSet =
      switch (encoding == .utf8 ? glyphs : .ascii, repertoire) {
      case (.emoji, _), (.auto, .emoji): .emoji
      case (.unicode, _), (.auto, .unicode): .unicode
      case (.ascii, _), (.auto, .ascii): .ascii
      }
    if self.glyphs == .emoji { glyphs.unmetOnLight = nil }
    return glyphs
  }
}
