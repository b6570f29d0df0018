package import WatchwordBase
import WatchwordScreen

package struct FormButton: Equatable, Sendable {
  package enum Effect: Equatable, Sendable {
    case accept
    case cancel
    /// Ends the form without judging it, and hands back what is no secret.
    case leave
  }

  package var title: String
  /// The letter that presses the button, in lower case; `nil` for none.
  package var accelerator: Character?
  /// A fallback accelerator, from the English label, used if no other button has it.
  package var englishAccelerator: Character?
  /// English words, in lower case, that also press the button in line mode, whatever the language of its title. Only
  /// for titles of this program.
  package var englishWords: [String] = []
  package var effect: Effect

  package init(_ title: String, accelerator: Character? = nil, effect: Effect = .accept) {
    (self.title, self.accelerator, self.effect) = (title, accelerator, effect)
  }
}

extension FormButton {
  /// The answers to a question. No cancels the form.
  package static func yesAndNo(_ texts: Texts) -> [FormButton] {
    // translators: The letter that means yes, best one that stands in the word for Yes.
    let yesLetter = texts.context("letter", "y")
    // translators: The letter that means no, best one that stands in the word for No.
    let noLetter = texts.context("letter", "n")
    var yes = FormButton(texts("Yes"), accelerator: yesLetter.lowercased().first)
    (yes.englishWords, yes.englishAccelerator) = (["yes", "y"], "y")
    var no = FormButton(texts("No"), accelerator: noLetter.lowercased().first, effect: .cancel)
    (no.englishWords, no.englishAccelerator) = (["no", "n"], "n")
    return [yes, no]
  }
}

extension FormDescription {
  /// The button that leaves the form; `nil` if there is none.
  var secondaryButton: (index: Int, title: String)? {
    buttons.firstIndex { $0.effect == .leave }.map { ($0, buttons[$0].title) }
  }

  /// The letter that presses button `index`; `nil` if an earlier button has the same letter.
  func accelerator(of index: Int) -> Character? {
    let letter = buttons[index].accelerator
    return buttons.firstIndex { $0.accelerator == letter } == index ? letter : nil
  }
}

extension FormState {
  /// Whether more than one field or button can have the focus.
  var canMoveFocus: Bool {
    configuration.buttons.count + fields.count(where: \.canHaveFocus) > 1
  }

  /// The button that `input` presses. Return and Space press the focused button. A letter presses the button that it
  /// belongs to: with Alt everywhere, without Alt if no field has the focus.
  func button(pressedBy input: Input) -> Int? {
    if let focusedButton, input.typed == " " || input.action == .performReturn { return focusedButton }
    guard let scalar = input.accelerator ?? (focusedField == nil ? input.typed : nil) else {
      return input.event == .key(.secondaryButton) ? configuration.secondaryButton?.index : nil
    }
    let letter = String(scalar).lowercased()
    let buttons = configuration.buttons
    return buttons.firstIndex { $0.accelerator.map { String($0) } == letter }
      ?? buttons.firstIndex { $0.englishAccelerator.map { String($0) } == letter }
  }
}

extension Form {
  /// Disables the buttons of a form without fields until half a second after `now`, when the form was shown. Otherwise
  /// a key meant for something else could answer the question before the user has read it.
  mutating func holdButtons(from now: Instant) {
    if fields.isEmpty { state.buttonStart = now.advanced(by: .milliseconds(500)) }
  }

  /// Presses button `index`, unless that does not work yet.
  mutating func pressButton(_ index: Int) {
    guard state.buttonStart == nil else { return beep() }
    reevaluate()
    let button = state.configuration.buttons[index]
    switch button.effect {
    case .accept: accept(byButton: index)
    case .cancel: end(button.englishWords.contains("no") ? .answeredNo : .cancelled)
    case .leave: end(.secondaryPress(PasswordForm.SecondaryPress(Answer(self))))
    }
  }

  mutating func respond(asButton index: Int, to action: Action?) -> Bool {
    switch action {
    case .moveBackward where index > 0: moveFocus(to: .button(index - 1))
    case .moveForward where index + 1 < state.configuration.buttons.count: moveFocus(to: .button(index + 1))
    default: return false
    }
    return true
  }
}
