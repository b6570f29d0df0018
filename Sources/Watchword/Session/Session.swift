import WatchwordCurses
package import WatchwordScreen
package import WatchwordSecrets
package import WatchwordStrength
import WatchwordSystem

/// Runs a form on a terminal: hands events to the form, and does what the form asks of the outside world.
package struct Session: ~Copyable {
  var screen: FormScreen
  private var needsWarmUp: Bool
  private let lists: [WordFile]
  let advisers: Advisers
  let locking: SecretMemory.Locking
  /// Asked before the form is accepted, in this order.
  let verifiers: [any FormVerifier]
  /// Asked about the field that has a verifier of its own.
  let fieldVerifier: (any FormVerifier)?
  /// The verifiers whose verdict is still to come. The first is at work.
  var asked: ArraySlice<any FormVerifier> = []
  /// Draws the passwords that the form offers; `nil` if it offers none.
  var source: PasswordSource?
  var refusals = 0
  /// Whether the authority was asked for a password to offer.
  var awaitsOffer = false
  /// The validators that run beside the form, by field number: the number of their question, and how to cancel them.
  var validatorRuns: [Int: (number: Int, cancel: @Sendable () -> Void)] = [:]
  let validatorAnswers = Inbox<ValidatorAnswer>()
  /// How many questions validators and verifiers were asked.
  var questions = 0
  /// Whether others have had the terminal since the last frame.
  private var wasAway = false

  var form: FormState { screen.form.state }
  var ending: Ending? { screen.form.ending }
  /// Whether the form has ended, or goes on in line mode.
  private var isOver: Bool { ending != nil || screen.isLeft }

  /// Makes a session of `form` in its initial state. `judge` was made from ``Advisers/judge``. Lists are read while no
  /// key waits, and blocklists to their end before the form is accepted. The buffers are parts of `memory`; see
  /// ``capacities(of:)``.
  ///
  /// - Throws: Why there is no memory, or that a field cannot hold its initial text.
  package init(
    _ form: FormState, appearance: Appearance, judge: Judge = Judge(), _ advisers: Advisers = Advisers(),
    in memory: SecretMemory
  ) throws(WatchwordError) {
    var form = form
    form.hasVerifier = advisers.verifier != nil || advisers.formVerifier != nil
    if advisers.oldVerifier != nil || advisers.oldFormVerifier != nil {
      form.verifiedField = form.fields.firstIndex { $0.configuration.requirement == .knownPassword }
    }
    let authorityVerifier = advisers.authority?.verifier
    if authorityVerifier != nil { form.verifiedField = form.judgedField }
    self.advisers = advisers
    locking = memory.locking
    lists = advisers.judge.lists
    needsWarmUp = judge.meter.needsWarmUp
    do throws(SecretError) {
      let assessor = try Assessor(form.configuration.policy, judge, in: memory)
      let texts = try SecretTexts(of: form, normalizer: assessor.normalizer, in: memory)
      if form.offersPasswords { source = try PasswordSource(form.configuration, in: memory) }
      let programs = try [advisers.verifier, advisers.oldVerifier].map { (verifier) throws(SecretError) in
        try verifier.map { (verifier) throws(SecretError) in
          try ProgramVerifier(verifier, for: form, locking: memory.locking)
        }
      }
      verifiers = [programs[0], advisers.formVerifier].compactMap(\.self)
      fieldVerifier = authorityVerifier ?? programs[1] ?? advisers.oldFormVerifier
      screen = FormScreen(
        Form(
          form, texts: texts, assessor: assessor, width: appearance.width, delegate: advisers.delegate,
          callDelegate: advisers.callDelegate),
        appearance: appearance)
    } catch {
      throw .memory(error)
    }
  }

  /// The sizes in bytes of the buffers of a session of `form`, except its verifier's.
  ///
  /// - Throws: ``SecretError/tooMany`` if the form has more fields than a frame can show.
  package static func capacities(of form: FormState) throws(SecretError) -> [Int] {
    try SecretTexts.capacities(of: form) + (form.offersPasswords ? PasswordSource.capacities : [])
  }

  /// Runs the form to its end and returns the answer.
  ///
  /// - Throws: How the form ended without an answer.
  package consuming func run(on terminal: inout some Terminal & ~Copyable) throws(Ending) -> Answer {
    play(on: &terminal)
    return try finish(on: &terminal)
  }

  /// Runs the form until it ends, or until ``leaveForLines()`` has to be called.
  mutating func play(on terminal: inout some Terminal & ~Copyable) {
    screen.form.holdButtons(from: terminal.now)
    start(on: &terminal)
    // Drawing may have taken a while.
    screen.form.holdButtons(from: terminal.now)
    var waiting: Event?
    while !isOver {
      handle(waiting ?? nextEvent(on: &terminal), on: &terminal)
      while !isOver, let event = terminal.pendingEvent() { handle(event, on: &terminal) }
      if isOver { break }
      for line in terminal.takeLines() { screen.form.state.say(line) }
      if wasAway { screen.form.holdButtons(from: terminal.now) }
      wasAway = false
      // What was typed appears first. It is judged if nothing more was typed meanwhile.
      let isEchoed = echo(on: &terminal)
      if !isEchoed { paint(on: &terminal) }
      waiting = isEchoed || !screen.form.isJudged ? terminal.eventWithoutWaiting() : nil
      if waiting == nil, reevaluate(on: &terminal) || isEchoed { paint(on: &terminal) }
      StackScratch.scrub()
    }
  }

  /// Prepares the form for a ``Dialogue`` if the user wants to go on in line mode. Returns false if the form has ended.
  mutating func leaveForLines() -> Bool {
    guard screen.isLeft else { return false }
    screen.prepareForLines()
    return true
  }

  /// Ends the form on the terminal, and returns the answer.
  mutating func finish(on terminal: inout some Terminal & ~Copyable) throws(Ending) -> Answer {
    StackScratch.scrub()
    screen.form.maskAll()
    if ending != .hangUp, !screen.isInline { paint(on: &terminal) }
    // The verifiers end before the terminal is given back, also if the form was cancelled.
    stopAdvisers()
    guard ending == .accepted else { throw ending ?? .cancelled }
    return Answer(screen.form, isLast: true)
  }

  /// Ends a form that no terminal can show any more.
  mutating func abandon() {
    screen.form.end(.hangUp)
    stopAdvisers()
  }

  private func stopAdvisers() {
    for verifier in verifiers + [fieldVerifier].compactMap(\.self) { verifier.stop() }
    for run in validatorRuns.values { run.cancel() }
  }

  mutating func start(on terminal: inout some Terminal & ~Copyable) {
    screen.followBackground(isLight: terminal.isLight)
    screen.canBeInline = terminal.canBeInline
    handle(.resize(terminal.size), on: &terminal)
    carryOut(screen.begin(), on: &terminal)
    paint(on: &terminal)
  }

  /// The next event, or a tick if the authority has said something. If no event comes for a moment, warms up the meter
  /// and reads the word lists, a slice at a time. After the last slice of a list, judges what was typed again, and
  /// returns a tick, so that the form is drawn.
  mutating func nextEvent(on terminal: inout some Terminal & ~Copyable) -> Event {
    let isAnswered: Bool =
      if !validatorRuns.isEmpty, form.awaitsValidators {
        terminal.waitsForAnswer(of: validatorRuns.count, questions: questions, validatorAnswers.wait)
      } else if let verifier = asked.first {
        terminal.waitsForAnswer(of: 1, questions: questions, verifier.wait)
      } else {
        false
      }
    if isAnswered { return .tick }
    if lookAtAuthority(on: &terminal) { return .tick }
    // By then the authority has to be looked at, even if no event comes.
    let now = terminal.now
    let look = advisers.authority?.nextLook(after: now) ?? advisers.lookPeriod.map { now.advanced(by: $0) }
    let deadline = Instant.first(screen.deadline, look)
    // After a frame, input gets a moment to come before lists are read.
    var pause = Duration.milliseconds(10)
    while true {
      let list = lists.first { !$0.isFinished }
      guard needsWarmUp || list != nil else { break }
      let end = terminal.now.advanced(by: pause)
      if let deadline, deadline <= end { break }
      let event = terminal.nextEvent(before: end)
      if event != .tick || Wake.take() { return event }
      if needsWarmUp {
        screen.form.assessor.judge.meter.warmUp()
        needsWarmUp = false
      } else if list?.index() == true {
        screen.form.reevaluate(.lists)
        return .tick
      }
      pause = .zero
    }
    return terminal.nextEvent(before: deadline)
  }

  mutating func handle(_ event: Event, on terminal: inout some Terminal & ~Copyable) {
    let now = terminal.now
    let event = event == .withdrawn && advisers.authority?.isAnswering == true ? .tick : event
    if event.isInput { awaitsOffer = false }
    screen.form.state.isCapsLocked = terminal.isCapsLocked
    if event == .resume { wasAway = true }
    if event == .recolor {
      screen.followBackground(isLight: terminal.isLight)
      if terminal.isWide { screen.avoidAmbiguousWidth() }
    }
    if event == .paste {
      let requests = terminal.withPaste { screen.handlePaste($0, at: now) }
      terminal.forgetPaste()
      carryOut(requests, on: &terminal)
    } else {
      carryOut(screen.handle(event, at: now), on: &terminal)
    }
    // What comes while the screen is left for lines is taken in there.
    if isOver { return }
    lookAtVerifier(on: &terminal)
    lookAtValidators(on: &terminal)
    followAsker(on: &terminal)
    _ = endIfOver(on: &terminal)
  }

  /// Shows the form. An inline form first finds out where it can stand; what is typed meanwhile is handled before.
  mutating func paint(on terminal: inout some Terminal & ~Copyable) {
    while screen.isInline, let event = terminal.findPlace() {
      handle(event, on: &terminal)
      if isOver { return }
    }
    screen.canBeInline = terminal.canBeInline
    let fields = screen.form.texts.fields
    terminal.paint(screen.frame()) { field, body in fields[field].withText(body) }
  }

  /// Shows what was typed without drawing the whole frame, if possible. Returns whether it did.
  mutating func echo(on terminal: inout some Terminal & ~Copyable) -> Bool {
    guard let echo = screen.echo() else { return false }
    return terminal.echo(echo)
  }

  /// Has the form judge what was typed, and does what it asks for. Returns true if there was something to judge.
  mutating func reevaluate(on terminal: inout some Terminal & ~Copyable) -> Bool {
    var isNew = false
    tellForm(on: &terminal) { isNew = $0.reevaluate() }
    return isNew
  }

  /// Tells the form what has happened, and does what it asks for.
  mutating func tellForm(
    on terminal: inout some Terminal & ~Copyable, _ fact: (inout Form) -> Void
  ) {
    fact(&screen.form)
    carryOut(screen.form.takeRequests(), on: &terminal)
  }

  mutating func carryOut(_ requests: [Request], on terminal: inout some Terminal & ~Copyable) {
    for request in requests {
      switch request {
      case .beep: terminal.beep()
      case .redraw: terminal.invalidate()
      case .suspend: suspend(on: &terminal)
      case .verify: startVerifier()
      case .validate(let field, let number): startValidator(of: field, number: number)
      case .offer(let kind): makeOffer(kind, on: &terminal)
      }
    }
  }

  private mutating func suspend(on terminal: inout some Terminal & ~Copyable) {
    if let stopAsker = advisers.stopAsker { return stopAsker() }
    guard terminal.canSuspend else {
      terminal.beep()
      return
    }
    screen.form.maskAll()
    if !screen.isInline { paint(on: &terminal) }
    terminal.suspend()
    wasAway = true
    handle(.resize(terminal.size), on: &terminal)
  }
}
