import WatchwordScreen
import WatchwordStrength

/// Quiet typing: from the first key in a field until the field is left, what the form says of the texts does not
/// change, so that a screen reader speaks only what was typed or offered. After that, the news is written in frames of
/// its own. The form judges as always; only what it shows is held back.
extension FormScreen {
  var isQuiet: Bool { form.state.configuration.isTypingQuiet }

  var drawn: FormState {
    guard isQuiet else { return form.state }
    var drawn = form.state
    if let still { drawn.standStill(like: still) }
    drawn.bars = StrengthBars(showing: drawn.reach)
    return drawn
  }

  /// Remembers the form before the first key in a field. Return shows the current state again.
  mutating func noteTyping(_ event: Event) {
    guard isQuiet else { return }
    if event.isInput { heldNews.endLead() }
    endStillness()
    if case .key(let key) = event, KeyBinding.action(for: key) == .performReturn {
      sayAgain(form.state.firstResponder)
      still = nil
    } else if event.isTyping || event.asksForOffer, still == nil, form.state.canStandStill {
      still = form.state
    }
    if let notice = form.state.notice { still?.notice = notice }
  }

  /// Shows the current state again if the field was left, or a verifier appeared.
  mutating func endStillness() {
    guard let still else { return }
    if !form.state.canStandStill || still.firstResponder != form.state.firstResponder {
      sayAgain(still.firstResponder)
      self.still = nil
    }
  }

  /// Writes the news about `left` again, even if they have not changed.
  private mutating func sayAgain(_ left: Responder) {
    if case .field(let index) = left { heldNews.forget { $0.field == index } } else { heldNews = HeldNews() }
  }

  /// `frame` without the news held back.
  mutating func withoutHeldNews(_ frame: Frame) -> Frame {
    guard isQuiet else { return frame }
    return heldNews.hold(in: frame, after: isEchoed ? nil : last?.frame, at: form.state.now)
  }
}

extension FormState {
  /// Whether the user is in a field and no verifier is at work.
  fileprivate var canStandStill: Bool { focusedField != nil && submission == .open }

  /// Adopts what `before` says, except how the texts look.
  fileprivate mutating func standStill(like before: FormState) {
    let now = self
    self = before
    (self.now, lastInput, notice) = (now.now, now.lastInput, now.notice ?? before.notice)
    offer = now.offer
    isCapsLocked = now.isCapsLocked
    // There may be another character where one was denied.
    panel.verdict.denied = nil
    for (index, field) in now.fields.enumerated() {
      fields[index].hints = field.hints
      (fields[index].shape, fields[index].isShown, fields[index].peek, fields[index].isEnabled) = (
        field.shape, field.isShown, field.peek, field.isEnabled
      )
      // A refused key is reported at once.
      if [field, before.fields[index]].contains(where: { $0.error?.cause == .loss }) {
        fields[index].error = field.error
      }
    }
  }
}

extension Event {
  fileprivate var asksForOffer: Bool {
    if case .key(let key) = self { KeyBinding.action(for: key) == .offerPassword } else { false }
  }
}
