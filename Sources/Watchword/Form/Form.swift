import WatchwordMessages
package import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// A form of text fields and buttons: the state machine that everything else serves.
///
/// It owns its texts: it edits them, judges them, and asks and tells its delegate, in the order of UIKit's text-field
/// life cycle. An event goes in once; what comes out are ``requests``. It reads no clock and knows no terminal.
package struct Form: ~Copyable {
  package internal(set) var state: FormState
  package internal(set) var texts: SecretTexts
  /// What the outside world still has to do, in this order.
  private var requests: [Request] = []
  /// What says how strong a password is, with the words that count against it now.
  var judge: Judge
  /// The words that count against a password whatever was typed.
  let placeWords: ContextWords
  let delegate: (any TextFieldDelegate)?
  /// Makes a call of the delegate, where it may be called, before it returns.
  let callDelegate: (_ call: () -> Void) -> Void
  let width: CharacterWidth
  let fingerprintKey = Fingerprint.Key()
  /// The field whose text the person has changed since it was last judged; see ``settle()``.
  var unjudgedField: Int?
  var isSettled: Bool { unjudgedField == nil }
  /// What was cut last from a field that is no secret.
  var cutText = ""
  /// What the password is worth that was drawn last and may be offered.
  var drawnVerdict: Verdict?
  /// What the person asked for, which waits until the verifier of a field has accepted its text, or until a list of leaked
  /// passwords has been searched.
  var waitingStep: Step?
  /// When a key was refused last that came before the check of a field was over, or went on with such a text.
  var earlyKey: Instant?
  /// The last of the fields that a verifier has asked for, and what the person had asked for before that.
  var askedField: Int?
  var interruptedStep: Step?
  /// Whether the program cannot move the focus now; see ``becomeFirstResponder(_:)``.
  var isFocusHeld = false

  /// Makes a form that nothing has happened to yet; see ``begin()``. It adds its own title, and the texts of its fields
  /// that are no secret, to the words that count against a password.
  package init(
    _ state: FormState, texts: consuming SecretTexts, judge: Judge = Judge(), width: CharacterWidth,
    delegate: (any TextFieldDelegate)? = nil, callDelegate: @escaping (_ call: () -> Void) -> Void = { $0() }
  ) {
    var judge = judge
    for text in state.configuration.contextTexts { judge.context.add(text, from: .place) }
    placeWords = texts.normalized(judge.context)
    judge.context = placeWords
    self.judge = judge
    self.state = state
    self.texts = texts
    self.width = width
    self.delegate = delegate
    self.callDelegate = callDelegate
    for index in state.fields.indices { reshape(index) }
    for index in state.fields.indices where self.texts[index].count > 0 {
      textDidChange(in: index, by: .program)
    }
    flushValidations()
    updateVerdict()
  }

  var fields: [FormField] {
    get { state.fields }
    _modify { yield &state.fields }
  }

  /// Hands out what the outside world still has to do, once.
  mutating func takeRequests() -> [Request] {
    defer { requests.removeAll() }
    return requests
  }

  /// Takes note of the time at which `event` happened, and does what was due by then.
  mutating func prepare(for event: Event, at now: Instant) {
    if !event.isTyping || state.deadline.map({ $0 <= now }) == true { settle() }
    if let due = state.validationDeadline, due <= now { validate { $0.value(at: now) } }
    state.now = now
    state.bars.tick(at: now)
    if let due = state.search.due, due <= now { beginSearch() }
    if let start = state.buttonStart, now >= start { state.buttonStart = nil }
    if let peekEnd = state.peekEnd, event.isInput || now >= peekEnd { endPeek() }
    if let pauseEnd = state.pauseEnd, now >= pauseEnd { showResults() }
    if let due = state.remarksDue, now >= due { state.remarks.take(state.panel.verdict.estimate) }
    if let revealEnd = state.revealEnd, now >= revealEnd { maskAll() }
    if event.isInput || state.lastInput == nil { state.lastInput = now }
    if event.isInput {
      (state.notice, state.refusedCount) = (nil, 0)
      if state.submission == .open { state.search.wasTried = false }
    }
  }

  /// Gives `event` to the first responder, and then to the form. Returns whether one of them handled it (E3).
  mutating func respond(to event: Event) -> Bool {
    if let offer = state.offer { return respond(asOffer: offer, to: event) }
    if case .key(let key) = event, let button = state.button(pressedBy: key) {
      pressButton(button)
      return true
    }
    let isHandled =
      switch state.firstResponder {
      case .field(let index): respond(asField: index, to: event)
      case .button(let index): respond(asButton: index, to: event)
      case .form: false
      }
    return isHandled || respond(asFormTo: event)
  }

  private mutating func respond(asField index: Int, to event: Event) -> Bool {
    switch event {
    case .refused(let reason): refuse(reason)
    case .key(let key):
      guard let scalar = key.typedScalar else {
        guard let action = KeyBinding.action(for: key) else { return false }
        return perform(action, in: index)
      }
      type(scalar, into: index)
    default: return false
    }
    return true
  }

  private mutating func respond(asFormTo event: Event) -> Bool {
    guard case .key(let key) = event else { return false }
    let ring = ring(after: state.firstResponder)
    guard !ring.isEmpty else { return false }
    switch KeyBinding.action(for: key) {
    case .focusNext: leave { $0.beep(unless: $0.moveFocus(toFirstOf: ring)) }
    case .focusPrevious: leave { $0.beep(unless: $0.moveFocus(toFirstOf: ring.reversed(), going: .back)) }
    default: return false
    }
    return true
  }

  /// Inserts a paste into the field that has the focus. Returns `false` if none has, or while an offer stands.
  mutating func paste(_ text: UTF8Span) -> Bool {
    guard state.offer == nil, let index = state.focusedField else { return false }
    let trims = fields[index].configuration.requirement == .email
    // It takes the place of what was lost before.
    if texts[index].count == 0 { forgetLoss(of: index) }
    text.withPasteContent(trimmed: trims) { if !$0.isEmpty { insert($0, into: index) } }
    return true
  }

  /// Puts `text`, a line of a talk, in the place of all that stands in the field with the focus, as one edit by the person, with what a paste
  /// leaves out left out. Returns whether it stands there now.
  mutating func enter(_ text: UTF8Span) -> Bool {
    guard state.offer == nil, let index = state.focusedField else { return false }
    let all = 0..<texts[index].count
    forgetLoss(of: index)
    return text.withPasteContent(trimmed: fields[index].configuration.requirement == .email) {
      $0.isEmpty && all.isEmpty || change(all, in: index, to: $0, clears: $0.isEmpty)
    }
  }

  /// Does what a press of button 1 asks for: on a field it moves focus and caret there, on a sign it shows, hides or
  /// clears the text, on a button it presses that; elsewhere it ends editing (A12). An offer goes.
  mutating func press(_ target: PressTarget?) {
    withdrawOffer()
    switch target {
    case .sign(let index) where fields[index].sign == .clear:
      delete(0..<fields[index].shape.count, in: index, clears: true)
    case .sign(let index): toggleShown(index)
    case .field(let index, let cluster) where fields[index].isFirstResponder: press(index, at: cluster)
    case .field(let index, let cluster): leave { $0.press(index, at: cluster) }
    case .button(let index): pressButton(index)
    case nil: leave { $0.beep(unless: $0.moveFocus(to: .form)) }
    }
  }

  private mutating func press(_ index: Int, at cluster: Int) {
    guard moveFocus(to: .field(index)) else { return beep() }
    // The text may have been cleared when editing began.
    let caret = min(cluster, texts[index].count)
    if caret != texts[index].caret { moveCaret(to: caret, in: index) }
  }

  mutating func ask(_ request: Request) { requests.append(request) }

  mutating func beep() { ask(.beep) }

  mutating func beep(unless isDone: Bool) { if !isDone { beep() } }
}

enum PressTarget: Equatable {
  /// A field, before one of its clusters.
  case field(Int, cluster: Int)
  /// The sign of a field, by which its text is shown and hidden, or cleared.
  case sign(Int)
  case button(Int)
}

extension Event {
  /// Whether the event is something that the person did.
  var isInput: Bool {
    switch self {
    case .key, .paste, .refused, .press: true
    case .resize, .tick, .stop, .resume, .disturbed, .recolor, .hangUp, .withdrawn: false
    }
  }

  /// Whether the event only types or deletes, so that the judgement of what was typed before can wait for a moment
  /// without input.
  var isTyping: Bool {
    switch self {
    case .paste: return true
    case .key(let key):
      if key.typedScalar != nil { return true }
      switch KeyBinding.action(for: key) {
      case .deleteBackward, .deleteForward, .deleteToStart, .deleteToEnd, .deleteWordBackward,
        .deleteSpacedWordBackward, .deleteWordForward:
        return true
      default: return false
      }
    default: return false
    }
  }
}

extension Key {
  /// The scalar that the key types; `nil` for keys that do something else.
  var typedScalar: Unicode.Scalar? {
    guard case .scalar(let scalar) = code, modifiers.isSubset(of: .shift) else { return nil }
    return scalar
  }
}

/// What a form asks of the outside world, because it cannot do it itself.
package enum Request: Equatable, Sendable {
  case beep
  case redraw
  /// Leave the screen and stop the process group.
  case suspend
  /// Start the verifier, then call ``Form/verifierDidEnd(_:)``; tick until then.
  case verify
  /// Ask the validator of a field about its text, then call ``Form/validatorDidEnd(_:of:number:)`` with this number.
  case validate(field: Int, number: Int)
  /// Draw passwords until ``Form/consider(_:)`` accepts one, then call ``Form/offer(_:)``.
  case offer(Offer.Kind)
  case accept
  case cancel
  /// End with nothing, and with all that the form belongs to.
  case interrupt
  /// End with nothing, since nobody has pressed a key for too long.
  case timeOut
  /// End, since the terminal is gone.
  case hangUp
  /// End with nothing, since the verifier has refused as often as it may.
  case refuse
}

extension UTF8Span {
  /// Calls `body` with what a paste inserts: the text without the one line end that a selected line has at its end,
  /// and, if `trimmed`, without the blanks at both ends.
  func withPasteContent<R>(trimmed: Bool, _ body: (UTF8Span) -> R) -> R {
    var end = count
    if end > 0, span[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > 0, end == count || span[end] == UInt8(ascii: "\n"), span[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    let range = trimmed ? rangeWithoutBlanks(before: end) : 0..<end
    return unsafe body(UTF8Span(unchecked: span.extracting(range)))
  }

  /// The range of the bytes before `end`, without the white space at both ends. Tabs and line ends are not blanks: they
  /// are control characters, and are refused.
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
