import WatchwordBase
package import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// A form of text fields and buttons: the state machine that everything else serves.
///
/// It owns its texts: it edits and judges them, and asks and tells its delegate, in the order of UIKit's text-field
/// life cycle. Events go in, and ``requests`` come out. It reads no clock and knows no terminal.
package struct Form: ~Copyable {
  package internal(set) var state: FormState
  package internal(set) var secrets: SecretTexts
  /// What the outside world still has to do, in order.
  private var requests: [Request] = []
  /// How the form has ended; `nil` while it is open. Only ``end(_:)`` sets it.
  package internal(set) var ending: Ending?
  /// Judges new passwords, and knows the words that count against them now.
  var assessor: Assessor
  /// The words that count against a password whatever is in the other fields.
  let placeWords: ContextWords
  let host: Host
  let width: CharacterWidth
  let fingerprintKey = Fingerprint.Key()
  /// The parts that have to be judged again; see ``reevaluate(_:atOnce:)``.
  var changes: Changes = []
  /// The field whose text has changed.
  var changedField: Int?
  var isUpToDate: Bool { changes.isEmpty }
  /// What was typed last to find a choice.
  var typedPart: (field: Int, text: String, time: Instant)?
  /// The text that was last cut from a field that is not secure.
  var cutText = ""
  /// The verdict on the last drawn password, which may be offered.
  var drawnVerdict: PolicyVerdict?
  /// How many passwords have been offered.
  var offerCount: UInt32 = 0
  /// What to do once the field's verifier has accepted, or the list of leaked passwords was searched.
  var waitingStep: Step?
  /// The last time a key was refused for coming too early: during a check, or within a second of another such key.
  var earlyKey: Instant?
  /// The last field that a verifier demanded.
  var demandedField: Int?
  /// What the user asked for when the verifier demanded it.
  var interruptedStep: Step?
  /// What was in the focused field when its editing began, unless it is a secret.
  var editingStart: (text: String?, edits: Int) = (nil, 0)
  /// What is said of those of ``_NearMisses`` that are the host's own.
  var misses: [String] = []
  /// Whether the program cannot move the focus now; see ``becomeFirstResponder(_:)``.
  var isFocusHeld = false

  /// Makes a form in which nothing has the focus; see ``begin()``. The words of its title, and those in its fields that
  /// are not secure, count against a password.
  package init(
    _ state: FormState, secrets: consuming SecretTexts, assessor: Assessor, width: CharacterWidth,
    _ host: Host
  ) {
    var (assessor, context) = (assessor, assessor.judge.context)
    for text in state.configuration.contextTexts { context.add(text, from: .service) }
    assessor.take(context)
    placeWords = assessor.judge.context
    self.assessor = assessor
    self.state = state
    self.secrets = secrets
    self.width = width
    self.host = host
    self.state.scale = assessor.judge.guesses?.scale
    for index in state.fields.indices { reshape(index) }
    for index in state.fields.indices where self.secrets[index].count > 0 {
      textDidChange(in: index, by: .program)
    }
    reevaluate(.lists, atOnce: true)
  }

  var fields: [FormField] {
    get { state.fields }
    _modify { yield &state.fields }
  }

  mutating func takeRequests() -> [Request] {
    defer { requests.removeAll() }
    return requests
  }

  /// Notes that `input`, or `nil` for a command, came at `now`, and does what was due by then. Returns false if the time
  /// limit was over before, so that the form has ended.
  mutating func prepare(for input: Input?, at now: Instant) -> Bool {
    if let end = state.timeLimitEnd, end <= now {
      self.end(.timeLimit)
      return false
    }
    let isInput = input?.event.isInput ?? true
    // When a key types, usually nothing is due, and the work below takes too long to do for each key.
    let isDue = input?.isTyping != true || state.deadline.map { $0 <= now } == true
    // A change of text counts from the event that made it.
    if isDue { reevaluate() }
    state.now = now
    state.bars.tick(at: now)
    if isInput, state.peekEnd != nil { endPeek() }
    if isDue {
      FormTimer.forEach { if let due = $0.due(in: state), due <= now { $0.act(in: &self) } }
    }
    if isInput || state.lastInput == nil { state.lastInput = now }
    if isInput {
      state.dropLine()
      (state.notice, state.refusedCount, state.quotesNextKey) = (nil, 0, false)
      if state.submission == .open { state.search.wasTried = false }
    }
    return true
  }

  /// Prepares for a command that the user gives at `now`. Returns false if the form cannot do it.
  mutating func takesCommand(at now: Instant) -> Bool {
    prepare(for: nil, at: now) && state.submission == .open
  }

  /// Gives `input` to the first responder, then to the form. Returns whether one of them handled it (E3).
  mutating func respond(to input: Input) -> Bool {
    if let offer = state.offer { return respond(asOffer: offer, to: input.action) }
    if let button = state.button(pressedBy: input) {
      pressButton(button)
      return true
    }
    let isHandled =
      switch state.firstResponder {
      case .field(let index): respond(asField: index, to: input)
      case .button(let index): respond(asButton: index, to: input.action)
      case .form: false
      }
    return isHandled || respond(asFormTo: input.action)
  }

  private mutating func respond(asField index: Int, to input: Input) -> Bool {
    if let action = input.action { return perform(action, in: index) }
    switch (input.event, input.typed) {
    case (.refused(let reason), _): refuseInput(reason)
    case (_, let scalar?): type(scalar, into: index)
    default: return false
    }
    return true
  }

  private mutating func respond(asFormTo action: Action?) -> Bool {
    guard let action else { return false }
    let ring = ring(after: state.firstResponder)
    guard !ring.isEmpty else { return false }
    let hasNoFocus = fields.isEmpty && state.focusedButton == nil
    switch action {
    case .moveForward where hasNoFocus: moveFocus(toFirstOf: ring)
    case .moveBackward where hasNoFocus: moveFocus(toFirstOf: ring.reversed())
    case .focusNext: leave { $0.beep(unless: $0.moveFocus(toFirstOf: ring)) }
    case .focusPrevious: leave { $0.beep(unless: $0.moveFocus(toFirstOf: ring.reversed(), going: .back)) }
    default: return false
    }
    return true
  }

  /// Handles what is for no field, on the screen and in line mode.
  mutating func respond(asProgramTo input: Input) -> Bool {
    switch (input.event, input.action) {
    case (.stop, _), (_, .suspend): request(.suspend)
    case (.resume, _):
      maskAll()
      request(.redraw)
    case (.disturbed, _):
      noticeDisturbance()
      request(.redraw)
    case (.hangUp, _): end(.hangUp)
    case (.withdrawn, _): end(.withdrawn)
    case (_, .redraw): request(.redraw)
    case (_, .cancel): if !withdrawOffer() { end(.cancelled) }
    case (_, .interrupt): end(.interrupted)
    case (.tick, _), (.recolor, _), (_, .ignore): break
    default: return false
    }
    return true
  }

  /// Inserts a paste into the focused field. Returns `false` if no field has the focus, or while an offer is shown.
  mutating func paste(_ text: UTF8Span) -> Bool {
    guard !state.hasOffer, let index = state.focusedField else { return false }
    let trims = fields[index].configuration.trims
    // A paste into an empty field makes up for input that was lost.
    if secrets[index].count == 0 { fields[index].take(.lossMadeUp) }
    text.withPasteContent(trimmed: trims) { if !$0.isEmpty { insert($0, into: index) } }
    return true
  }

  /// Replaces the focused field's text with `text`, a line typed in line mode, as one user edit. Strips what a paste
  /// strips. If the line means an `item` of the field, makes that the text instead. Returns whether the field has it now.
  mutating func enter(_ text: UTF8Span, choosing item: Int? = nil, at now: Instant) -> Bool {
    guard takesCommand(at: now), !state.hasOffer, let index = state.focusedField else { return false }
    if let item { return choose(item, in: index) }
    let all = 0..<secrets[index].count
    fields[index].take(.lossMadeUp)
    return text.withPasteContent(trimmed: fields[index].configuration.trims) {
      $0.isEmpty && all.isEmpty || change(all, in: index, to: $0, clears: $0.isEmpty)
    }
  }

  /// Handles a press of mouse button 1. In a field, the press moves focus and caret; on an icon, it shows, hides or
  /// clears the text; on a button of the form, it presses that button; anywhere else, it ends editing (A12). Withdraws
  /// an offer.
  mutating func press(_ target: PressTarget?) {
    withdrawOffer()
    switch target {
    case .sign(let index) where fields[index].sign == .clear:
      delete(0..<fields[index].shape.count, in: index, clears: true)
    case .sign(let index): toggleShown(index)
    case .item(let index, let number):
      leave { form in
        if form.moveFocus(to: .field(index)) { form.choose(number, in: index) } else { form.beep() }
      }
    case .field(let index, let cluster) where fields[index].isFirstResponder: press(index, at: cluster)
    case .field(let index, let cluster): leave { $0.press(index, at: cluster) }
    case .button(let index): pressButton(index)
    case nil: leave { $0.beep(unless: $0.moveFocus(to: .form)) }
    }
  }

  private mutating func press(_ index: Int, at cluster: Int) {
    guard moveFocus(to: .field(index)) else { return beep() }
    // The text may have been cleared when editing began.
    let caret = min(cluster, secrets[index].count)
    if caret != secrets[index].caret { moveCaret(to: caret, in: index) }
  }

  mutating func request(_ request: Request) { requests.append(request) }

  /// Beeps once for everything that is refused in one event.
  mutating func beep() { if requests.last != .beep { request(.beep) } }

  mutating func beep(unless isDone: Bool) { if !isDone { beep() } }
}

extension Event {
  /// Whether the user did something.
  var isInput: Bool {
    switch self {
    case .key, .paste, .refused, .press, .release: true
    case .resize, .tick, .stop, .resume, .disturbed, .recolor, .hangUp, .withdrawn: false
    }
  }
}

extension UTF8Span {
  /// Calls `body` with what a paste inserts: the text without a final line end, which comes with a selected line, and,
  /// if `trimmed`, without the blanks at both ends.
  func withPasteContent<R>(trimmed: Bool, _ body: (UTF8Span) -> R) -> R {
    var end = count
    if end > 0, span[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > 0, end == count || span[end] == UInt8(ascii: "\n"), span[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    let range = trimmed ? rangeWithoutBlanks(before: end) : 0..<end
    return unsafe body(UTF8Span(unchecked: span.extracting(range)))
  }

  /// The range of the bytes before `end`, without the white space at both ends. Tabs and line ends are control
  /// characters, so they are kept and later refused.
  private func rangeWithoutBlanks(before end: Int) -> Range<Int> {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.isWhiteSpace && !scalar.isControl
    }
    var scalars = makeUnicodeScalarIterator()
    var start = 0
    while start < end, let scalar = scalars.next(), isBlank(scalar) { start = scalars.currentCodeUnitOffset }
    scalars.reset(roundingBackwardsFrom: end)
    var end = end
    while start < end, let scalar = scalars.previous(), isBlank(scalar) {
      end = scalars.currentCodeUnitOffset
    }
    return start..<end
  }
}
