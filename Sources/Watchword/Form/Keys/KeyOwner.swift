import WatchwordScreen

/// Who gets the keys: the first of these that is there. The screen gets what its owner leaves.
enum KeyOwner: Equatable {
  /// A verifier, or a search that the form waits for.
  case verifying
  /// The page of keys, from line `top`.
  case keysPage(top: Int)
  /// The screen alone, in a window too small for the form.
  case screen
  case offer(Offer)
  /// The buttons of a form without fields.
  case question
  case fields

  /// Whether `input` reaches the owner or the screen; other input beeps.
  func takes(_ input: Input) -> Bool {
    guard case .key = input.event else { return self != .verifying || !input.event.isInput }
    return switch self {
    // What other keys type may be secret, so it is not kept.
    case .verifying: [.redraw, .cancel, .interrupt, .suspend].contains(input.action)
    case .offer:
      [
        .performReturn, .offerPassword, .deleteSpacedWordBackward, .cancel, .interrupt, .suspend, .redraw,
        .goOnInLines, .ignore,
      ].contains(input.action)
    case .keysPage, .screen, .question, .fields: true
    }
  }
}

extension FormState {
  /// Who gets the keys of the form itself.
  var keyOwner: KeyOwner { offer.map(KeyOwner.offer) ?? (fields.isEmpty ? .question : .fields) }
}
