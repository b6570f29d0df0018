import WatchwordScreen
import WatchwordStrength

/// Quiet typing: from the first key in a field until the field is left, what is said of the texts stands still, so that a
/// reading aid speaks of nothing but what was typed (I2). What is new then comes in a picture of its own. The form judges
/// as always; this is about its picture alone.
extension FormScreen {
  var isQuiet: Bool { form.state.configuration.isTypingQuiet }

  /// The form as it is drawn.
  var drawn: FormState {
    guard isQuiet else { return form.state }
    var drawn = form.state
    if let still { drawn.standStill(like: still) }
    drawn.bars = StrengthBars()
    return drawn
  }

  /// Takes note of the form before the first key in a field; with Return it may show what is true again.
  mutating func noteTyping(_ event: Event) {
    guard isQuiet else { return }
    endStillness()
    if case .key(let key) = event, KeyBinding.action(for: key) == .performReturn {
      sayAgain(form.state.firstResponder)
      still = nil
    } else if event.isTyping, still == nil, form.state.canStandStill {
      still = form.state
    }
    if let notice = form.state.notice { still?.notice = notice }
  }

  /// Ends the stillness where its field was left, or an offer or a verifier came up.
  mutating func endStillness() {
    guard let still else { return }
    if !form.state.canStandStill || still.firstResponder != form.state.firstResponder {
      sayAgain(still.firstResponder)
      self.still = nil
    }
  }

  /// Has the news of what is left written again, even where they are the same as before.
  private mutating func sayAgain(_ left: Responder) {
    if case .field(let index) = left { heldNews.forget { $0.field == index } } else { heldNews = HeldNews() }
  }

  /// `frame` without what is to come later.
  mutating func withoutHeldNews(_ frame: Frame) -> Frame {
    isQuiet ? heldNews.hold(in: frame, at: form.state.now) : frame
  }
}

/// The news of a form, which are shown by themselves, once nothing else in its picture has changed for a while: a terminal
/// tells a reading aid of all that changed at one time as of one text, from the first to the last cell. So those of
/// different fields come one after the other, too.
struct HeldNews {
  /// How long nothing else has to change: terminals wait for less before they look at what was written.
  static let pause = Duration.milliseconds(120)

  /// When the news that are held back are to be shown; `nil` where there are none.
  private(set) var end: Instant?
  /// The news that were shown, with their texts.
  private var shown: [(part: Frame.Part, text: String)] = []
  /// The picture without the news that are held back.
  private var rest: Frame?

  /// Has the news for which `condition` holds shown again.
  mutating func forget(where condition: (Frame.Part) -> Bool) { shown.removeAll { condition($0.part) } }

  /// Holds the news back for as long as the form is not on the screen.
  mutating func wait() { (end, rest) = (nil, nil) }

  /// What of `frame` is shown at `now`. What is said of one field comes at one time, in the order of the frame's news.
  mutating func hold(in frame: Frame, at now: Instant) -> Frame {
    let news = frame.news.map { (part: $0, text: frame.text(in: $0)) }
    let old = shown
    shown = news.filter { item in old.contains { $0.text == item.text && $0.part.field == item.part.field } }
    if picture(of: frame) != rest { restart(with: frame, at: now) }
    if let end, end <= now, let next = frame.news.first(where: { !isShown($0) }) {
      shown += news.filter { $0.part.field == next.field && !isShown($0.part) }
      restart(with: frame, at: now)
    }
    let picture = picture(of: frame)
    if shown.count == news.count { wait() }
    return picture
  }

  private func isShown(_ part: Frame.Part) -> Bool { shown.contains { $0.part == part } }

  private mutating func restart(with frame: Frame, at now: Instant) {
    (rest, end) = (picture(of: frame), now.advanced(by: Self.pause))
  }

  /// `frame` without the news that are held back.
  private func picture(of frame: Frame) -> Frame {
    var picture = frame
    picture.news = frame.news.filter(isShown)
    for part in frame.news where !isShown(part) { picture.blank(part) }
    return picture
  }
}

extension FormState {
  /// Whether the person types in a field, and nothing else goes on.
  fileprivate var canStandStill: Bool { focusedField != nil && offer == nil && submission == .open }

  /// Says what the form said `before`, but for what the texts look like.
  fileprivate mutating func standStill(like before: FormState) {
    let now = self
    self = before
    (self.now, lastInput, notice) = (now.now, now.lastInput, now.notice ?? before.notice)
    // Another character may stand there now.
    panel.verdict.denied = nil
    for (index, field) in now.fields.enumerated() {
      (fields[index].shape, fields[index].isShown, fields[index].peek, fields[index].isEnabled) = (
        field.shape, field.isShown, field.peek, field.isEnabled
      )
      // That a key was not taken is said at once.
      if [field, before.fields[index]].contains(where: { $0.error?.cause == .loss }) {
        fields[index].error = field.error
      }
    }
  }
}
