import WatchwordBase
import WatchwordScreen

/// Who gets the keys: the first of these that is there. The screen gets what the owner leaves.
enum KeyOwner {
  /// A verifier, or a search that the form waits for.
  case verifying
  case keysPage
  /// The screen alone, in a window too small for the form.
  case screen
  case offer
  /// The buttons of a form without fields.
  case question
  case fields

  /// Whether a key with `action` reaches the owner or the screen; other keys beep.
  func takes(_ action: Action?) -> Bool {
    switch self {
    // What other keys type may be secret, so it is not kept.
    case .verifying: [.redraw, .cancel, .interrupt, .suspend].contains(action)
    case .offer:
      [
        .performReturn, .offerPassword, .deleteSpacedWordBackward, .moveBackward, .moveForward, .cancel,
        .interrupt, .suspend, .redraw, .goOnInLines, .ignore,
      ].contains(action)
    case .keysPage, .screen, .question, .fields: true
    }
  }

  func takes(_ input: Input) -> Bool {
    if case .key = input.event { takes(input.action) } else { self != .verifying || !input.event.isInput }
  }
}

/// The keys of the form itself.
extension FormState {
  /// Their owner while the form waits for nothing.
  var keyOwner: KeyOwner { hasOffer ? .offer : fields.isEmpty ? .question : .fields }

  /// Whether `action` is for this form. The key line and the page of keys leave out the others.
  func uses(_ action: Action) -> Bool {
    switch action {
    case .yank: fields.contains { !$0.configuration.isSecure }
    case .toggleShown: fields.contains(where: \.configuration.isRevealable)
    case .offerPassword: offersPasswords
    case .quoteTab: fields.indices.contains(where: takesTabs)
    case .moveBackward, .moveToStart, .moveWordBackward, .transpose: keyOwner != .question
    default: !action.deletes || keyOwner != .question
    }
  }

  /// What the page of keys says of `action` instead of the text in the table.
  func ownText(of action: Action) -> String? {
    switch (action, keyOwner) {
    case (.performReturn, .question): texts("press the button")
    case (.focusNext, .question): texts("to the next button, and back")
    case (.cancel, .fields), (.cancel, .offer): askerWords(of: .cancel)?.usual
    default: nil
    }
  }

  func askerWords(of action: Action) -> (usual: String?, short: String)? {
    configuration.askerWords(of: action, keyOwner)
  }
}

extension FormDescription {
  /// The words of `action` in the key line while another program asks: `usual` if it is not that of every form, and
  /// `short` for a narrow window.
  func askerWords(of action: Action, _ owner: KeyOwner) -> (usual: String?, short: String)? {
    guard let program = asker else { return nil }
    return switch action {
    // translators: On a narrow line: "Enter ok  Esc by hand  F1 help  ^C end", in your language at most 38 columns. Esc
    // takes the form away, so that the user answers the program by hand; ^C ends the program.
    case .performReturn: (nil, texts.context("narrow", "ok"))
    case .cancel where owner == .question: (texts("back"), texts("back"))
    case .cancel: (texts("type it yourself"), texts.context("narrow", "by hand"))
    case .showKeys: (nil, texts("help"))
    case .interrupt: (texts("stop {program}", ["program": program]), texts.context("narrow", "end"))
    default: nil
    }
  }
}
