import Messages
public import Screen

/// The way of an event: to the first responder, and from there up the chain until one handles it (E3).
extension Form {
  /// Takes in one event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: When it happened; no earlier than the event before.
  ///   - appearance: How the form is drawn, which decides what a press of the mouse meets.
  ///   - delegate: Who answers questions.
  /// - Returns: What to do and tell, in this order.
  public mutating func handle(
    _ event: Event, at now: Instant, appearance: Appearance, asking delegate: some TextFieldDelegate
  ) -> [Effect] {
    self.now = now
    bars.tick(at: now)
    var effects = endPeekIfDue(after: event)
    if event.isInput {
      notice = nil
      if case .reading = page, !event.isPaging, !event.isPress { page = .form }
    }
    if submission != .open { return effects + respondWhileChecking(to: event, appearance: appearance) }
    var responder: Responder? = isFormUsable ? firstResponder : .screen
    while let current = responder {
      if let answer = respond(as: current, to: event, appearance: appearance, asking: delegate) {
        return effects + answer
      }
      responder = current.next
    }
    if event.isInput { effects.append(.beep) }
    return effects
  }

  /// Whether fields and button are there to be worked in, and not covered by the page of keys.
  private var isFormUsable: Bool {
    if case .keys = page { false } else { !isTooSmall }
  }

  private mutating func endPeekIfDue(after event: Event) -> [Effect] {
    guard let peekEnd, event.isInput || now >= peekEnd else { return [] }
    return endPeek()
  }

  /// What `responder` makes of `event`; `nil` when it does not handle it.
  private mutating func respond(
    as responder: Responder, to event: Event, appearance: Appearance, asking delegate: some TextFieldDelegate
  ) -> [Effect]? {
    switch responder {
    case .field(let index): respond(asField: index, to: event, asking: delegate)
    case .button: respond(asButtonTo: event, asking: delegate)
    case .form: respond(asFormTo: event, appearance: appearance, asking: delegate)
    case .screen: respond(asScreenTo: event, appearance: appearance)
    case .application: respond(asApplicationTo: event)
    }
  }

  private mutating func respond(
    asField index: Int, to event: Event, asking delegate: some TextFieldDelegate
  ) -> [Effect]? {
    switch event {
    case .paste: return insert(.pasted, in: index)
    case .refused(let reason): return refuse(reason)
    case .key(let key):
      if let scalar = key.typedScalar { return insert(.typed(scalar), in: index) }
      return KeyBinding.action(for: key).flatMap { perform($0, in: index, asking: delegate) }
    default: return nil
    }
  }

  private mutating func respond(
    asButtonTo event: Event, asking delegate: some TextFieldDelegate
  ) -> [Effect]? {
    guard case .key(let key) = event else { return nil }
    let isPress = key.typedScalar == " " || KeyBinding.action(for: key) == .performReturn
    return isPress ? pressButton(asking: delegate) : nil
  }

  private mutating func respond(
    asFormTo event: Event, appearance: Appearance, asking delegate: some TextFieldDelegate
  ) -> [Effect]? {
    switch event {
    case .press(let position): return press(position, appearance: appearance, asking: delegate)
    case .key(let key):
      switch KeyBinding.action(for: key) {
      case .focusNext: return move(toFirstOf: ring(after: firstResponder), asking: delegate) ?? [.beep]
      case .focusPrevious: return move(toFirstOf: ring(before: firstResponder), asking: delegate) ?? [.beep]
      default: return nil
      }
    default: return nil
    }
  }

  mutating func respond(asScreenTo event: Event, appearance: Appearance) -> [Effect]? {
    switch event {
    case .resize(let size):
      self.size = size
      if case .reading = page { page = .form }
      return []
    case .stop: return [.suspend]
    case .resume: return maskAll() + [.redraw]
    case .disturbed:
      notice = configuration.catalogue.notices.disturbed
      return [.redraw]
    case .tick: return []
    case .key(let key):
      switch KeyBinding.action(for: key) {
      case .redraw: return [.redraw]
      case .pageUp: return turnPage(by: -1, appearance: appearance)
      case .pageDown: return turnPage(by: 1, appearance: appearance)
      case .showKeys:
        if case .keys = page { page = .form } else { page = .keys(top: 0) }
        return []
      case .cancel:
        guard case .keys = page else { return nil }
        page = .form
        return []
      case .focusNext: return scrollKeys(by: 1, appearance: appearance)
      case .focusPrevious: return scrollKeys(by: -1, appearance: appearance)
      default: return nil
      }
    default: return nil
    }
  }

  mutating func respond(asApplicationTo event: Event) -> [Effect]? {
    switch event {
    case .hangUp: return cancel(.hangUp)
    case .key(let key):
      switch KeyBinding.action(for: key) {
      case .cancel, .interrupt: return cancel()
      case .suspend: return [.suspend]
      case .ignore: return []
      default: return nil
      }
    default: return nil
    }
  }

  /// A press of button 1: on a field it moves focus and caret there, on a sign it toggles, on the button it
  /// presses; elsewhere it ends editing (A12).
  private mutating func press(
    _ position: Position, appearance: Appearance, asking delegate: some TextFieldDelegate
  ) -> [Effect] {
    let layout = layout(appearance)
    // What is met is what is seen, also where the form is being read by page.
    if case .reading = page { page = .form }
    switch layout.target(at: position) {
    case .sign(let index) where fields[index].sign == .clear: return clear(index, asking: delegate)
    case .sign(let index): return toggleShown(index)
    case .field(let index):
      let cluster = cluster(at: position, in: index, layout)
      let moved = focusedField == index ? [] : move(to: .field(index), asking: delegate)
      guard let moved else { return [.beep] }
      return cluster == fields[index].shape.caret ? moved : moved + [.moveCaret(index, to: cluster)]
    case .button: return pressButton(asking: delegate)
    case nil: return move(to: .form, asking: delegate) ?? [.beep]
    }
  }
}

extension Event {
  /// Whether the event comes from the person's hands.
  var isInput: Bool {
    switch self {
    case .key, .paste, .refused, .press: true
    case .resize, .tick, .stop, .resume, .disturbed, .hangUp: false
    }
  }

  /// Whether the event is a press of the mouse.
  var isPress: Bool { if case .press = self { true } else { false } }

  /// Whether the event turns the pages of what is read.
  var isPaging: Bool {
    guard case .key(let key) = self else { return false }
    let action = KeyBinding.action(for: key)
    return action == .pageUp || action == .pageDown
  }
}

extension Key {
  /// The scalar that the key types; `nil` for keys that do something else.
  var typedScalar: Unicode.Scalar? {
    guard case .scalar(let scalar) = code, modifiers.isSubset(of: .shift) else { return nil }
    return scalar
  }
}
