public import Forms
public import Screen
public import Secrets
public import Strength
public import System

/// A form at work on a terminal, and the one owner of what is typed.
///
/// It hands events to the form and carries the form's effects out: it edits the secret texts, has them judged, and
/// tells the delegate. One event goes in, one frame comes out.
public struct Session: ~Copyable {
  /// The form. It holds nothing of a secret.
  public internal(set) var form: Form
  private var drawing: Drawing
  private var appearance: Appearance { drawing.appearance }
  /// What says how strong a password is, with the words that count against it at this time.
  var judge: Judge
  /// The words that count against a password whatever was typed.
  let placeWords: ContextWords
  private var needsWarmUp: Bool
  let lists: [WordFile]
  let delegate: any TextFieldDelegate
  let texts: [SecretField]
  /// What makes the texts that count of those that were typed; `nil` where they are the same.
  let normalizer: Normalizer?
  let fingerprintKey = Fingerprint.Key()
  let check: SubmissionCheck?
  let locking: SecretBuffer.Locking
  /// The check, while it runs.
  var runningCheck: RunningCheck?
  /// What the check will need, held while none runs.
  var memoryForCheck: [HeldMemory]
  /// How often the check has refused.
  var refusals = 0
  var ending: Ending?

  enum Ending { case accepted, cancelled, hungUp, refused }

  /// Makes a session of `form`.
  ///
  /// - Parameters:
  ///   - form: The form, as it is at its start.
  ///   - appearance: How it is drawn.
  ///   - judge: What says how strong a password is, and whether it is a common one. To the words of its context come
  ///     those of the form's place, and of what stands in the fields that are no secrets.
  ///   - lists: The word lists that the judge asks: they are read while no key waits.
  ///   - check: What what was typed has to pass before the form is accepted.
  ///   - locking: Whether to go on where memory cannot be locked.
  ///   - delegate: Who answers the questions of the fields and is told what happened.
  /// - Throws: ``SessionError/memory(_:)``, also where the text that a field starts with is none that it can hold.
  public init(
    _ form: Form, appearance: Appearance, judge: Judge = Judge(), lists: [WordFile] = [],
    check: SubmissionCheck? = nil, locking: SecretBuffer.Locking = .required,
    delegate: any TextFieldDelegate = DefaultDelegate()
  ) throws(SessionError) {
    self.form = form
    self.form.hasCheck = check != nil
    self.check = check
    self.locking = locking
    drawing = Drawing(appearance)
    var judge = judge
    for text in form.configuration.contextTexts { judge.context.add(text) }
    needsWarmUp = judge.meter.needsWarmUp
    self.lists = lists
    self.delegate = delegate
    var texts: [SecretField] = []
    do throws(SecretError) {
      for field in form.fields {
        let text = try SecretField(locking: locking)
        try text.start(with: field.configuration)
        texts.append(text)
      }
      let normalization = form.configuration.policy.normalization
      let normalizer =
        normalization == .none ? nil : try Normalizer(normalization, locking: locking)
      memoryForCheck = check == nil ? [] : try HeldMemory.forCheck(of: form, normalizer, locking: locking)
      self.normalizer = normalizer
    } catch {
      throw .memory(error)
    }
    if let normalizer { judge.context = normalizer.normalized(judge.context) }
    self.judge = judge
    placeWords = judge.context
    self.texts = texts
  }

  /// Runs the form to its end and hands over the answer.
  ///
  /// - Throws: ``SessionError/terminalGone`` and ``SessionError/tooManyRefusals``.
  public consuming func run(on terminal: inout some Terminal & ~Copyable) throws(SessionError) -> Outcome {
    start(on: &terminal)
    while ending == nil {
      let event = nextEvent(on: &terminal)
      handle(event, on: &terminal)
      while ending == nil, let event = terminal.pendingEvent() { handle(event, on: &terminal) }
      if ending == nil { paint(on: &terminal) }
      StackScratch.scrub()
    }
    carryOut(form.maskAll(), on: &terminal)
    if ending != .hungUp { paint(on: &terminal) }
    // Ended before the terminal is given back, also when it was cancelled.
    runningCheck = nil
    switch ending {
    case .accepted: return .accepted(Answer(texts, of: form, by: normalizer))
    case .cancelled, nil: return .cancelled
    case .hungUp: throw .terminalGone
    case .refused: throw .tooManyRefusals
    }
  }

  mutating func start(on terminal: inout some Terminal & ~Copyable) {
    for index in form.fields.indices { carryOut(.reshape(index), on: &terminal) }
    for (index, text) in texts.enumerated() where !text.text.isEmpty {
      textDidChange(in: index, by: .program, on: &terminal)
    }
    carryOut(form.flushValidations(), on: &terminal)
    if let index = policyField { form.reassess(verdict(on: index)) }
    handle(.resize(terminal.size), on: &terminal)
    carryOut(form.begin(asking: delegate), on: &terminal)
    paint(on: &terminal)
  }

  /// The next event; when none has come for a moment, the meter is warmed up and the word lists are read on, a slice at
  /// a time. With the last slice of a list what was typed is judged again, and there is a picture to be painted.
  private mutating func nextEvent(on terminal: inout some Terminal & ~Copyable) -> Event {
    var pause = Self.pauseBeforeReading
    while true {
      let list = lists.first { !$0.isFinished }
      guard needsWarmUp || list != nil else { break }
      let end = terminal.now.advanced(milliseconds: pause)
      if let deadline = form.deadline, deadline <= end { break }
      let event = terminal.nextEvent(before: end)
      if event != .tick { return event }
      if needsWarmUp {
        judge.meter.warmUp()
        needsWarmUp = false
      } else if list?.index() == true {
        judgeAgain()
        return .tick
      }
      pause = 0
    }
    return terminal.nextEvent(before: form.deadline)
  }

  /// How long the person and the terminal are left alone with a new picture, in milliseconds.
  private static var pauseBeforeReading: Int64 { 10 }

  mutating func handle(_ event: Event, on terminal: inout some Terminal & ~Copyable) {
    let now = terminal.now
    carryOut(form.validationsDue(before: event, at: now), on: &terminal)
    carryOut(form.handle(event, at: now, appearance: appearance, asking: delegate), on: &terminal)
    if event == .paste { terminal.forgetPaste() }
    if ending == nil { lookAtCheck(on: &terminal) }
  }

  mutating func paint(on terminal: inout some Terminal & ~Copyable) {
    let texts = texts
    terminal.paint(drawing.frame(of: &form)) { field, body in texts[field].withText(body) }
  }

  mutating func carryOut(_ effects: [Effect], on terminal: inout some Terminal & ~Copyable) {
    for effect in effects { carryOut(effect, on: &terminal) }
  }

  private mutating func carryOut(_ effect: Effect, on terminal: inout some Terminal & ~Copyable) {
    switch effect {
    case .didBeginEditing, .didEndEditing, .didChangeSelection, .sent: tell(effect)
    case .propose(let index, let change): propose(change, in: index, on: &terminal)
    case .apply(let index, let change): apply(change, in: index, on: &terminal)
    case .clear(let index):
      texts[index].clear()
      textDidChange(in: index, by: .program, on: &terminal)
    case .validate(let index):
      let isConfirmed = isConfirmed(form.fields[index])
      texts[index].withText(by: normalizer(of: index)) {
        form.validate(index, text: $0, isConfirmed: isConfirmed, judge: judge)
      }
    case .moveCaret(let index, let cluster):
      // The text may have been cleared since, when editing began by the press that moves the caret.
      texts[index].moveCaret(to: min(cluster, texts[index].text.count))
      carryOut(form.caretDidMove(in: index, to: shape(of: index)), on: &terminal)
    case .reshape(let index): form.reshape(index, to: shape(of: index))
    case .then(let continuation):
      if continuation == .finishAccepting { finishLists(on: &terminal) }
      carryOut(form.proceed(continuation, asking: delegate), on: &terminal)
    case .beep: terminal.beep()
    case .redraw: terminal.invalidate()
    case .suspend: suspend(on: &terminal)
    case .check: startCheck(on: &terminal)
    case .accept: ending = .accepted
    case .cancel: ending = .cancelled
    case .hangUp: ending = .hungUp
    }
  }

  private func tell(_ effect: Effect) {
    switch effect {
    case .didBeginEditing(let index): delegate.textFieldDidBeginEditing(form.fields[index])
    case .didEndEditing(let index, let reason):
      delegate.textFieldDidEndEditing(form.fields[index], reason: reason)
    case .didChangeSelection(let index): delegate.textFieldDidChangeSelection(form.fields[index])
    case .sent(let index, let event): delegate.textField(form.fields[index], didSend: event)
    default: break
    }
  }

  /// Asks the delegate about `change` with the text that it would bring in, and goes on as it answers. What cannot be
  /// carried out is refused without asking: a yes is followed by the change.
  private mutating func propose(_ change: Change, in index: Int, on terminal: inout some Terminal & ~Copyable)
  {
    var effects: [Effect] = []
    func ask(_ replacement: UTF8Span) {
      if let refusal = texts[index].text.refusal(ofReplacing: change.range, with: replacement) {
        effects = form.refuse(refusal == .controlCharacter ? .controlCharacter : .tooLong)
      } else {
        effects = form.propose(change, in: index, replacement: replacement, asking: delegate)
      }
    }
    switch change.replacement {
    case .nothing: unsafe ask(UTF8Span(unchecked: Span()))
    case .typed(let scalar): withUTF8Span(of: scalar) { ask($0) }
    case .pasted:
      let trims = trimsPastes(index)
      terminal.withPaste { paste in paste.withPasteContent(trimmed: trims) { if !$0.isEmpty { ask($0) } } }
    case .transposed:
      let lent: Void? = try? texts[index].text.withTransposed { ask($0) }
      if lent == nil { effects = [.beep] }
    }
    carryOut(effects, on: &terminal)
  }

  private mutating func apply(_ change: Change, in index: Int, on terminal: inout some Terminal & ~Copyable) {
    let text = texts[index]
    let trims = trimsPastes(index)
    let result: Result<Void, SecretError> = terminal.withPaste { paste in
      paste.withPasteContent(trimmed: trims) { content in
        Result { () throws(SecretError) in try text.apply(change, pasted: content) }
      }
    }
    switch result {
    case .success: textDidChange(in: index, by: .person, on: &terminal)
    case .failure: carryOut(form.refuse(.tooLong), on: &terminal)
    }
    if case .typed = change.replacement, case .success = result, text.text.caret > 0 {
      carryOut(form.peek(at: text.text.caret - 1, in: index), on: &terminal)
    }
  }

  private mutating func textDidChange(
    in index: Int, by author: Form.Author, on terminal: inout some Terminal & ~Copyable
  ) {
    let effects = form.textDidChange(
      in: index, to: shape(of: index), verdict: index == policyField ? verdict(on: index) : nil,
      isConfirmed: form.fields.allSatisfy { isConfirmed($0) }, fingerprint: fingerprint(of: index), by: author
    )
    if isContext(index) { contextDidChange() }
    carryOut(effects, on: &terminal)
  }

  private mutating func suspend(on terminal: inout some Terminal & ~Copyable) {
    guard terminal.canSuspend else {
      terminal.beep()
      return
    }
    carryOut(form.maskAll(), on: &terminal)
    paint(on: &terminal)
    terminal.suspend()
    handle(.resize(terminal.size), on: &terminal)
  }

  private func shape(of index: Int) -> TextShape {
    texts[index].shape(for: form.fields[index], width: appearance.width)
  }

  private func trimsPastes(_ index: Int) -> Bool {
    form.fields[index].configuration.keyboard == .emailAddress
  }
}
