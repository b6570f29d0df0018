import WatchwordScreen

/// A button below the fields of a form.
package struct FormButton: Equatable, Sendable {
  package enum Effect: Equatable, Sendable {
    case accept
    case cancel
  }

  package var title: String
  /// The letter that presses the button, in lower case; `nil` for none.
  package var accelerator: Character?
  /// Another letter that presses it where no button has that as its own: the one that it has in English.
  package var englishAccelerator: Character?
  /// The English words, in lower case, for one whose text is this program's: whoever types them in line mode presses it.
  package var englishWords: [String] = []
  package var effect: Effect

  package init(_ title: String, accelerator: Character? = nil, effect: Effect = .accept) {
    (self.title, self.accelerator, self.effect) = (title, accelerator, effect)
  }
}

extension FormDescription {
  /// The letter that presses button `index`. Where several have the same, it is that of the first of them.
  func accelerator(of index: Int) -> Character? {
    let letter = buttons[index].accelerator
    return buttons.firstIndex { $0.accelerator == letter } == index ? letter : nil
  }
}

extension FormState {
  /// Whether there is something else that can have the focus.
  var canMoveFocus: Bool {
    configuration.buttons.count + fields.count(where: \.canHaveFocus) > 1
  }

  /// The button that `key` presses: Return and Space the one with the focus, a letter its own, with Alt everywhere and
  /// alone where no field takes it.
  func button(pressedBy key: Key) -> Int? {
    if let focusedButton, key.typedScalar == " " || KeyBinding.action(for: key) == .performReturn {
      return focusedButton
    }
    guard case .scalar(let scalar) = key.code, !key.modifiers.contains(.control),
      key.modifiers.contains(.alt) || focusedField == nil
    else { return nil }
    let letter = String(scalar).lowercased()
    let buttons = configuration.buttons
    return buttons.firstIndex { $0.accelerator.map { String($0) } == letter }
      ?? buttons.firstIndex { $0.englishAccelerator.map { String($0) } == letter }
  }
}

extension Form {
  /// Keeps the buttons of a form without fields from working until somebody can have seen it, which was shown at `now`: a
  /// key that was meant for something else would say yes.
  mutating func holdButtons(from now: Instant) {
    if fields.isEmpty { state.buttonStart = now.advanced(by: .milliseconds(500)) }
  }

  /// Presses button `index`, unless that does not work yet.
  mutating func pressButton(_ index: Int) {
    guard state.buttonStart == nil else { return beep() }
    settle()
    switch state.configuration.buttons[index].effect {
    case .accept: accept(byButton: index)
    case .cancel: cancel()
    }
  }

  /// Responds to `event` as button `index`, which has the focus.
  mutating func respond(asButton index: Int, to event: Event) -> Bool {
    guard case .key(let key) = event else { return false }
    switch KeyBinding.action(for: key) {
    case .moveBackward where index > 0: moveFocus(to: .button(index - 1))
    case .moveForward where index + 1 < state.configuration.buttons.count: moveFocus(to: .button(index + 1))
    default: return false
    }
    return true
  }
}
