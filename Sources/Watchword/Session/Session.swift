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
  /// Who is asked before the form is accepted, in this order.
  let verifiers: [any FormVerifier]
  /// Who is asked about the field that has a verifier of its own.
  let fieldVerifier: (any FormVerifier)?
  /// Those whose verdict is still to come. The first of them is at work.
  var asked: ArraySlice<any FormVerifier> = []
  /// What draws the passwords that the form offers; `nil` if it offers none.
  var source: PasswordSource?
  var refusals = 0
  /// Whether the agent was asked for a password to be offered.
  var awaitsOffer = false
  /// The validators that run beside the form, by the numbers of their fields: what they were asked, and what cancels that.
  var validatorRuns: [Int: (number: Int, cancel: @Sendable () -> Void)] = [:]
  /// What they say.
  let validatorAnswers = Mailbox<ValidatorAnswer>()
  /// How many questions validators and verifiers were asked.
  var questions = 0
  /// What ends the form: one of the requests that do.
  var ending: Request?
  /// Why a form that ends could not go on.
  var failure: WatchwordError?

  /// Whether others had the terminal since the last picture.
  private var wasAway = false

  var form: FormState { screen.form.state }

  /// Makes a session of `form`, as it is at its start, with the `judge` that was made of that of `advisers`. Its lists are
  /// read while no key waits, and the blocklists among them to their end before the form is accepted. The buffers take
  /// their parts of `memory`, see ``capacities(of:)``.
  ///
  /// - Throws: Why there is no memory, or that a field cannot hold the text that it starts with.
  package init(
    _ form: FormState, appearance: Appearance, judge: Judge = Judge(), _ advisers: Advisers = Advisers(),
    in memory: SecretMemory
  ) throws(WatchwordError) {
    var form = form
    form.hasVerifier = advisers.verifier != nil || advisers.verdict != nil
    if advisers.oldVerifier != nil || advisers.oldVerdict != nil {
      form.verifiedField = form.fields.firstIndex { $0.configuration.requirement == .knownPassword }
    }
    let agent = advisers.agent
    if agent?.checker != nil { form.verifiedField = form.judgedField }
    self.advisers = advisers
    locking = memory.locking
    lists = advisers.judge.lists
    needsWarmUp = judge.meter.needsWarmUp
    do throws(SecretError) {
      let texts = try SecretTexts(of: form, in: memory)
      if form.offersPasswords { source = try PasswordSource(form.configuration, in: memory) }
      let programs = try [advisers.verifier, advisers.oldVerifier].map { (verifier) throws(SecretError) in
        try verifier.map { (verifier) throws(SecretError) in
          try ProgramVerifier(verifier, for: form, locking: memory.locking)
        }
      }
      verifiers = [programs[0], advisers.verdict].compactMap(\.self)
      fieldVerifier = agent?.checker ?? programs[1] ?? advisers.oldVerdict
      screen = FormScreen(
        Form(
          form, texts: texts, judge: judge, width: appearance.width, delegate: advisers.delegate,
          callDelegate: { if let agent { agent.call($0) } else { $0() } }),
        appearance: appearance)
    } catch {
      throw .memory(error)
    }
  }

  /// The bytes of the buffers that a session of `form` takes, but for its verifier.
  ///
  /// - Throws: ``SecretError/tooMany`` if the form has more fields than a frame can show.
  package static func capacities(of form: FormState) throws(SecretError) -> [Int] {
    try SecretTexts.capacities(of: form) + (form.offersPasswords ? PasswordSource.capacities : [])
  }

  /// Runs the form to its end and returns what came of it.
  ///
  /// - Throws: ``WatchwordError/terminalGone`` and ``WatchwordError/tooManyRefusals``.
  package consuming func run(on terminal: inout some Terminal & ~Copyable) throws(WatchwordError) -> Outcome {
    screen.form.holdButtons(from: terminal.now)
    start(on: &terminal)
    // The picture may have taken its time.
    screen.form.holdButtons(from: terminal.now)
    var waiting: Event?
    while ending == nil {
      handle(waiting ?? nextEvent(on: &terminal), on: &terminal)
      while ending == nil, let event = terminal.pendingEvent() { handle(event, on: &terminal) }
      guard ending == nil else { break }
      if wasAway { screen.form.holdButtons(from: terminal.now) }
      wasAway = false
      // What was typed appears first. It is judged if nothing more was typed meanwhile.
      let isEchoed = echo(on: &terminal)
      if !isEchoed { paint(on: &terminal) }
      waiting = isEchoed || !screen.form.isSettled ? terminal.eventWithoutWaiting() : nil
      if waiting == nil, screen.form.settle() || isEchoed { paint(on: &terminal) }
      StackScratch.scrub()
    }
    return try finish(on: &terminal)
  }

  /// Ends the form on the terminal, and says what came of it.
  mutating func finish(on terminal: inout some Terminal & ~Copyable) throws(WatchwordError) -> Outcome {
    StackScratch.scrub()
    screen.form.maskAll()
    if ending != .hangUp { paint(on: &terminal) }
    // The verifiers end before the terminal is given back, also if the form was cancelled.
    for verifier in verifiers + [fieldVerifier].compactMap(\.self) { verifier.stop() }
    for run in validatorRuns.values { run.cancel() }
    if let failure { throw failure }
    switch ending {
    case .accept: return .accepted(Answer(screen.form, isLast: true))
    case .interrupt: return .cancelled(.interrupt)
    case .hangUp: throw .terminalGone
    case .refuse: throw .tooManyRefusals
    case .timeOut: return .cancelled(.timeout)
    case .cancel, nil, .beep, .redraw, .suspend, .verify, .validate, .offer: return .cancelled(.escape)
    }
  }

  mutating func start(on terminal: inout some Terminal & ~Copyable) {
    screen.followBackground(isLight: terminal.isLight)
    handle(.resize(terminal.size), on: &terminal)
    carryOut(screen.begin(), on: &terminal)
    paint(on: &terminal)
  }

  /// The next event, or a tick where the agent has said something. If none has come for a moment, the meter is warmed up,
  /// and the word lists are read, a slice at a time. After the last slice of a list what was typed is judged again, and the
  /// form is drawn.
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
    if lookAtAgent(on: &terminal) { return .tick }
    // What is due at the agent's is found there without an event.
    let look = advisers.agent?.nextLook(after: terminal.now)
    let deadline = [screen.deadline, look].lazy.compactMap(\.self).min()
    // A new picture is looked at before anything else is read.
    var pause = Duration.milliseconds(10)
    while true {
      let list = lists.first { !$0.isFinished }
      guard needsWarmUp || list != nil else { break }
      let end = terminal.now.advanced(by: pause)
      if let deadline, deadline <= end { break }
      let event = terminal.nextEvent(before: end)
      if event != .tick || Wake.take() { return event }
      if needsWarmUp {
        screen.form.judge.meter.warmUp()
        needsWarmUp = false
      } else if list?.index() == true {
        screen.form.judgeAgain()
        return .tick
      }
      pause = .zero
    }
    return terminal.nextEvent(before: deadline)
  }

  mutating func handle(_ event: Event, on terminal: inout some Terminal & ~Copyable) {
    let now = terminal.now
    let event = event == .withdrawn && advisers.agent?.isAnswering == true ? .tick : event
    if event.isInput { awaitsOffer = false }
    if event == .resume { wasAway = true }
    if event == .recolor { screen.followBackground(isLight: terminal.isLight) }
    if event == .paste {
      let requests = terminal.withPaste { screen.handlePaste($0, at: now) }
      terminal.forgetPaste()
      carryOut(requests, on: &terminal)
    } else {
      carryOut(screen.handle(event, at: now), on: &terminal)
    }
    if ending == nil { lookAtVerifier(on: &terminal) }
    lookAtValidators(on: &terminal)
    if ending == nil, advisers.agent?.isGone == true { ending = .cancel }
  }

  mutating func paint(on terminal: inout some Terminal & ~Copyable) {
    let fields = screen.form.texts.fields
    terminal.paint(screen.frame()) { field, body in fields[field].withText(body) }
  }

  /// Shows what was typed by itself, where it can stand so. Answers whether it did.
  mutating func echo(on terminal: inout some Terminal & ~Copyable) -> Bool {
    guard let echo = screen.echo() else { return false }
    return terminal.echo(echo.mask, row: echo.row, columns: echo.columns)
  }

  /// Tells the form what has happened, and does what it asks for then.
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
      case .accept, .cancel, .interrupt, .timeOut, .hangUp, .refuse: ending = request
      }
    }
  }

  private mutating func suspend(on terminal: inout some Terminal & ~Copyable) {
    guard terminal.canSuspend else {
      terminal.beep()
      return
    }
    screen.form.maskAll()
    paint(on: &terminal)
    terminal.suspend()
    wasAway = true
    handle(.resize(terminal.size), on: &terminal)
  }
}
