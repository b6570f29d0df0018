package import WatchwordScreen
import WatchwordSecrets

/// A form on the screen of a terminal: hands events to the form, and does what the form asks of the outside world.
extension FormScreen {
  /// Whether the form has ended, or goes on in line mode.
  private var isDone: Bool { form.ending != nil || isLeft }

  /// Runs the form to its end and returns the answer.
  ///
  /// - Throws: How the form ended without an answer.
  package consuming func run(on terminal: inout some ScreenTerminal & ~Copyable) throws(Ending) -> Answer {
    play(on: &terminal)
    return try finish(on: &terminal)
  }

  /// Runs the form until it ends, or goes on in line mode; see ``leave()``.
  mutating func play(on terminal: inout some ScreenTerminal & ~Copyable) {
    form.holdButtons(from: terminal.now)
    start(on: &terminal)
    // Drawing may have taken a while.
    form.holdButtons(from: terminal.now)
    var waiting: Event?
    while !isDone {
      handle(waiting ?? session.nextEvent(before: deadline, on: &terminal), on: &terminal)
      while !isDone, let event = terminal.pendingEvent() { handle(event, on: &terminal) }
      if isDone { break }
      if !willBeInline() {
        for line in terminal.takeLines() { form.state.say(line) }
      } else if form.state.line != nil {
        // It is written above the form.
        form.state.say(nil)
      }
      // What was typed appears first. It is judged if nothing more was typed meanwhile.
      let isEchoed = echo().map { terminal.echo($0) } ?? false
      if !isEchoed { paint(on: &terminal) }
      waiting = isEchoed || !form.isUpToDate ? terminal.eventWithoutWaiting() : nil
      if waiting == nil {
        let isNew = form.reevaluate()
        carryOutRequests(on: &terminal)
        if isNew || isEchoed { paint(on: &terminal) }
      }
      StackScratch.scrub()
    }
  }

  /// Ends the form on the terminal, and returns the answer.
  mutating func finish(on terminal: inout some ScreenTerminal & ~Copyable) throws(Ending) -> Answer {
    form.maskAll()
    if form.ending != .hangUp, !willBeInline() { paint(on: &terminal) }
    return try session.finish()
  }

  mutating func start(on terminal: inout some ScreenTerminal & ~Copyable) {
    followBackground(isLight: terminal.isLight)
    canBeInline = terminal.canBeInline
    handle(.resize(terminal.size), on: &terminal)
    begin()
    carryOutRequests(on: &terminal)
    paint(on: &terminal)
  }

  mutating func handle(_ event: Event, on terminal: inout some ScreenTerminal & ~Copyable) {
    let now = terminal.now
    let event = session.heard(event)
    form.state.isCapsLocked = terminal.isCapsLocked
    if event == .resume { form.holdButtons(from: now) }
    if event == .recolor {
      followBackground(isLight: terminal.isLight)
      if terminal.isWide { avoidAmbiguousWidth() }
    }
    if event == .paste {
      terminal.withPaste { text in handle(event, at: now) { $0.paste(text) } }
      terminal.forgetPaste()
    } else {
      handle(event, at: now)
    }
    carryOutRequests(on: &terminal)
    // What comes while the screen is left for lines is taken in there.
    if isDone { return }
    session.look(isInline: willBeInline(), on: &terminal)
    carryOutRequests(on: &terminal)
  }

  /// Shows the form. An inline form first finds out where it can stand; what is typed meanwhile is handled before.
  mutating func paint(on terminal: inout some ScreenTerminal & ~Copyable) {
    while willBeInline(), let event = terminal.findPlace() {
      handle(event, on: &terminal)
      if isDone { return }
    }
    canBeInline = terminal.canBeInline
    let fields = form.secrets.fields
    terminal.paint(frame()) { field, body in fields[field].withText(body) }
  }

  mutating func carryOutRequests(on terminal: inout some ScreenTerminal & ~Copyable) {
    for request in form.takeRequests() {
      switch request {
      case .beep: terminal.beep()
      case .redraw: terminal.invalidate()
      case .suspend: if session.prepareToStop(on: terminal) { suspend(on: &terminal) }
      case .verify, .validate, .offer: session.carryOut(request)
      }
    }
  }

  private mutating func suspend(on terminal: inout some ScreenTerminal & ~Copyable) {
    if !willBeInline() { paint(on: &terminal) }
    terminal.suspend()
    form.holdButtons(from: terminal.now)
    handle(.resize(terminal.size), on: &terminal)
  }
}
