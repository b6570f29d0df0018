import WatchwordScreen
import WatchwordStrength

/// Quiet typing: from the first key in a field until the field is left, what is said of the texts stands still, so that a
/// reading aid speaks of nothing but what was typed (I2). The form judges as always; this is about its picture alone.
extension FormScreen {
  /// The form as it is drawn.
  var drawn: FormState {
    guard form.state.configuration.isTypingQuiet else { return form.state }
    var drawn = form.state
    drawn.bars = StrengthBars()
    if let still { drawn.keepVerdicts(of: still) }
    return drawn
  }

  /// Takes note of the verdicts before the first key in a field; with Return they may show what is true again.
  mutating func noteTyping(_ event: Event) {
    guard form.state.configuration.isTypingQuiet else { return }
    endStillness()
    if case .key(let key) = event, KeyBinding.action(for: key) == .performReturn {
      still = nil
    } else if event.isTyping, still == nil, form.state.canStandStill {
      still = form.state
    }
  }

  /// Ends the stillness where its field was left, or an offer or a verifier came up.
  mutating func endStillness() {
    guard let still else { return }
    if !form.state.canStandStill || still.firstResponder != form.state.firstResponder { self.still = nil }
  }
}

extension FormState {
  /// Whether the person types in a field, and nothing else goes on.
  fileprivate var canStandStill: Bool { focusedField != nil && offer == nil && submission == .open }

  /// Says of the texts what `before` says of its own.
  fileprivate mutating func keepVerdicts(of before: FormState) {
    (panel, characterCount, error) = (before.panel, before.characterCount, before.error)
    remarks = before.remarks
    // Another character may stand there now.
    panel.verdict.denied = nil
    for index in fields.indices {
      var field = before.fields[index]
      (field.shape, field.isShown, field.peek, field.isEnabled) = (
        fields[index].shape, fields[index].isShown, fields[index].peek, fields[index].isEnabled
      )
      // That a key was not taken is said at once.
      if [field, fields[index]].contains(where: { $0.error?.cause == .loss }) {
        field.error = fields[index].error
      }
      fields[index] = field
    }
  }
}
