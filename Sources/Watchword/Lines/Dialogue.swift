import WatchwordMessages
package import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// A form as a talk in lines: it asks for one field after the other, and says what came of each answer, first how it
/// stands, then what helps. The form itself is the session's, so that all that is typed is judged as on the screen.
package struct Dialogue<Device: LineTerminal & ~Copyable>: ~Copyable {
  var session: Session
  /// The terminal on which the talk is.
  package var terminal: Device
  let texts: Catalogue.Lines
  /// The fields that have an answer which stands: they are not asked for again.
  var answered: Set<Int> = []
  /// The errors that were said, by the numbers of their fields, and that of the form.
  private var said: [Int: FieldError] = [:]
  private var saidError: String?
  /// Whether it was said that the time is nearly over.
  private var saidSeconds = false
  /// Whether a button was pressed, and the form is still there.
  private var isPressed = false
  /// How many steps the talk has gone since it last asked something.
  private var silentSteps = 0

  /// Makes a talk of `session`.
  package init(_ session: consuming Session, on terminal: consuming Device) {
    texts = session.form.configuration.catalogue.lines
    self.session = session
    self.terminal = terminal
  }

  var form: FormState { session.form }
  var isOver: Bool { session.ending != nil }

  /// Talks until the form is accepted or cancelled.
  ///
  /// - Throws: As ``Session/run(on:)`` does.
  package mutating func run() throws(WatchwordError) -> Outcome {
    introduce()
    for field in form.fields { said[field.tag] = field.error }
    session.start(on: &terminal)
    while !isOver {
      silentSteps += 1
      // A delegate may send the focus round for ever, and only who is asked can end that.
      let isStuck = silentSteps > form.fields.count + form.configuration.buttons.count + 1
      if isStuck { (answered, isPressed) = ([], true) }
      switch form.firstResponder {
      case .field(let index): ask(index)
      case .button(let index): if form.fields.isEmpty { choose() } else { press(index) }
      case .form: goOn(isStuck: isStuck)
      }
      StackScratch.scrub()
    }
    return try session.finish(on: &terminal)
  }

  /// Goes on to what can have the focus; where nothing takes it, only once the person has pressed Enter.
  private mutating func goOn(isStuck: Bool) {
    session.press(Key(.tab), on: &terminal)
    guard isStuck, !isOver, form.firstResponder == .form else { return }
    if hasReply(to: texts.retry(form.configuration.buttons.first?.title ?? "")) { forgetLine() }
  }

  /// Prints `text`, wrapped between words.
  mutating func say(_ text: String) { terminal.print(wrapped(text)) }

  private func wrapped(_ text: String) -> [String] {
    LineWrap.lines(text, columns: terminal.columns, width: terminal.characterWidth)
  }

  /// Asks `question`, and waits for a line. Returns whether there is one, which the terminal has: not where the form has
  /// ended, or the line cannot be taken, of which the person has been told.
  mutating func hasReply(to question: String, isSeen: Bool = false) -> Bool {
    var lines = wrapped(question)
    lines[lines.count - 1] += " "
    silentSteps = 0
    terminal.ask(lines, isSeen: isSeen)
    while true {
      let event = session.nextEvent(on: &terminal)
      switch event {
      case .paste:
        saidSeconds = false
        return true
      case .refused(let reason):
        saidSeconds = false
        session.handle(event, on: &terminal)
        if !isOver { say(texts.refusal(of: reason)) }
        return false
      default:
        session.handle(event, on: &terminal)
        if isOver { return false }
        if saySecondsLeft() { terminal.ask(lines, isSeen: isSeen) }
      }
    }
  }

  /// Takes note of a line that is no text of a field, and wipes it. The time limit begins again.
  mutating func forgetLine() {
    terminal.forgetPaste()
    session.press(.control("\\"), on: &terminal)
  }

  /// Says once that the time is nearly over. Returns whether it did.
  private mutating func saySecondsLeft() -> Bool {
    guard !saidSeconds, let seconds = form.secondsLeft, let limit = form.configuration.timeout,
      seconds <= max(1, Int(limit.components.seconds) / 2)
    else { return false }
    saidSeconds = true
    say(texts.endsIn(seconds))
    return true
  }

  /// Goes through events until `condition` holds, or the form ends. Where that takes longer than a moment, it is said.
  private mutating func wait(until condition: (FormState) -> Bool) {
    let end = terminal.now.advanced(by: .seconds(1))
    var isSaid = false
    while !isOver, !condition(form) {
      if !isSaid, terminal.now >= end {
        say(texts.checking)
        isSaid = true
      }
      let event = session.nextEvent(on: &terminal)
      session.handle(event, on: &terminal)
      _ = saySecondsLeft()
    }
  }
}

/// Fields.
extension Dialogue where Device: ~Copyable {
  private mutating func ask(_ index: Int) {
    let field = form.fields[index]
    if answered.contains(index) {
      submit(index)
      if form.focusedField == index { answered.remove(index) }
    } else if hasReply(to: question(for: field), isSeen: !field.configuration.isSecure) {
      take(index)
    }
  }

  /// Takes the line that was read for field `index`.
  private mutating func take(_ index: Int) {
    let field = form.fields[index].configuration
    let end = terminal.lineEnd
    if end == .make {
      forgetLine()
      return makeOffer(in: index)
    }
    if end == .show, !field.isSecure || !field.isRevealable {
      forgetLine()
      return say(field.isSecure ? texts.neverShown : texts.hasControls)
    }
    if listsRules(of: field), end == .plain, terminal.withPaste({ $0.isWord("?") }) {
      forgetLine()
      return listRules(of: field)
    }
    if !field.isSecure, terminal.withPaste({ $0.isEmpty }) {
      forgetLine()
      return submit(index)
    }
    said[index] = nil
    answered.subtract(form.fields.indices.filter { form.fields[$0].configuration.confirmedField == index })
    guard session.enter(on: &terminal) else {
      if !isOver { say(form.notice.map(texts.sentence) ?? texts.notTaken) }
      return
    }
    if end == .show {
      say(texts.warning)
      session.text(of: index).withText { terminal.print(secret: $0) }
      guard hasReply(to: texts.take) else { return }
      if !terminal.withPaste({ $0.isEmpty }) { return take(index) }
      forgetLine()
    }
    submit(index)
  }

  /// Presses Return in field `index`, and says what came of it.
  mutating func submit(_ index: Int) {
    if index == form.judgedField { wait { !$0.panel.verdict.isOpen } }
    if form.fields[index].configuration.validator != nil { wait { $0.isValidated(index) } }
    if isOver { return }
    session.press(Key(.enter), on: &terminal)
    isPressed = false
    awaitVerifier()
    sayResult(of: index)
  }

  private mutating func awaitVerifier() { wait { $0.submission == .open } }

  /// Says what became of field `index`, of others that are wrong now, and of the form.
  private mutating func sayResult(of index: Int?) {
    if let index { sayResult(ofAnswer: index) }
    guard !isOver else { return }
    let others = form.fields.indices.filter { $0 != index && isNews(form.fields[$0].error, of: $0) }
    if let attention = form.attention, !others.isEmpty { say(texts.sentence(attention)) }
    for other in others {
      guard let error = form.fields[other].error else { continue }
      let message = texts.sentence(error.message)
      say(error.cause == .missing ? message : texts.ofField(label(of: form.fields[other]), message))
      (said[other], answered) = (error, answered.subtracting([other] + confirmations(of: other)))
    }
    if let error = form.error, error != saidError {
      say(texts.sentence(error))
      // Which of the answers is wrong nobody has said.
      answered = []
    }
    saidError = form.error
    if let index, form.fields[index].error?.cause == .differs { settleMismatch() }
  }

  private mutating func sayResult(ofAnswer index: Int) {
    let field = form.fields[index]
    guard let error = field.error else {
      let isNew = answered.insert(index).inserted && (!isOver || session.ending == .accepted)
      if isNew, field.configuration.requirement == .policy, field.shape.count > 0 {
        say(acceptance(of: index))
      }
      return
    }
    answered.subtract([index] + confirmations(of: index))
    said[index] = error
    guard !isOver, error.cause != .differs else { return }
    if case .rule = error.cause, field.configuration.requirement == .policy {
      say(refusal(of: index))
    } else {
      say(texts.sentences([texts.notAccepted, texts.sentence(error.message)]))
    }
  }

  /// Whether `error` of field `index` was not said yet. That two passwords differ is said where the second is asked for.
  private func isNews(_ error: FieldError?, of index: Int) -> Bool {
    guard let error, error != said[index] else { return false }
    return error.cause != .differs || form.attention != nil
  }

  private func confirmations(of index: Int) -> [Int] {
    form.fields.indices.filter { form.fields[$0].configuration.confirmedField == index }
  }

  /// Asks which of two passwords that differ is to be typed again.
  private mutating func settleMismatch() {
    guard let index = form.focusedField, let first = form.fields[index].configuration.confirmedField else {
      return
    }
    while !isOver {
      guard hasReply(to: texts.differ) else { continue }
      let isEmpty = terminal.withPaste { $0.isEmpty }
      let beginsAgain = terminal.withPaste { $0.isWord(texts.no) || $0.isWord("n") }
      forgetLine()
      if isEmpty { return }
      guard beginsAgain else { continue }
      answered.subtract([first, index])
      for _ in form.fields where form.focusedField != first {
        session.press(Key(.tab, .shift), on: &terminal)
      }
      return
    }
  }
}

/// Buttons.
extension Dialogue where Device: ~Copyable {
  /// Presses button `index`, which has the focus, or asks first where that has not led anywhere.
  private mutating func press(_ index: Int) {
    if isPressed || form.error != nil {
      let title = form.configuration.buttons[index].title
      guard hasReply(to: texts.retry(title)) else { return }
      let isEmpty = terminal.withPaste { $0.isEmpty }
      let beginsAgain = terminal.withPaste { $0.isWord(texts.no) || $0.isWord("n") }
      forgetLine()
      if beginsAgain {
        answered = []
        for _ in form.configuration.buttons where form.focusedField == nil {
          session.press(Key(.tab), on: &terminal)
        }
      }
      guard isEmpty else { return }
    }
    isPressed = true
    saidError = nil
    session.press(Key(.enter), on: &terminal)
    awaitVerifier()
    sayResult(of: nil)
  }
}
