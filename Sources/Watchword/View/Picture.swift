import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The picture that was drawn last, with what it was drawn from. In the next one only that is drawn again which can have
/// changed.
struct Picture {
  private(set) var frame: Frame
  private var whole: Whole
  private var fields: [FieldLook]
  private var parts: Parts

  /// What typing leaves as it is. A key may take some of it away, such as a notice.
  private struct Whole: Equatable {
    let page: Layout.Page
    let scroll: Int
    let responder: Responder
    let submission: Submission
    let hasOffer: Bool
    let notice, error: String?
    let refusedCount: Int
    let secondsLeft: Int?

    init(_ form: FormState, _ layout: Layout) {
      (page, scroll, responder) = (layout.page, layout.scroll, form.firstResponder)
      (submission, hasOffer, secondsLeft) = (form.submission, form.offer != nil, form.secondsLeft)
      (notice, error, refusedCount) = (form.notice, form.error, form.refusedCount)
    }
  }

  /// A field. Of its text this says only that it was changed.
  private struct FieldLook: Equatable {
    /// How often the field was changed; see ``FormField/changes``.
    let changes: UInt32
    let isEnabled, isShown: Bool
    let sign: FormField.Sign?
    let peek: Int?
    let error: FieldError?

    init(_ field: FormField) {
      (changes, isEnabled, isShown) = (field.changes, field.isEnabled, field.isShown)
      (sign, peek, error) = (field.presentSign, field.peek, field.error)
    }

    /// Whether nothing but the text, and how it compares with another one, is new in `other`.
    func differsOnlyInText(from other: FieldLook) -> Bool {
      (isEnabled, isShown, sign, peek, error)
        == (other.isEnabled, other.isShown, other.sign, other.peek, other.error)
    }
  }

  /// What follows from the texts.
  private struct Parts {
    let panel: (CriteriaPanel.Mode, met: UInt32, open: UInt32, isJudged: Bool, denied: Verdict.Denied?)
    let bars: ([StrengthBars.Bar], Level?, words: String?, hasWords: Bool)
    let reason: (Estimate?, refusesSpaces: Bool)
    let buttons: (canSubmit: Bool, areWaiting: Bool)
    let count: Int

    init(_ form: FormState) {
      let verdict = form.panel.verdict
      panel = (form.panel.mode, verdict.metBits, verdict.openBits, verdict.estimate != nil, verdict.denied)
      bars = (
        form.bars.bars(showing: form.shownLevel, at: form.now), form.shownLevel, verdict.estimate?.words,
        form.remarks.hasWords
      )
      reason = (form.remarks.reason, form.configuration.policy.refusesSpaces(by: verdict))
      buttons = (form.canSubmit, form.buttonStart != nil)
      count = form.characterCount
    }
  }

  /// Draws all of the form as `view` shows it.
  init(_ view: FormView) {
    (whole, fields) = (Whole(view.form, view.layout), view.form.fields.map(FieldLook.init))
    (parts, frame) = (Parts(view.form), view.picture())
  }

  /// Whether field `index` is as it was drawn.
  func has(_ index: Int, of form: FormState) -> Bool { fields[index].changes == form.fields[index].changes }

  /// Draws what can have changed in the form that `view` shows, where that is no more than what typing changes. Answers
  /// false where more is new.
  mutating func update(_ view: FormView) -> Bool {
    let (form, layout) = (view.form, view.layout)
    // Of two offers that look alike the texts are others.
    guard form.submission == .open, form.offer == nil, whole == Whole(form, layout) else { return false }
    var (texts, drawn, lines): ([Int], [Int], [Range<Int>]) = ([], [], [])
    func add(_ line: Int?) { if let line { lines.append(line..<line + 1) } }
    for index in form.fields.indices where !has(index, of: form) {
      let look = FieldLook(form.fields[index])
      guard look.differsOnlyInText(from: fields[index]) else { return false }
      texts.append(index)
      if form.fields[index].configuration.confirmedField != nil {
        drawn.append(index)
        add(layout.fields[index].line)
        lines.append(layout.fields[index].error)
      }
      fields[index] = look
    }
    let (old, new) = (parts, Parts(form))
    parts = new
    if let judged = form.judgedField {
      drawn.append(judged)
      // An error can name what is not met and out of view, or say why the password is too weak, in several places.
      if form.fields[judged].error != nil, new.panel != old.panel || new.bars != old.bars { return false }
      if new.bars != old.bars { add(layout.bars) }
      if new.reason != old.reason { lines += [layout.fields[judged].error, layout.reason] }
      // Another character may stand where one was denied.
      if new.panel != old.panel || new.panel.denied != nil && texts.contains(judged) {
        for item in layout.panel { add(item.line) }
      }
    }
    if new.buttons != old.buttons { for button in layout.buttons { add(button.line) } }
    let rows = lines.flatMap { $0.compactMap(layout.row) }
    frame = view.picture(
      writing: texts, drawsCounter: new.count != old.count, drawing: rows, of: drawn, on: frame)
    return true
  }
}
